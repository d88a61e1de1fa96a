import {
  readDeviceIdentifier,
  type DeviceIdentifier,
  type IdentifierReading,
} from '../../../../shared/domain/device-identifier.ts'
import { readListedIdentifier } from '../../../../shared/domain/label/read-listed.ts'
import { isMeant } from './box-of-codes.ts'
import { readBox } from './box-reading.tsx'
import type { BoxText } from './box-text.ts'

/** A box as a pile takes it in. */
export interface PileBox {
  readonly identifier: DeviceIdentifier
  /** Reads as the same box wherever the pile goes, such as into a list. */
  readonly line: string
  /** What was read in the same go and would be a box of its own: a second label, or another address of this one. */
  readonly others: readonly string[]
}

/** What a scanned label is for a pile; absent where it names no box, such as a lone article number. */
export function pileBox(box: BoxText): PileBox | undefined {
  const reading = readPileBox(box)
  if (!reading.ok || !isMeant(box)) return undefined
  const { identifier } = reading
  const line = box.asSerial ? `SN ${identifier.value}` : box.raw
  return { identifier, line, others: othersOf(box, identifier.kind) }
}

/** The reading of a box that nobody looks at again before it is saved. */
export function readPileBox(box: BoxText): IdentifierReading {
  return box.asSerial ? readBox(box) : readListedIdentifier(box.raw)
}

/** A label has one box: what else on it looks like one was put aside, unless the label itself says what it is. */
function othersOf({ parts = [] }: BoxText, kind: DeviceIdentifier['kind']): readonly string[] {
  return parts.flatMap(({ role, by, text }) => {
    if (role !== 'rest' || by === 'key' || by === 'gs1' || !/[0-9]/.test(text)) return []
    const reading = readDeviceIdentifier(text)
    return reading.ok && reading.identifier.kind === kind ? [text] : []
  })
}
