import type { LabelPart } from '../../../../shared/domain/label/label.ts'

/** The box as a person gave it: the text, and whether they said that it is a serial number. */
export interface BoxText {
  readonly raw: string
  readonly asSerial: boolean
  /** What its label said of the model; empty or absent where it said nothing. */
  readonly model?: string
  /** The label's codes with what each was taken for; absent for a box that was typed. */
  readonly parts?: readonly LabelPart[]
}
