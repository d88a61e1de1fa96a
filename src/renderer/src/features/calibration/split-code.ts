import { readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import {
  listAddressLayouts,
  listOtherLayouts,
  listPairs,
  type LayoutPair,
} from '../../../../shared/domain/label/keyboard-layout.ts'
import { namesItsValues } from '../../../../shared/domain/label/sort-label.ts'
import { longestMark } from '../../../../shared/domain/scanner.ts'

/** The text of a scan, split into its parts. */
export interface SplitCode {
  readonly prefix: string
  /** AIM identifier, such as `]C0`; absent if the scanner sends none. */
  readonly aim?: string
  readonly code: string
  readonly suffix: string
  /**
   * The intended code, if the scanner has another keyboard layout than this computer. Empty if the layouts probably
   * differ (the text has characters that no code has) but the intended code is unknown. Absent if nothing suggests
   * another layout.
   */
  readonly meant?: string
  /** The layouts of this computer and the scanner that explain `meant`; empty if they are equal or unknown. */
  readonly layouts: readonly LayoutPair[]
}

const aimAtBegin = /^\][A-Za-z][0-9A-Za-z]/
/** A code begins and ends with a letter, a digit, or a character that encloses or ends values. */
const codeEnds = /^[\p{L}\p{N}([{<"].*[\p{L}\p{N})\]}>";]$/su
/** In characters. Shorter input is treated as incomplete. */
const shortestPrint = 4
const aimAtEnd = /\][A-Za-z][0-9A-Za-z]$/

/**
 * Splits a scan into the code and what the scanner adds around it. `printed`, as typed by the technician, decides where
 * the code is. Without it, as few characters as possible are cut off (no letters or digits) until the rest names a box,
 * or none if nothing does. Undefined if the scan does not contain `printed`.
 */
export function splitCode(text: string, printed: string): SplitCode | undefined {
  return printed.trim() === '' ? splitByLook(text) : splitByPrint(text, printed.trim())
}

function splitByLook(text: string): SplitCode {
  const before = /^[^\p{L}\p{N}]*/u.exec(text)?.[0].length ?? 0
  const after = /[^\p{L}\p{N}]*$/u.exec(text)?.[0].length ?? 0
  const splits = [...range(before)].flatMap((first) => [...range(after)].map((last) => [first, last] as const))
  const found = splits
    .toSorted((one, other) => one[0] + one[1] - other[0] - other[1])
    .map(([first, last]) => splitAt(text, first, text.length - last))
    .find(namesSomething)
  return found ?? splitAt(text, 0, text.length)
}

function splitByPrint(text: string, printed: string): SplitCode | undefined {
  const here = findPrinted(text, printed)
  if (here !== undefined) return splitAt(text, ...here, false)
  const readings = listOtherLayouts(text, true)
    .flatMap((reading) => {
      const there = findPrinted(reading.meant, printed)
      const meant = reading.meant.slice(...(there ?? [0, 0]))
      return there === undefined || meant.includes('\0') ? [] : [{ pair: reading.pair, there, meant }]
    })
    .toSorted((one, other) => Number(other.meant.includes(printed)) - Number(one.meant.includes(printed)))
  const [best] = readings
  if (best === undefined) return undefined
  const layouts = listPairs(readings.filter(({ meant }) => meant === best.meant))
  return { ...splitAt(text, ...best.there, false), meant: best.meant, layouts }
}

/** Where `printed` begins and ends in a text. Punctuation inside and upper or lower case may differ. */
function findPrinted(text: string, printed: string): readonly [number, number] | undefined {
  const exact = text.indexOf(printed)
  if (exact >= 0) return within(text, exact, exact + printed.length)
  const signs = [...text.matchAll(/[\p{L}\p{N}]/gu)]
  const wanted = plainOf(printed)
  const at =
    wanted === ''
      ? -1
      : signs
          .map(([sign]) => sign.toLowerCase())
          .join('')
          .indexOf(wanted)
  const [first, last] = [signs[at], signs[at + wanted.length - 1]]
  return first === undefined || last === undefined ? undefined : within(text, first.index, last.index + 1)
}

/** If more is left around it than a scanner adds, the rest belongs to the code and this place is wrong. */
function within(text: string, begin: number, end: number): readonly [number, number] | undefined {
  const before = text.slice(0, begin).replace(aimAtEnd, '').length
  if (end - begin < shortestPrint || before > longestMark || text.length - end > longestMark) return undefined
  return [begin, end]
}

function splitAt(text: string, begin: number, end: number, looks = true): SplitCode {
  const inner = text.slice(begin, end)
  const aim = aimAtBegin.exec(inner)?.[0] ?? aimAtEnd.exec(text.slice(0, begin))?.[0]
  const isInner = aim !== undefined && inner.startsWith(aim)
  const code = isInner ? inner.slice(aim.length) : inner
  const prefix = aim === undefined || isInner ? text.slice(0, begin) : text.slice(0, begin - aim.length)
  const meant = looks ? meantBy(code) : undefined
  return {
    prefix,
    code,
    suffix: text.slice(end),
    layouts: looks ? listAddressLayouts(code) : [],
    ...(aim === undefined ? {} : { aim }),
    ...(meant === undefined ? {} : { meant }),
  }
}

function meantBy(code: string): string | undefined {
  const reading = readDeviceIdentifier(code)
  if (!reading.ok && reading.problem === 'keyboard-layout') return reading.proposal
  return !reading.ok && /[^ -~\s]/.test(code) ? '' : undefined
}

function namesSomething({ code, meant = '' }: SplitCode): boolean {
  return meant !== '' || (codeEnds.test(code) && (readDeviceIdentifier(code).ok || namesItsValues(code)))
}

const plainOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()

const range = (most: number): Iterable<number> => Array.from({ length: Math.min(most, longestMark) + 1 }).keys()
