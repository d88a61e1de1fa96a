import {
  type DeviceIdentifier,
  identifierKey,
  identifierOnWire,
  type IdentifierReading,
  plainText,
  readDeviceIdentifier,
  strayLetters,
} from '../../../../shared/domain/device-identifier.ts'
import {
  isGtin,
  type LabelCode,
  type LabelKnowledge,
  type LabelPart,
  type SpelledOut,
  spellOut,
} from '../../../../shared/domain/label/label.ts'
import { t } from '../../locale.ts'
import { describeLabel, roleByLook, shapeOf, sortLabel } from '../../../../shared/domain/label/sort-label.ts'

/** A box as it was entered. `asSerial`: the technician says that the text is a serial number. */
export interface BoxText {
  readonly raw: string
  readonly asSerial: boolean
  /** The model on the label. Empty or absent if the label names no model. */
  readonly model?: string
  /** The codes of the label with their roles. Absent for a typed box. */
  readonly parts?: readonly LabelPart[]
}

export function readBox({ raw, asSerial }: BoxText): IdentifierReading {
  return readDeviceIdentifier(raw, asSerial ? 'serial' : undefined)
}

/** Returns a box as text for use in a sentence. A long text that is not a box is shortened. */
export function writeBox(box: BoxText, reading = readBox(box)): string {
  return reading.ok ? identifierOnWire(reading.identifier, 'colon') : spellOut(box.raw).shown
}

/** Returns the message for a text that names no box. Undefined if the text names a box. */
export function sayReadingProblem(reading: IdentifierReading, raw: string): string | undefined {
  if (reading.ok) return undefined
  const count = raw.replace(/^\s*MAC[^0-9A-F]*/i, '').replace(/[^0-9A-Za-z]/g, '').length
  const problem = t(`scan.problems.${reading.problem}`, { count, letters: strayLetters(plainText(raw)) })
  return reading.proposal === undefined ? join(problem, sayOddities(spellOut(raw))) : problem
}

/** Returns a message for a scan that names no box. The message must fit in a toast, so it lists only the first code points. */
export function sayUnread(text: string): string {
  const spelt = spellOut(text, { most: 24, points: 3 })
  return join(t('scan.unreadShort', { text: spelt.shown }), sayOddities(spelt))
}

/** Whether the label gives the text for something other than the box. */
export const isForOtherPart = ({ raw, parts = [] }: BoxText): boolean =>
  parts.some((part) => part.text === raw && namesOther(part))

/** Says why a scanned text that looks like a box is not taken as the box. */
export function sayDoubt(box: BoxText): string {
  const { raw } = box
  if (isForOtherPart(box)) return t('scan.ofOther', { code: raw })
  return isGtin(raw) ? t('scan.unnamed') : t('scan.unclear', { code: raw })
}

/** Lists the code points of unusual characters, and says how many code points are left out. Undefined without such characters. */
export function listCodePoints({ codePoints, further }: SpelledOut): string | undefined {
  if (codePoints.length === 0) return undefined
  const points = codePoints.join(' ')
  return further === 0 ? points : t('scan.furtherPoints', { points, count: further })
}

/** Says the length of a text that is not shown completely. Undefined if the whole text is shown. */
export function sayTextLength({ isWhole, length }: SpelledOut): string | undefined {
  return isWhole ? undefined : t('scan.long', { count: length })
}

function sayOddities(spelt: SpelledOut): string {
  const points = listCodePoints(spelt)
  return join(sayTextLength(spelt), points === undefined ? undefined : `${t('scan.codePoints')} ${points}`)
}

const join = (...sentences: readonly (string | undefined)[]): string =>
  sentences.filter((sentence) => sentence !== undefined && sentence !== '').join(' ')

/**
 * Returns the box that the codes of a label name. If the codes name no box, returns one code for the technician to check, preferably a code
 * that can be corrected, or else the number that the label gives for something else.
 */
export function boxOfCodes(codes: readonly LabelCode[], knowledge: LabelKnowledge): BoxText {
  const { parts: sorted, model } = sortLabel(codes, knowledge)
  const parts = doubtSerials(sorted.map(doubtArticle))
  const doubtful = codes.find(({ text }) => canBePutRight(text)) ?? parts.find(namesOther) ?? codes[0]
  return boxOfParts(parts, model, doubtful?.text ?? '')
}

/** Whether the label gives this number for something other than the box, such as a radio or a smart card. */
const namesOther = ({ role, by, text }: LabelPart): boolean =>
  role === 'rest' && by === 'key' && /[0-9]/.test(text) && readDeviceIdentifier(text).ok

/**
 * Twelve digits with a valid check digit may be an address or an article number. Such a text counts as an article number until the
 * technician decides.
 */
const doubtArticle = (part: LabelPart): LabelPart =>
  part.role === 'mac' && part.by === 'grammar' && isGtin(part.text) ? { ...part, role: 'ean' } : part

/**
 * Codes of different forms that only look like a serial number are none until the technician decides, because one of them may be the model
 * or the number of a part. A label with a MAC address needs no serial number.
 */
function doubtSerials(parts: readonly LabelPart[]): readonly LabelPart[] {
  const alike = parts.filter(({ by, text }) => by === 'grammar' && roleByLook(text) === 'serial')
  const forms = new Set(alike.map(({ text }) => shapeOf(text)))
  const isClear = parts.some(({ role, by }) => role === 'mac' || (role === 'serial' && by !== 'grammar'))
  if (forms.size < 2 || isClear) return parts
  return parts.map((part) => (part.role === 'serial' ? { ...part, role: 'rest' } : part))
}

/** Like `boxOfCodes`, for parts whose roles the technician may have changed. `otherwise`: the text to use if no part names a box. */
export function boxOfParts(parts: readonly LabelPart[], model: string, otherwise: string): BoxText {
  const named = findNamed(parts)
  return {
    raw: named?.text ?? otherwise,
    asSerial: named?.role === 'serial' && !isPlainSerial(named),
    model: describeLabel(parts, model).model,
    parts,
  }
}

/** Whether the label says which of its codes identifies the box. An article number alone does not identify a box. */
export function namesBox({ parts = [] }: BoxText): boolean {
  return findNamed(parts) !== undefined
}

/** Returns the text that the scanner sent for the box. Undefined if the keyboard layout needed no correction. */
export function sentOf({ raw, parts = [] }: BoxText): string | undefined {
  return parts.find(({ text, sent }) => text === raw && sent !== undefined)?.sent
}

/** Whether a text is certainly meant as the box: it was typed, or the label or the technician says that it is the box. */
export function isMeant(box: BoxText): boolean {
  return box.parts === undefined || box.asSerial || namesBox(box)
}

/** Whether a text looks like a box, but may be something else, such as an article number. Nothing says that the text is a box. */
export function isUnnamed(box: BoxText): boolean {
  return readBox(box).ok && !isMeant(box)
}

/** Whether a scanned text only looks like a serial number. It may be a product code. */
export const looksLikeSerial = ({ raw, parts = [] }: BoxText): boolean =>
  parts.some(({ role, by, text }) => role === 'serial' && by === 'grammar' && text === raw)

/** Whether two texts name the same box, in any notation. */
export function namesSameBox(one: BoxText, other: BoxText): boolean {
  const first = readBox(one)
  const second = readBox(other)
  return first.ok && second.ok && identifierKey(first.identifier) === identifierKey(second.identifier)
}

/**
 * Returns the indexes of a label's other codes that may be the box, too: the label does not say what they are. The box in another notation is
 * no other box.
 */
export function listOthers(parts: readonly LabelPart[], kind: DeviceIdentifier['kind']): readonly number[] {
  const { identifier } = describeLabel(parts)
  const own = identifier && identifierKey(identifier)
  return parts.flatMap(({ role, by, text }, index) => {
    if (role !== 'rest' || by === 'key' || by === 'gs1' || !/[0-9]/.test(text)) return []
    const other = readDeviceIdentifier(text)
    return other.ok && other.identifier.kind === kind && identifierKey(other.identifier) !== own ? [index] : []
  })
}

/** The model of a box in a form. `labelModel` and `labelBox`: as in a draft. */
interface FormModel {
  readonly model: string
  readonly labelModel?: string | undefined
  readonly labelBox?: string | undefined
}

/**
 * Returns the model in a form after `box` took the place of `before`. A model on the label wins. A typed model stays. The model of a label
 * goes with the box of that label and comes back with it, as long as the technician does not say that it is no model.
 */
export function modelAfter({ model = '', ...box }: BoxText, before: BoxText & FormModel): FormModel {
  const { labelModel } = before
  if (model !== '') return { model, labelModel: model === before.model ? labelModel : model, labelBox: box.raw }
  const isNone = box.parts?.some(({ role, text }) => role !== 'model' && text === before.model) === true
  if (isNone && before.model === labelModel) return { model: '', labelModel: undefined, labelBox: undefined }
  if (labelModel === undefined) return { model: before.model }
  const isTyped = box.parts === undefined
  const named = before.labelBox ?? before.raw
  const asSerial = before.raw === named ? before.asSerial : box.asSerial
  const isNamed = readBox({ raw: named, asSerial }).ok
  // If the label named no box, the next box is that of the label. A text that is typed is a box only when it is complete.
  const labelled = isNamed || isTyped ? { raw: named, asSerial } : before
  const labelBox = isTyped || readBox(labelled).ok ? labelled.raw : box.raw
  const isOther = readBox(box).ok && readBox(labelled).ok && !isSame(box, labelled)
  if (before.model === labelModel && isOther) return { model: '', labelModel, labelBox }
  const isBack = before.model === '' && !isSame(before, labelled) && isSame(box, labelled)
  return { model: isBack ? (labelModel ?? '') : before.model, labelModel, labelBox }
}

/** Whether a text is the box of a label, also if it counts as a serial number on only one side. */
const isSame = (box: BoxText, labelled: BoxText): boolean => box.raw === labelled.raw || namesSameBox(box, labelled)

function findNamed(parts: readonly LabelPart[]): LabelPart | undefined {
  const { identifier } = describeLabel(parts)
  return parts.find(({ role }) => role === identifier?.kind)
}

function canBePutRight(text: string): boolean {
  const reading = readDeviceIdentifier(text)
  return !reading.ok && reading.proposal !== undefined
}

/** Whether the text is clearly a serial number. Otherwise the label or the technician must say that it is a serial number. */
function isPlainSerial({ text, by }: LabelPart): boolean {
  const reading = readDeviceIdentifier(text)
  return (
    reading.ok &&
    reading.identifier.kind === 'serial' &&
    (by === 'grammar' || (reading.cautions.length === 0 && !isGtin(text)))
  )
}
