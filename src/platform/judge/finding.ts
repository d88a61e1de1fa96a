import type { Json } from '../answer.ts'
import { isObject, type Body } from '../body.ts'
import type { Operation } from '../catalogue/operation.ts'
import { isAboutCredentials } from '../words/credential-words.ts'
import { plainName, plainWords, type FieldNames } from '../field-names.ts'
import { asText } from '../find-fields.ts'
import { holdsValues } from '../text/propose-text-layout.ts'
import type { Wording } from '../words/said.ts'
import { noSignals, readSignals, type Signals } from './signals.ts'
import { readTaughtBody, type Reading } from '../text/taught-body.ts'
import { readTaughtWords } from '../words/taught-wording.ts'
import { isRouteMessage, readWording } from '../words/wording.ts'

/** An understood answer in parts: what the judges decide by. */
export interface AnswerFinding {
  readonly status: number
  readonly body: Body
  readonly data: Json | undefined
  readonly signals: Signals
  /** One a message, or the one of a text body. */
  readonly wordings: readonly Wording[]
  /** The body is a text of values that no layout was taught for: no words of the platform. */
  readonly isValues: boolean
  /** A web server spoke of a path, not the operation of a customer. */
  readonly aboutRoute: boolean
  readonly aboutCredentials: boolean
  /** Words and values that tell the outcome and were not understood. */
  readonly unknownWords: readonly string[]
  readonly names: FieldNames
}

/** Enough to judge by; more is rubbish, and would only take time. */
const maxMessages = 50
const maxLength = 2000

const saysNothing: Wording = { says: 'says-nothing', speaksForYes: false, speaksForNo: false }

/** Takes an answered exchange apart for the judges. */
export function readFinding(status: number, text: string, operation: Operation, reading: Reading): AnswerFinding {
  const { names } = reading
  const body = readTaughtBody(text, operation, reading)
  const listed = body.kind === 'data' && operation.effect === 'read' ? withoutHead(body.data, names) : undefined
  const data = listed ?? (body.kind === 'data' ? body.data : body.kind === 'text' ? body.text : undefined)
  const signals = body.kind === 'data' ? readSignals(body.data, operation, names) : noSignals
  // Such a text says neither yes nor no, beyond the words that were taught.
  const isValues = body.kind === 'text' && holdsValues(body.text)
  // A row that is no record still says one thing in each of its fields.
  const isRow =
    body.kind === 'text' && reading.layout?.form !== 'named' && readTaughtWords(body.text, names) === undefined
  const fields = isRow ? reading.layout?.fieldSeparator : undefined
  const words = wordsOf({ body, signals })
    .flatMap((one) => (fields === undefined ? [one] : one.split(fields).filter((part) => part.trim() !== '')))
    .slice(0, maxMessages)
    .map((one) => one.slice(0, maxLength))
  const said = words.map((one) =>
    isValues ? (readTaughtWords(one, names) ?? saysNothing) : readWording(one, operation, names),
  )
  // A field that is only the word of no is explained by the field that says what is missing.
  const isAbsent = fields !== undefined && said.some(({ says }) => says === 'says-absent')
  const wordings = said.filter(
    ({ says }, index) => !(isAbsent && says === 'refuses' && /^\S+$/.test(words[index] ?? '')),
  )
  return {
    status,
    body,
    data,
    signals,
    isValues,
    wordings,
    aboutRoute: !isValues && words.some(isRouteMessage),
    aboutCredentials: !isValues && [...words, ...signals.unknown].some(isAboutCredentials),
    // Values may be a customer's own: they are no words of the platform.
    unknownWords: isValues
      ? []
      : [...words.filter((_, index) => said[index]?.says === 'says-nothing'), ...signals.unknown],
    names,
  }
}

/** A list without its first record, where that only counts the others or says that all went well; undefined where it does not. */
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

/** The platform's own words in an answer. */
export const wordsOf = ({ body, signals }: Pick<AnswerFinding, 'body' | 'signals'>): readonly string[] =>
  body.kind === 'text' ? [body.text] : signals.messages
