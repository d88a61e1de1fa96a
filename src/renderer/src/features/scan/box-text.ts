import {
  identifierOnWire,
  readDeviceIdentifier,
  type IdentifierReading,
} from '../../../../shared/domain/device-identifier.ts'
import type { LabelPart } from '../../../../shared/domain/label/label.ts'
import { spellOut } from '../../../../shared/domain/label/spell-out.ts'

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
