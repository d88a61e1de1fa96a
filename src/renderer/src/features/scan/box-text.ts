import {
  identifierOnWire,
  readDeviceIdentifier,
  strayLetters,
  type IdentifierReading,
} from '../../../../shared/domain/device-identifier.ts'
import type { LabelPart } from '../../../../shared/domain/label/label.ts'
import { spellOut, type SpelledOut } from '../../../../shared/domain/label/spell-out.ts'
import { t } from '../../locale.ts'

/** A box as it was given: the text, and whether the technician says that it is a serial number. */
export interface BoxText {
  readonly raw: string
  readonly asSerial: boolean
  /** The model on its label; empty or absent if the label names none. */
  readonly model?: string
  /** The codes of the label with their roles; absent for a typed box. */
  readonly parts?: readonly LabelPart[]
}

/** Reads a box as it was given. */
export function readBox({ raw, asSerial }: BoxText): IdentifierReading {
  return readDeviceIdentifier(raw, asSerial ? 'serial' : undefined)
}

/** A box within a sentence: formatted as on its label, or the text as far as it can be shown. */
export function writeBox(box: BoxText, reading = readBox(box)): string {
  return reading.ok ? identifierOnWire(reading.identifier, 'colon') : spellOut(box.raw).shown
}

/**
 * The message for a text that names no box, with the code points of characters that only look like letters; undefined
 * if it names one.
 */
export function sayReadingProblem(reading: IdentifierReading, raw: string): string | undefined {
  if (reading.ok) return undefined
  const count = raw.replace(/^\s*MAC[^0-9A-F]*/i, '').replace(/[^0-9A-Za-z]/g, '').length
  const problem = t(`scan.problems.${reading.problem}`, { count, letters: strayLetters(raw.trim()) })
  return reading.proposal === undefined ? join(problem, sayOddities(spellOut(raw))) : problem
}

/** A message for a scan that names no box, short enough for a toast: only the first code points are listed. */
export function sayUnread(text: string): string {
  const spelt = spellOut(text, { most: 24, points: 3 })
  return join(t('scan.unreadShort', { text: spelt.shown }), sayOddities(spelt))
}

/** The code points of unusual characters and how many more there are; undefined if there are none. */
export function listCodePoints({ codePoints, further }: SpelledOut): string | undefined {
  if (codePoints.length === 0) return undefined
  const points = codePoints.join(' ')
  return further === 0 ? points : t('scan.furtherPoints', { points, count: further })
}

/** The length of a text that is not shown whole; undefined if it is. */
export function sayTextLength({ isWhole, length }: SpelledOut): string | undefined {
  return isWhole ? undefined : t('scan.long', { count: length })
}

function sayOddities(spelt: SpelledOut): string {
  const points = listCodePoints(spelt)
  return join(sayTextLength(spelt), points === undefined ? undefined : `${t('scan.codePoints')} ${points}`)
}

const join = (...sentences: readonly (string | undefined)[]): string =>
  sentences.filter((sentence) => sentence !== undefined && sentence !== '').join(' ')
