import {
  identifierKey,
  readDeviceIdentifier,
  type IdentifierReading,
} from '../../../../shared/domain/device-identifier.ts'
import { isGtin } from '../../../../shared/domain/label/gtin.ts'
import type { LabelCode, LabelKnowledge, LabelPart } from '../../../../shared/domain/label/label.ts'
import { describeLabel, sortLabel } from '../../../../shared/domain/label/sort-label.ts'
import type { BoxText } from './box-text.ts'

/**
 * The box that a label's codes name. Where they name none it is a code as it came, for a person to look at: one that may be put
 * right before one of which nothing can be made.
 */
export function boxOfCodes(codes: readonly LabelCode[], knowledge: LabelKnowledge): BoxText {
  const { parts: sorted, model } = sortLabel(codes, knowledge)
  const parts = sorted.map(doubtArticle)
  const doubtful = codes.find(({ text }) => canBePutRight(text)) ?? codes[0]
  return boxOfParts(parts, model, doubtful?.text ?? '')
}

/** Twelve digits that only look like an address, and are an article number by their check digit: a technician says which it is. */
const doubtArticle = (part: LabelPart): LabelPart =>
  part.role === 'mac' && part.by === 'grammar' && isGtin(part.text) ? { ...part, role: 'ean' } : part

/** The same of parts that a person may have moved. `otherwise`: the text where none of them names a box. */
export function boxOfParts(parts: readonly LabelPart[], model: string, otherwise: string): BoxText {
  const named = findNamed(parts)
  return {
    raw: named?.text ?? otherwise,
    asSerial: named?.role === 'serial' && !isPlainSerial(named),
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

/** Whether a text is the box that was meant: it was typed, or its label or a technician says so. */
export function isMeant(box: BoxText): boolean {
  return box.parts === undefined || box.asSerial || namesBox(box)
}

/** Whether a text would be read as a box although neither its label nor a technician says that it names one, such as a lone article number. */
export function isUnnamed(box: BoxText): boolean {
  return readText(box).ok && !isMeant(box)
}

/** Whether two texts name one box, in whatever writing. */
export function namesSameBox(one: BoxText, other: BoxText): boolean {
  const first = readText(one)
  const second = readText(other)
  return first.ok && second.ok && identifierKey(first.identifier) === identifierKey(second.identifier)
}

const readText = ({ raw, asSerial }: BoxText): IdentifierReading =>
  readDeviceIdentifier(raw, asSerial ? 'serial' : undefined)

function findNamed(parts: readonly LabelPart[]): LabelPart | undefined {
  const { identifier } = describeLabel(parts)
  return parts.find(({ role }) => role === identifier?.kind)
}

function canBePutRight(text: string): boolean {
  const reading = readDeviceIdentifier(text)
  return !reading.ok && reading.proposal !== undefined
}

/** Whether the text says by itself that it is a serial number; where it may be another, its label or a technician has to. */
function isPlainSerial({ text, by }: LabelPart): boolean {
  const reading = readDeviceIdentifier(text)
  return reading.ok && reading.identifier.kind === 'serial' && (by === 'grammar' || reading.cautions.length === 0)
}
