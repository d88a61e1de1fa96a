import { readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import type { LabelCode, LabelKnowledge, LabelPart } from '../../../../shared/domain/label/label.ts'
import { describeLabel, sortLabel } from '../../../../shared/domain/label/sort-label.ts'
import type { BoxText } from './box-text.ts'

/**
 * The box that a label's codes name. Where they name none it is a code as it came, for a person to look at: one that may be put
 * right before one of which nothing can be made.
 */
export function boxOfCodes(codes: readonly LabelCode[], knowledge: LabelKnowledge): BoxText {
  const { parts, model } = sortLabel(codes, knowledge)
  const doubtful = codes.find(({ text }) => canBePutRight(text)) ?? codes[0]
  return boxOfParts(parts, model, doubtful?.text ?? '')
}

/** The same of parts that a person may have moved. `otherwise`: the text where none of them names a box. */
export function boxOfParts(parts: readonly LabelPart[], model: string, otherwise: string): BoxText {
  const named = findNamed(parts)
  return {
    raw: named?.text ?? otherwise,
    asSerial: named?.role === 'serial' && !isPlainSerial(named.text),
    model: describeLabel(parts, model).model,
    parts,
  }
}

/** Whether the label says which of its codes the box is known by; a lone article number does not. */
export function namesBox({ parts = [] }: BoxText): boolean {
  return findNamed(parts) !== undefined
}

/** What the scanner sent for the box, where that was put right by its keyboard layout. */
export function sentOf({ raw, parts = [] }: BoxText): string | undefined {
  return parts.find(({ text, sent }) => text === raw && sent !== undefined)?.sent
}

/** Whether a text is the box that was meant: it was typed, or its label says so. */
export function isMeant(box: BoxText): boolean {
  return box.parts === undefined || namesBox(box)
}

function findNamed(parts: readonly LabelPart[]): LabelPart | undefined {
  const { identifier } = describeLabel(parts)
  return parts.find(({ role }) => role === identifier?.kind)
}

function canBePutRight(text: string): boolean {
  const reading = readDeviceIdentifier(text)
  return !reading.ok && reading.proposal !== undefined
}

function isPlainSerial(text: string): boolean {
  const reading = readDeviceIdentifier(text)
  return reading.ok && reading.identifier.kind === 'serial'
}
