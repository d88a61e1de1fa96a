import { knownStatus } from '../../shared/domain/customer/customer.ts'
import { type FieldNames, type Json, mappedOf, plainName, plainWords } from '../answer.ts'
import { isObject } from '../body.ts'
import type { Operation } from '../catalogue/operation.ts'
import {
  asText,
  findText,
  isMappedStatus,
  isStrange,
  logInParts,
  objectLevels,
  tellsOutcomeOnly,
  type JsonObject,
} from '../find-fields.ts'
import { isReason, isUserid } from '../read/read-records.ts'
import { isAboutCredentials, readWording, soundsLikeNo } from '../words/wording.ts'
import { isPassing, isRefusing } from '../transport/exchange.ts'

/** What one field says about the outcome of the call. */
interface Mark {
  /** `agreed`: a yes that may refer to the HTTP exchange alone. `open`: the outcome is left open. `doubt`: evidence against a yes. */
  readonly is?: 'yes' | 'agreed' | 'no' | 'open' | 'doubt' | undefined
  /** A value about the outcome that was not understood. */
  readonly unknown?: string
  readonly words?: readonly string[]
}

const successWord = /^(?:success|successful|successfully|succeeded)$/i

const agreement = /^(?:ok|okay|yes|true|done|completed)$/i

const failureWord =
  /^(?:false|no|nok|not ok|ko|error|fail|failed|failure|unsuccessful|refused|rejected|denied|declined)$/i

const later = /^(?:accepted|pending|queued|scheduled|received|submitted|processing|in[ _-]?progress|waiting|partial)$/i

/** Matches the values of an error field that mean no error. */
const noFault =
  /^(?:none|null|nil|non|no|false|0+|ok|okay|success|n\/?a|-+|undefined|nothing|(?:no|0|zero) errors?|without errors?)$/i

/** Whether a code says no. `NO_DATA_FOUND` does not say no, because it may describe an empty list. */
const isCodeOfNo = (words: string): boolean =>
  soundsLikeNo(words) && !/^no (?:data|records?|rows?|results?|entries|match(?:es)?)(?: found)?$/i.test(words)

/** Whether a text is a code such as `required` or `user_exists`: one word, or several joined words. */
const isCode = (text: string): boolean => !/\s/.test(text)

const toWords = (text: string): string => text.replaceAll('_', ' ')

/** The words in a value, or in a list or object of values. Validation errors come as lists or objects. */
const wordsIn = (value: Json): readonly string[] => textsIn(value).slice(0, mostValues).map(toWords)

/** Matches the names of wrappers that may have a text in place of an object. Other wrappers, such as `customer`, may have a name. */
const contents = /^(?:data|d|results?|response|return|body|contents?|payload|value|output)$/

/** The texts of a field such as `data` that sound like no. An identifier or a token, which may have digits, is no such text. */
const reasonsIn = (value: Json): readonly string[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value])
    .slice(0, mostValues)
    .flatMap((part) => asText(part)?.slice(0, longestValue) ?? [])
    .filter((text) => !noFault.test(text) && !(isCode(text) && /[^\p{L}_-]/u.test(text)) && isCodeOfNo(toWords(text)))
    .map(toWords)

/** What the fields of an answer say about the outcome, whatever its HTTP status. */
export type Signals = ReturnType<typeof summarize>

/** Collects the signals of an answer. In the answer to a read, the fields of the records in a list do not count. */
export function readSignals(data: Json, operation: Operation, names: FieldNames): Signals {
  const reads = operation.effect === 'read'
  const objects = objectLevels(data, names).flatMap((level) => {
    if (!reads || level.length === 1) return level
    const outcomes = level.filter((object) => tellsOutcomeOnly(object, names))
    return level.length - outcomes.length > 1 ? outcomes : level
  })
  // A lone number or flag says nothing unless it is mapped: `true` may mean that there was an error.
  const alone = asText(data)
  const marks: Mark[] = [alone === undefined ? {} : (readMapped(alone, names) ?? { unknown: alone })]
  const refuses = (words: string): boolean => {
    const { says } = readWording(words, operation, names)
    return says === 'refuses' || says === 'says-absent'
  }
  for (const object of objects) marks.push(...marksOf(object, { reads, names, refuses }))
  if (operation.effect === 'create') {
    const userids = objects.flatMap((object) => useridOf(object, names) ?? [])
    if (userids.some(isUserid)) marks.push({ is: 'agreed' })
    if (userids.some(isReason)) marks.push({ is: 'doubt' })
  }
  if (!reads && hasHiddenFault(data, names, refuses)) marks.push({ is: 'doubt' })
  const isAnyStrange = objects.some((object) => isStrange(object, names))
  return summarize(marks, isAnyStrange)
}

function summarize(marks: readonly Mark[], strange: boolean) {
  const has = (kind: Mark['is']): boolean => marks.some(({ is }) => is === kind)
  return {
    /** Whether there is a clear yes: a true flag, or a mapped word. */
    succeeded: has('yes'),
    /** Whether there is a yes that may refer to the exchange alone, such as `status: "OK"`, or the user ID in the answer to a creation. */
    agreed: has('agreed'),
    /** Whether there is a clear no: a false flag, or an error that was understood. */
    failed: has('no'),
    /** Whether a status code inside the body leaves the outcome open, such as a 5xx. */
    unsure: has('open'),
    /** Whether there is evidence against a yes, but too little evidence for a no. */
    doubted: has('doubt'),
    unknown: [...new Set(marks.flatMap(({ unknown }) => unknown?.slice(0, longestValue) ?? []))],
    /** Whether there are words under unknown names. Such words may mean anything. */
    strange,
    /** The platform's messages. The messages of the outermost object come first. */
    messages: [...new Set(marks.flatMap(({ words }) => words ?? []))],
  } as const
}

export const noSignals = summarize([], false)

const useridOf = (object: JsonObject, names: FieldNames): string | undefined =>
  [object, ...logInParts(object)].map((part) => findText(part, 'userid', names)).find((text) => text !== undefined)

interface Reading {
  readonly reads: boolean
  readonly names: FieldNames
  readonly refuses: (words: string) => boolean
}

/** Matches a status that a platform writes as a number. */
const figure = /^\d{1,3}$/

function marksOf(object: JsonObject, { reads, names, refuses }: Reading): readonly Mark[] {
  const isRecord = (['userid', 'firstname', 'lastname', 'mobile'] as const).some(
    (field) => findText(object, field, names) !== undefined,
  )
  // A mapped status is the customer's status and not the outcome. The same is true of a number or a flag in the customer's own record.
  const isOfCustomer = (name: string, value: Json): boolean => {
    const text = asText(value)
    if (text === undefined || !names.status.includes(name) || mappedOf('outcome', names).includes(name)) return false
    if (isMappedStatus(value, names)) return true
    // After a change, the status Pending may mean that the change has not been made yet, so Pending does not count as the customer's
    // status.
    const known = knownStatus(text)
    if (known !== undefined) return isRecord || reads || known !== 'Pending'
    return isRecord && (typeof value === 'boolean' || figure.test(text) || isMappedWord(text, names))
  }
  return Object.entries(object).map(([key, value]) => {
    const name = plainName(key)
    if (isOfCustomer(name, value)) return {}
    if (names.outcome.includes(name) || names.result.includes(name)) return readOutcome(name, value, names)
    // A mapped status word says nothing about the call if it is in a message field.
    if (names.message.includes(name)) return isMappedStatus(value, names) ? {} : { words: wordsIn(value) }
    if (names.fault.includes(name)) return readFault(value, refuses)
    // To a read, 404 may say only that there is no such record.
    if (reads && name === 'statuscode' && asText(value) === '404') return { is: 'doubt', unknown: '404' }
    if (names.code.includes(name)) return readOutcomeCode(name, value)
    if (!reads && names.wrapper.includes(name) && contents.test(name)) return { words: reasonsIn(value) }
    // In a customer's record, 0 is a count, or means that a time is not set. Such a 0 does not say that the work was not done.
    const isNoOutcome = reads && isRecord && asText(value) === '0'
    if (!reads && failures.test(name) && asText(value) !== undefined && !isNothing(value)) return { is: 'doubt' }
    const isDeed = names.deed.includes(name) || (!reads && doneByChange.test(name))
    return isDeed && isNothing(value) && !isNoOutcome ? { is: 'doubt' } : {}
  })
}

/** Matches the names of fields in the answer to a change that say what was done, and of those that count failures. */
const [doneByChange, failures] = [
  /^(?:created|registered|bound|assigned|linked|attached|paired|(?:created|added|renewed|changed|updated|inserted|success|succeeded|successful)count)$/,
  /^(?:failed|failures?|errors?|faults?|rejected)count$|^(?:total|num(?:ber)?of)(?:failed|failures|errors|faults|rejected)$/,
]

const isMappedWord = (text: string, names: FieldNames): boolean =>
  names.approvalWord.includes(plainWords(text)) || names.refusalWord.includes(plainWords(text))

const nothing: ReadonlySet<string | undefined> = new Set(['0', 'false', 'no', 'none'])
const isNothing = (value: Json): boolean => nothing.has(asText(value)?.toLowerCase())

/** Whether a nested part of the answer that the other functions skip reports a failure. */
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

/** The meaning of an outcome field. A mapped word takes precedence. */
function readOutcome(name: string, value: Json, names: FieldNames): Mark {
  const text = asText(value)
  if (text === undefined) return {}
  const isOwn = mappedOf('outcome', names).includes(name)
  const mapped = readMapped(text, names)
  if (mapped !== undefined) return mapped
  const tells = isOwn || names.flag.includes(name) || name === 'result' || name === 'outcome'
  // `status: true` may be the customer's status or the outcome of the call.
  if (/^true$/i.test(text)) return tells ? { is: 'yes' } : { is: 'agreed', unknown: text }
  if (/^false$/i.test(text)) return tells ? { is: 'no' } : { is: 'doubt', unknown: text }
  if (successWord.test(text)) return { is: 'yes' }
  if (agreement.test(text)) return { is: 'agreed' }
  if (failureWord.test(text)) return { is: 'no' }
  if (later.test(text)) return { is: 'doubt', unknown: text }
  if (/^\d{3}$/.test(text) && names.code.includes(name)) return readOutcomeCode(name, value)
  return /\p{L}/u.test(text) ? { words: [toWords(text)] } : { unknown: text }
}

function readMapped(text: string, { approvalWord, refusalWord, absenceWord }: FieldNames): Mark | undefined {
  const said = plainWords(text)
  const [isYes, isNo] = [approvalWord, [...refusalWord, ...absenceWord]].map((mapped) => mapped.includes(said))
  if (isYes && isNo) return { unknown: text }
  if (isYes) return { is: 'yes' }
  const words = [toWords(text)]
  // A word for absent does not decide alone, because other words beside this word may mean something else.
  if (absenceWord.includes(said)) return { words }
  // A word for no is a message only if it is about credentials. Otherwise only the words beside it can say what is missing.
  return isNo ? { is: 'no', ...(isAboutCredentials(said) && { words }) } : undefined
}

/**
 * The meaning of an error field. Unknown words are only a doubt: they may mean "none" in another language, and some platforms put every
 * message into an error field. A single word is read as a code. A code is an error if it sounds like no.
 */
function readFault(value: Json, refuses: (words: string) => boolean): Mark {
  if (value === true || /^(?:true|yes)$/i.test(asText(value) ?? '')) return { is: 'no' }
  const told = textsIn(value)
    .filter((text) => !noFault.test(text))
    .slice(0, mostValues)
  if (told.length === 0) return {}
  const isRefused = told.some((text) => (isCode(text) ? isCodeOfNo(toWords(text)) : refuses(text)))
  const words = told.filter((text) => /\p{L}/u.test(text)).map(toWords)
  return isRefused ? { is: 'no', words } : { is: 'doubt', words, unknown: told.map(toWords).join(' ') }
}

/** The meaning of a code. A refusing HTTP status counts as a no only if the field is named as an HTTP status. */
function readOutcomeCode(name: string, value: Json): Mark {
  const text = asText(value) ?? ''
  if (/^(?:|0+|2\d\d|s_ok|ok|success|null|none)$/i.test(text)) return {}
  const code = /^\d{3}$/.test(text) ? Number(text) : 0
  if (isPassing(code)) return { is: 'open' }
  if (/http|^statuscode$/.test(name) && code > 0) return { is: isRefusing(code) ? 'no' : 'open' }
  return { is: 'doubt', unknown: text.replaceAll(/[_-]+/g, ' ') }
}

/** `longestValue`: how many characters of an outcome value are read. `mostValues`: how many values of a list are read. */
const longestValue = 2000
const mostValues = 50

function textsIn(value: Json): readonly string[] {
  const text = asText(value)
  if (text !== undefined) return [text.slice(0, longestValue)]
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}
