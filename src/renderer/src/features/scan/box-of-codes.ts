import { identifierKey, readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { isGtin } from '../../../../shared/domain/label/gtin.ts'
import type { LabelCode, LabelKnowledge, LabelPart } from '../../../../shared/domain/label/label.ts'
import { describeLabel, sortLabel } from '../../../../shared/domain/label/sort-label.ts'
import { readBox, type BoxText } from './box-text.ts'

/**
 * The box that a label's codes name. If they name none, one of the codes for the technician to look at, preferably one
 * that can be corrected.
 */
export function boxOfCodes(codes: readonly LabelCode[], knowledge: LabelKnowledge): BoxText {
  const { parts: sorted, model } = sortLabel(codes, knowledge)
  const parts = sorted.map(doubtArticle)
  const doubtful = codes.find(({ text }) => canBePutRight(text)) ?? codes[0]
  return boxOfParts(parts, model, doubtful?.text ?? '')
}

/**
 * Twelve digits that look like an address but have a valid article check digit count as an article number until the
 * technician decides.
 */
const doubtArticle = (part: LabelPart): LabelPart =>
  part.role === 'mac' && part.by === 'grammar' && isGtin(part.text) ? { ...part, role: 'ean' } : part

/** Like `boxOfCodes`, for parts whose roles the technician may have changed. `otherwise`: the text to use if none names a box. */
export function boxOfParts(parts: readonly LabelPart[], model: string, otherwise: string): BoxText {
  const named = findNamed(parts)
  return {
    raw: named?.text ?? otherwise,
    asSerial: named?.role === 'serial' && !isPlainSerial(named),
    model: describeLabel(parts, model).model,
    parts,
  }
}

/** Whether the label says which of its codes identifies the box. An article number alone does not. */
export function namesBox({ parts = [] }: BoxText): boolean {
  return findNamed(parts) !== undefined
}

/** What the scanner sent for the box, if its keyboard layout was corrected. */
export function sentOf({ raw, parts = [] }: BoxText): string | undefined {
  return parts.find(({ text, sent }) => text === raw && sent !== undefined)?.sent
}

/** Whether the text is surely meant as the box: it was typed, or the label or the technician says so. */
export function isMeant(box: BoxText): boolean {
  return box.parts === undefined || box.asSerial || namesBox(box)
}

/**
 * Whether the text can be read as a box although neither the label nor the technician says that it is one, such as an
 * article number.
 */
export function isUnnamed(box: BoxText): boolean {
  return readBox(box).ok && !isMeant(box)
}

/** Whether two texts name the same box, in any notation. */
export function namesSameBox(one: BoxText, other: BoxText): boolean {
  const first = readBox(one)
  const second = readBox(other)
  return first.ok && second.ok && identifierKey(first.identifier) === identifierKey(second.identifier)
}

function findNamed(parts: readonly LabelPart[]): LabelPart | undefined {
  const { identifier } = describeLabel(parts)
  return parts.find(({ role }) => role === identifier?.kind)
}

function canBePutRight(text: string): boolean {
  const reading = readDeviceIdentifier(text)
  return !reading.ok && reading.proposal !== undefined
}

/** Whether the text is a serial number by itself. If it may be something else, the label or the technician must say so. */
function isPlainSerial({ text, by }: LabelPart): boolean {
  const reading = readDeviceIdentifier(text)
  return reading.ok && reading.identifier.kind === 'serial' && (by === 'grammar' || reading.cautions.length === 0)
}
