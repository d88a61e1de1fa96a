import type { LabelPart } from '../../../../shared/domain/label/label.ts'

/** A box as it was given: the text, and whether the technician says that it is a serial number. */
export interface BoxText {
  readonly raw: string
  readonly asSerial: boolean
  /** The model on its label; empty or absent if the label names none. */
  readonly model?: string
  /** The codes of the label with their roles; absent for a typed box. */
  readonly parts?: readonly LabelPart[]
}
