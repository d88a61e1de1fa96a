import type { Draft } from '../../../../../shared/domain/activation.ts'
import { type BoxText, isMeant, isUnnamed, namesSameBox, readBox } from '../../scan/box-text.ts'

/**
 * What a scan does to the open draft. `take`: the scan becomes the box. `same`: the scan names the same box again. `ask`: the
 * technician chooses which job the scan is for. `leave`: nothing changes, because the scan names no box. `unnamed`: the scan
 * waits until the technician says what it is.
 */
export type ScanMeaning = 'take' | 'same' | 'ask' | 'leave' | 'unnamed'

/** Where a scan arrived: in the form, in a form that is complete, or on another screen. */
export type ScanPlace = 'form' | 'ready-form' | 'elsewhere'

/**
 * Decides what a scan does to the draft. A scan on another screen may be for other work, so the technician is asked if the draft already
 * has a box or needs no box. In a complete form, the next Enter may save the form, so the technician is asked about any scan that does not
 * name the draft's own box.
 */
export function judgeScan(
  draft: Pick<Draft, 'withoutBox' | 'box' | 'correcting'>,
  scanned: BoxText,
  place: ScanPlace,
): ScanMeaning {
  const isAlone = draft.withoutBox === true
  const own = isAlone ? undefined : readBox(draft.box)
  if (own?.ok === true && isMeant(scanned) && namesSameBox(draft.box, scanned)) return 'same'
  if (place === 'ready-form' || (isAlone && draft.correcting !== undefined)) return 'ask'
  if (place === 'elsewhere' && (isAlone || own?.ok === true)) return 'ask'
  if (own?.ok !== true) return !isUnnamed(scanned) ? 'take' : isAlone ? 'leave' : 'unnamed'
  const reading = readBox(scanned)
  if (!reading.ok) return reading.proposal === undefined ? 'leave' : 'ask'
  if (isUnnamed(scanned)) return 'leave'
  // The draft already has the MAC address of its box. A text that only looks like a serial number may be a product code.
  return own.identifier.kind === 'mac' && looksLikeSerial(scanned) ? 'ask' : 'take'
}

/** Whether a scan can replace a draft's box if the technician agrees. */
export function canReplaceBox(scanned: BoxText): boolean {
  const reading = readBox(scanned)
  return reading.ok ? isMeant(scanned) : reading.proposal !== undefined
}

const looksLikeSerial = ({ raw, parts = [] }: BoxText): boolean =>
  parts.some(({ role, by, text }) => role === 'serial' && by === 'grammar' && text === raw)
