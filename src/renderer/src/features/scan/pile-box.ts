import {
  readDeviceIdentifier,
  type DeviceIdentifier,
  type IdentifierReading,
} from '../../../../shared/domain/device-identifier.ts'
import { readListedIdentifier } from '../../../../shared/domain/label/read-listed.ts'
import { isMeant } from './box-of-codes.ts'
import { readBox } from './box-reading.tsx'
import type { BoxText } from './box-text.ts'

/** A box as a scan batch stores it. */
export interface PileBox {
  readonly identifier: DeviceIdentifier
  /** A text that is read as the same box everywhere, for example in a list. */
  readonly line: string
  /** Codes read together with this box that could be boxes themselves: from a second label, or another address of this one. */
  readonly others: readonly string[]
}

/** The box of a scanned label for a scan batch; undefined if the label names none, such as an article number alone. */
export function pileBox(box: BoxText): PileBox | undefined {
  const reading = readPileBox(box)
  if (!reading.ok || !isMeant(box)) return undefined
  const { identifier } = reading
  const line = box.asSerial ? `SN ${identifier.value}` : box.raw
  return { identifier, line, others: othersOf(box, identifier.kind) }
}

/** Reads a box with the strict rules for boxes that are not checked again before they are saved. */
export function readPileBox(box: BoxText): IdentifierReading {
  return box.asSerial ? readBox(box) : readListedIdentifier(box.raw)
}

/** A label names one box. Other texts on it that look like a box are returned, unless the label says what they are. */
function othersOf({ parts = [] }: BoxText, kind: DeviceIdentifier['kind']): readonly string[] {
  return parts.flatMap(({ role, by, text }) => {
    if (role !== 'rest' || by === 'key' || by === 'gs1' || !/[0-9]/.test(text)) return []
    const reading = readDeviceIdentifier(text)
    return reading.ok && reading.identifier.kind === kind ? [text] : []
  })
}
