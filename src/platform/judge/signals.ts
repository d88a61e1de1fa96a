import { knownStatus } from '../../shared/domain/status.ts'
import type { Json } from '../answer.ts'
import { isObject } from '../body.ts'
import type { Operation } from '../catalogue/operation.ts'
import { plainName, plainWords, taughtOf, type FieldNames } from '../field-names.ts'
import { asText, findText, objectLevels, type JsonObject } from '../find-fields.ts'
import { isStrange } from '../read/strange-words.ts'
import { isTaughtStatus } from '../read/status-word.ts'
import { readWording, soundsLikeNo } from '../words/wording.ts'

/** What one field says of the outcome. */
interface Mark {
  /** `agreed`: a yes that may be said of the exchange alone. `open`: the effect is left open. `doubt`: stands against a yes. */
  readonly is?: 'yes' | 'agreed' | 'no' | 'open' | 'doubt' | undefined
  /** A value that should tell, and was not understood. */
  readonly unknown?: string
  readonly words?: readonly string[]
}

const successWord = /^(?:success|successful|successfully|succeeded)$/i

const agreement = /^(?:ok|okay|yes|true|done|completed)$/i

const failureWord =
  /^(?:false|no|nok|not ok|ko|error|fail|failed|failure|unsuccessful|refused|rejected|denied|declined)$/i

const later = /^(?:accepted|pending|queued|scheduled|received|submitted|processing|in[ _-]?progress|waiting|partial)$/i

/** What stands in a field for errors where there is none. */
const noFault =
  /^(?:none|null|nil|non|no|false|0+|ok|okay|success|n\/?a|-+|undefined|nothing|(?:no|0|zero) errors?|without errors?)$/i

/** `NO_DATA_FOUND` may be said of an empty list, to which nothing was refused. */
const isCodeOfNo = (words: string): boolean =>
  soundsLikeNo(words) && !/^no (?:data|records?|rows?|results?|entries|match(?:es)?)(?: found)?$/i.test(words)

/** `user_exists` or `required`: one word, or several that were joined. */
const isCode = (text: string): boolean => !/\s/.test(text)

/** The statuses with which HTTP itself says no. */
const refusingCodes: ReadonlySet<number> = new Set([400, 401, 403, 406, 422])

const toWords = (text: string): string => text.replaceAll('_', ' ')

/** The words in a value, also in a list or an object of them, as validation problems come. */
const wordsIn = (value: Json): readonly string[] => textsIn(value).map(toWords)

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

/** What a field says that is there to tell the outcome. A word that was taught counts first. */
function readOutcome(name: string, value: Json, names: FieldNames): Mark {
  const text = asText(value)
  if (text === undefined) return {}
  const isOwn = taughtOf('outcome', names).includes(name)
  const taught = readTaught(text, names)
  if (taught !== undefined) return taught
  const tells = isOwn || names.flag.includes(name) || name === 'result' || name === 'outcome'
  // A status that is true may be the customer's as well as the call's.
  if (/^true$/i.test(text)) return tells ? { is: 'yes' } : { is: 'agreed', unknown: text }
  if (/^false$/i.test(text)) return tells ? { is: 'no' } : { is: 'doubt', unknown: text }
  if (successWord.test(text)) return { is: 'yes' }
  if (agreement.test(text)) return { is: 'agreed' }
  if (failureWord.test(text)) return { is: 'no' }
  if (later.test(text)) return { is: 'doubt', unknown: text }
  if (/^\d{3}$/.test(text) && names.code.includes(name)) return readOutcomeCode(name, value)
  return /\p{L}/u.test(text) ? { words: [toWords(text)] } : { unknown: text }
}

/** What a value says that was taught to be a word of yes or no. */
function readTaught(text: string, { approvalWord, refusalWord, absenceWord }: FieldNames): Mark | undefined {
  const said = plainWords(text)
  const [isYes, isNo] = [approvalWord.includes(said), refusalWord.includes(said) || absenceWord.includes(said)]
  if (isYes && isNo) return { unknown: text }
  if (isYes) return { is: 'yes' }
  // A word of no says nothing of what is missing; the words beside it may.
  return isNo ? { is: 'no', ...(absenceWord.includes(said) && { words: [text] }) } : undefined
}

/**
 * What a field for errors says. An error in words that are not known is none yet: in many a language "none" is one of them, and
 * some platforms call every message an error. A single word, as codes are written, needs only sound like no.
 */
function readFault(value: Json, refuses: (words: string) => boolean): Mark {
  if (value === true || /^(?:true|yes)$/i.test(asText(value) ?? '')) return { is: 'no' }
  const told = textsIn(value).filter((text) => !noFault.test(text))
  if (told.length === 0) return {}
  const isRefused = told.some((text) => (isCode(text) ? isCodeOfNo(toWords(text)) : refuses(text)))
  const words = told.filter((text) => /\p{L}/u.test(text)).map(toWords)
  return isRefused ? { is: 'no', words } : { is: 'doubt', words, unknown: told.map(toWords).join(' ') }
}

/** What a code says. Only one that is called a status of HTTP is taken for one. */
function readOutcomeCode(name: string, value: Json): Mark {
  const text = asText(value) ?? ''
  if (/^(?:|0+|2\d\d|s_ok|ok|success|null|none)$/i.test(text)) return {}
  const code = /^\d{3}$/.test(text) ? Number(text) : 0
  if (code >= 500 || code === 408 || code === 429) return { is: 'open' }
  if (/http|^statuscode$/.test(name) && code > 0) return { is: refusingCodes.has(code) ? 'no' : 'open' }
  return { is: 'doubt', unknown: text.replaceAll(/[_-]+/g, ' ') }
}

function textsIn(value: Json): readonly string[] {
  const text = asText(value)
  if (text !== undefined) return [text]
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}
