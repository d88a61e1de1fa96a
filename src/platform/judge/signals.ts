import { knownStatus } from '../../shared/domain/status.ts'
import type { Json } from '../answer.ts'
import { isObject } from '../body.ts'
import type { Operation } from '../catalogue/operation.ts'
import { plainName, plainWords, taughtOf, type FieldNames } from '../field-names.ts'
import { asText, findText, objectLevels, type JsonObject } from '../find-fields.ts'
import { readOutcomeCode, readFault, readOutcome, readTaught, wordsIn, type Mark } from './outcome-values.ts'
import { isStrange } from '../read/strange-words.ts'
import { isTaughtStatus } from '../read/status-word.ts'
import { readWording } from '../words/wording.ts'

/** What the fields of an answer say of the outcome, whatever its HTTP status says. */
export interface Signals {
  /** An unmistakable yes: a true flag, or a taught word. */
  readonly succeeded: boolean
  /** A yes that may be said of the exchange alone, such as `status: "OK"`, or the log-in of a customer who was to be made. */
  readonly agreed: boolean
  /** An unmistakable no: a false flag, or an error that was understood. */
  readonly failed: boolean
  /** A status inside the body that leaves the effect open, as a 5xx does. */
  readonly unsure: boolean
  /** Something stands against a yes, and is too little for a no. */
  readonly doubted: boolean
  /** Values that tell the outcome and were not understood. */
  readonly unknown: readonly string[]
  /** Words under names that nobody knows, which may say anything. */
  readonly strange: boolean
  /** The platform's words, outermost first. */
  readonly messages: readonly string[]
}

/** An answer without fields. */
export const noSignals: Signals = {
  succeeded: false,
  agreed: false,
  failed: false,
  unsure: false,
  doubted: false,
  unknown: [],
  strange: false,
  messages: [],
}

/** Collects the signals of an answer. Of a read only what stands outside its list of records counts. */
export function readSignals(data: Json, operation: Operation, names: FieldNames): Signals {
  const reads = operation.effect === 'read'
  const objects = objectLevels(data, names)
    .filter((level) => !reads || level.length === 1)
    .flat()
  // A figure or a flag that stands alone says nothing, unless it was taught: what is true may be that there was an error.
  const alone = asText(data)
  const marks: Mark[] = [alone === undefined ? {} : (readTaught(alone, names) ?? { unknown: alone })]
  const refuses = (words: string): boolean => {
    const { says } = readWording(words, operation, names)
    return says === 'refuses' || says === 'says-absent'
  }
  for (const object of objects) marks.push(...marksOf(object, { reads, names, refuses }))
  if (operation.effect === 'create' && objects.some((object) => tellsLogIn(object, names))) marks.push({ is: 'agreed' })
  if (!reads && hasHiddenFault(data, names, refuses)) marks.push({ is: 'doubt' })
  const has = (kind: Mark['is']): boolean => marks.some(({ is }) => is === kind)
  return {
    succeeded: has('yes'),
    agreed: has('agreed'),
    failed: has('no'),
    unsure: has('open'),
    doubted: has('doubt'),
    unknown: [...new Set(marks.flatMap(({ unknown }) => unknown ?? []))],
    strange: objects.some((object) => isStrange(object, names)),
    messages: [...new Set(marks.flatMap(({ words }) => words ?? []))],
  }
}

const tellsLogIn = (object: JsonObject, names: FieldNames): boolean =>
  (findText(object, 'userid', names) ?? '0') !== '0'

interface Reading {
  readonly reads: boolean
  readonly names: FieldNames
  /** Whether a sentence is a plain no to this call. */
  readonly refuses: (words: string) => boolean
}

/** How a platform may write a status that it has no word for. */
const figure = /^\d{1,3}$/

/** What one object says, field by field. */
function marksOf(object: JsonObject, { reads, names, refuses }: Reading): readonly Mark[] {
  const isRecord = (['userid', 'firstname', 'lastname', 'mobile'] as const).some(
    (field) => findText(object, field, names) !== undefined,
  )
  // How the customer stands, and not how the call went: a taught status, or a figure or a flag in the customer's own record.
  const isOfCustomer = (name: string, value: Json): boolean => {
    const text = asText(value)
    if (text === undefined || !names.status.includes(name) || taughtOf('outcome', names).includes(name)) return false
    if (isTaughtStatus(value, names)) return true
    // A change that is itself pending has not been made yet.
    const known = knownStatus(text)
    if (known !== undefined) return isRecord || reads || known !== 'Pending'
    return isRecord && (typeof value === 'boolean' || figure.test(text) || isTaughtWord(text, names))
  }
  return Object.entries(object).map(([key, value]) => {
    const name = plainName(key)
    if (isOfCustomer(name, value)) return {}
    if (names.outcome.includes(name) || names.result.includes(name)) return readOutcome(name, value, names)
    // A word that was taught to be a status says nothing of the call where it stands for a message.
    if (names.message.includes(name)) return isTaughtStatus(value, names) ? {} : { words: wordsIn(value) }
    if (names.fault.includes(name)) return readFault(value, refuses)
    if (names.code.includes(name)) return readOutcomeCode(name, value)
    return names.deed.includes(name) && isNothing(value) ? { is: 'doubt' } : {}
  })
}

const isTaughtWord = (text: string, names: FieldNames): boolean =>
  names.approvalWord.includes(plainWords(text)) || names.refusalWord.includes(plainWords(text))

const nothing: ReadonlySet<string | undefined> = new Set(['0', 'false', 'no', 'none'])
const isNothing = (value: Json): boolean => nothing.has(asText(value)?.toLowerCase())

/** A part of the answer that nobody looks into has failed. */
function hasHiddenFault(data: Json, names: FieldNames, refuses: Reading['refuses']): boolean {
  if (Array.isArray(data)) return (data as readonly Json[]).some((element) => hasHiddenFault(element, names, refuses))
  if (!isObject(data)) return false
  return Object.entries(data).some(([key, value]) => {
    const name = plainName(key)
    if (names.flag.includes(name)) return isNothing(value)
    if (names.fault.includes(name)) return readFault(value, refuses).is !== undefined
    return hasHiddenFault(value, names, refuses)
  })
}
