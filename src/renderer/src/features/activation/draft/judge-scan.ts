import type { Draft } from '../../../../../shared/domain/activation.ts'
import { readDeviceIdentifier } from '../../../../../shared/domain/device-identifier.ts'
import { isMeant, namesSameBox, isUnnamed } from '../../scan/box-of-codes.ts'
import type { BoxText } from '../../scan/box-text.ts'

/**
 * What a scan does to the draft that is open: `take` it becomes the box · `same` it is the box already · `ask` a technician
 * says which job it is for · `leave` it names no box, and nothing changes · `unnamed` it waits until a technician says what it is.
 */
export type ScanMeaning = 'take' | 'same' | 'ask' | 'leave' | 'unnamed'

/**
 * Judges a scan beside the draft. `elsewhere`: it was made on another screen, so it may be for other work. On the last step
 * the next Enter saves, so every other box is asked about there.
 */
export function judgeScan(
  draft: Pick<Draft, 'kind' | 'step' | 'box'>,
  scanned: BoxText,
  from: 'here' | 'elsewhere',
): ScanMeaning {
  const isAlone = draft.kind === 'customer-alone'
  const own = isAlone ? undefined : readDeviceIdentifier(draft.box.raw, draft.box.asSerial ? 'serial' : undefined)
  if (own?.ok === true && isMeant(scanned) && namesSameBox(draft.box, scanned)) return 'same'
  if (draft.step === 'check') return 'ask'
  if (from === 'elsewhere' && (isAlone || own?.ok === true)) return 'ask'
  if (own?.ok !== true) return !isUnnamed(scanned) ? 'take' : isAlone ? 'leave' : 'unnamed'
  const reading = readDeviceIdentifier(scanned.raw, scanned.asSerial ? 'serial' : undefined)
  if (!reading.ok) return reading.proposal === undefined ? 'leave' : 'ask'
  if (isUnnamed(scanned)) return 'leave'
  // What only looks like a serial number may be a product code, and the address is what the box is known by.
  return own.identifier.kind === 'mac' && looksLikeSerial(scanned) ? 'ask' : 'take'
}

/** Whether a scan can take the place of the box in a draft once a technician says so. */
export function canTakeOver(scanned: BoxText): boolean {
  const reading = readDeviceIdentifier(scanned.raw, scanned.asSerial ? 'serial' : undefined)
  return reading.ok ? isMeant(scanned) : reading.proposal !== undefined
}

const looksLikeSerial = ({ raw, parts = [] }: BoxText): boolean =>
  parts.some(({ role, by, text }) => role === 'serial' && by === 'grammar' && text === raw)
