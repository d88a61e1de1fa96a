import type { Json } from '../answer.ts'
import { isObject, type Body } from '../body.ts'
import type { Operation } from '../catalogue/operation.ts'
import { plainName, plainWords, type FieldNames } from '../field-names.ts'
import { asText } from '../find-fields.ts'
import { holdsValues } from '../text/propose-text-layout.ts'
import { isAboutCredentials, readMappedWords, type Wording } from '../words/said.ts'
import { noSignals, readSignals, type Signals } from './signals.ts'
import { readMappedBody, type Reading } from '../text/text-records.ts'
import { isRouteMessage, readWording } from '../words/wording.ts'

/** The parts of an answer that `judgeRead` and `judgeChange` need. */
export type AnswerFinding = ReturnType<typeof readFinding>

/** How many messages of an answer are read, and how many characters of each message. Judging an answer does not need more. */
const maxMessages = 50
const maxLength = 2000

const saysNothing: Wording = { says: 'says-nothing', speaksForYes: false, speaksForNo: false }

/** Splits an answered exchange into the parts that `judgeRead` and `judgeChange` need. */
export function readFinding(status: number, text: string, operation: Operation, reading: Reading) {
  const { names } = reading
  const body = readMappedBody(text, operation, reading)
  const listed = body.kind === 'data' && operation.effect === 'read' ? withoutHead(body.data, names) : undefined
  const data = listed ?? (body.kind === 'data' ? body.data : body.kind === 'text' ? body.text : undefined)
  const signals = body.kind === 'data' ? readSignals(body.data, operation, names) : noSignals
  // In a text that is a list of values, only mapped words say yes or no.
  const isValues = body.kind === 'text' && holdsValues(body.text)
  // This text does not fit the configured table layout. Each field of the text still counts as one message.
  const { layout } = reading
  const isRow = body.kind === 'text' && layout !== undefined && layout.form !== 'named'
  const fields = isRow && readMappedWords(body.text, names) === undefined ? layout.fieldSeparator : undefined
  const words = wordsOf({ body, signals })
    .flatMap((one) => (fields === undefined ? [one] : one.split(fields).filter((part) => part.trim() !== '')))
    .slice(0, maxMessages)
    .map((one) => one.slice(0, maxLength))
  const said = words.map((one) =>
    isValues ? (readMappedWords(one, names) ?? saysNothing) : readWording(one, operation, names),
  )
  // One field may have only a word for no, while another field says what is missing. The second field explains the first, so the word for
  // no is left out.
  const isAbsent = fields !== undefined && said.some(({ says }) => says === 'says-absent')
  const wordings = said.filter(
    ({ says }, index) => !(isAbsent && says === 'refuses' && /^\S+$/.test(words[index] ?? '')),
  )
  return {
    status,
    body,
    data,
    signals,
    /** Whether the body is a plain text that lists values and fits no configured layout. Such a text holds no message of the platform. */
    isValues,
    /** The meaning of each message. A text body is one message, or one message for each field if the layout is a table. */
    wordings,
    /** Whether a message comes from a web server and is about a path, not about a customer. */
    aboutRoute: !isValues && words.some(isRouteMessage),
    /** Whether an understood sentence says no. A single word for no explains nothing. */
    isExplained: said.some(
      ({ says }, index) => (says === 'refuses' || says === 'says-absent') && /\S\s+\S/.test(words[index] ?? ''),
    ),
    aboutCredentials: !isValues && [...words, ...signals.unknown].some(isAboutCredentials),
    /** Words and values about the outcome that were not understood. Empty for a list of values, because the values may be customer data. */
    unknownWords: isValues
      ? []
      : [...words.filter((_, index) => said[index]?.says === 'says-nothing'), ...signals.unknown],
    names,
  } as const
}

/** The list without its first record, if that record only counts the other records or reports success. Otherwise undefined. */
function withoutHead(data: Json, names: FieldNames): Json | undefined {
  if (!Array.isArray(data) || data.length < 2) return undefined
  const [head, ...records] = data as readonly Json[]
  const told = isObject(head) ? Object.entries(head) : []
  const approves = (key: string, value: Json): boolean =>
    names.outcome.includes(plainName(key)) && names.approvalWord.includes(plainWords(asText(value) ?? ''))
  const others = told.filter(([key, value]) => !approves(key, value))
  const isCount = others.length === 0 || (others.length === 1 && asText(others[0]?.[1]) === String(records.length))
  const isApart = told.every(([key]) => !records.some((record) => isObject(record) && Object.hasOwn(record, key)))
  return told.length > 0 && isCount && isApart ? records : undefined
}

/** The platform's own messages in an answer. */
export const wordsOf = ({ body, signals }: { readonly body: Body; readonly signals: Signals }): readonly string[] =>
  body.kind === 'text' ? [body.text] : signals.messages

/**
 * Weighs the evidence for yes and for no in an answer's fields and words together. A yes that may refer to the HTTP exchange
 * alone counts only if the whole answer was understood.
 */
export function weigh({ signals, wordings, unknownWords, aboutCredentials }: AnswerFinding) {
  const says = (what: Wording['says']): boolean => wordings.some((one) => one.says === what)
  const namesWork = wordings.some((one) => one.namesWork) && !unknownWords.some(hasWords)
  const agreed = (says('approves') || (signals.agreed && !signals.strange)) && unknownWords.length === 0
  // A mapped word for "absent" does not say what is missing. If there is also a message that was not understood, anything may be missing.
  const isAlone = !says('says-nothing') || aboutCredentials
  const saidNo =
    says('refuses') || wordings.some((one) => one.says === 'says-absent' && (isAlone || one.isMapped !== true))
  return {
    yes: signals.succeeded || namesWork || agreed,
    /** Whether part of the answer says yes, so that a no is not believed. */
    someYes: signals.succeeded || signals.agreed || wordings.some(({ speaksForYes }) => speaksForYes),
    /** Whether fields or words say a plain no, or say that the record does not exist. */
    no: signals.failed || saidNo,
    /** Whether words alone say a plain no, or say that the record does not exist. */
    saidNo,
    /** Whether something sounds like no, so that a yes is not believed. */
    someNo: signals.failed || signals.doubted || wordings.some(({ speaksForNo }) => speaksForNo),
    /** Whether the platform may still make the change. */
    open: signals.unsure || says('busy'),
  }
}

/**
 * Whether a text has words and is not only a number or a flag. Beside understood words, numbers and flags are harmless, but unknown words
 * are not.
 */
const hasWords = (text: string): boolean => /\p{L}/u.test(text) && !/^(?:true|false)$/i.test(text)
