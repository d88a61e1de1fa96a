import type { TextLayout } from '../shared/domain/field-mapping/field-mapping.ts'
import {
  type Answer,
  type DateOrder,
  type DateOrders,
  defaultFieldNames,
  type FieldNames,
  type Json,
  plainName,
  type Verdict,
} from './answer.ts'
import { isObject } from './body.ts'
import type { Operation } from './catalogue/operation.ts'
import { visitTexts } from './find-fields.ts'
import { findPasswords } from './find-passwords.ts'
import type { Exchange } from './transport/exchange.ts'
import { type AnswerFinding, judgeChange, judgeRead, readFinding, wordsOf } from './judge/judge.ts'
import { deniesOnly, mayConcernCredentials } from './words/wording.ts'
import { createRedactor, type Redactor, hidePasswords } from './redact.ts'
import { maskMappedPasswords } from './text/text-records.ts'
import { readDay } from '../shared/domain/day.ts'

/** The longest wait that is accepted, in milliseconds: one hour. If an answer asks for a longer wait, the server or a clock is wrong. */
const longestMs = 60 * 60 * 1000

export interface InterpretContext {
  /** The present time, in milliseconds since 1970. */
  readonly now: number
  /** Removes the sent token and passwords from messages and raw text. */
  readonly redactor: Redactor
  /** Removes only the token from data, because the code that reads the data may need the password. */
  readonly tokenRedactor: Redactor
  readonly names?: FieldNames | undefined
  /** The layout of plain texts. Without a layout, a plain text stays text. */
  readonly layout?: TextLayout | undefined
  /** The order of day and month in this platform's dates, as far as earlier answers showed it. */
  readonly dateOrders?: DateOrders | undefined
  /** If true, the `raw` text of the answer is not cut. */
  readonly isWhole?: boolean
}

const maxMessage = 500
const maxRaw = 64 * 1024

/** Interprets one exchange. Never guesses success: if it is not certain, the verdict is `unclear` (What clients saw). */
export function interpret(exchange: Exchange, operation: Operation, context: InterpretContext): Answer {
  if (exchange.reach !== 'answered')
    return { verdict: 'unclear', reach: exchange.reach, failure: exchange.failure, raw: '' }
  const { status, headers, text } = exchange
  const reading = { names: context.names ?? defaultFieldNames, layout: context.layout }
  const total = readTotal(status, headers)
  const finding = { ...readFinding(status, text, operation, reading), ...(total !== undefined && { total }) }
  // A cache stored this answer earlier, so it says nothing about this call or about the platform's present state.
  const isStored = Number(headers['age'] ?? 0) > 0 || stale.test(headers['warning'] ?? '')
  const judged = operation.effect === 'read' ? judgeRead(operation, finding) : judgeChange(finding)
  const verdict: Verdict = isStored ? 'unclear' : judged
  const own = createRedactor(findPasswords(finding.data, operation, reading.names))
  const clean = (dirty: string) => hidePasswords(own.text(context.redactor.text(dirty)), context.names?.password)
  const speaks = !finding.isValues || verdict === 'refused' || verdict === 'absent'
  const message = speaks ? clean(wordsOf(finding).join(' ')).slice(0, maxMessage) : ''
  const raw = clean(maskMappedPasswords(text, operation, reading))
  const retryAfterMs = readRetryAfter(headers, context.now)
  const saidAt = isStored ? undefined : readSaidAt(headers)
  // A refusal that consists only of an HTTP status or a single word may be about the token. So the words of such a refusal count as not
  // understood.
  const isPuzzling = judged === 'unclear' || (judged === 'refused' && !finding.isExplained)
  const unknown = isPuzzling ? clean(sayUnknown(finding)) : ''
  const dateOrders = learnDateOrders(finding.data, reading.names, context.dateOrders)
  const credentials =
    !isStored && (status === 401 || status === 403 || (verdict === 'refused' && finding.aboutCredentials))
  return {
    verdict,
    reach: 'answered',
    status,
    ...(message === '' ? {} : { message }),
    ...(finding.data === undefined
      ? {}
      : { data: redactData(settleDates(finding.data, reading.names, dateOrders ?? {}), context.tokenRedactor) }),
    ...(total === undefined ? {} : { total }),
    ...(dateOrders === undefined ? {} : { dateOrders }),
    raw: context.isWhole === true ? raw : raw.slice(0, maxRaw),
    ...(saidAt === undefined ? {} : { saidAt }),
    ...(isStored ? { isStored } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(credentials ? { credentials } : {}),
    ...(credentials && mayAskPassword(operation, finding) ? { asksPassword: true as const } : {}),
    ...(verdict === 'refused' && status >= 200 && status < 300 ? { byWords: true as const } : {}),
    ...(unknown === '' ? {} : { unknownWords: unknown.slice(0, maxMessage) }),
    ...(context.names === undefined ? {} : { names: context.names }),
  }
}

/**
 * Whether an answer about credentials may be about the customer's password. A 401 always may, and so may words about a password. A 403 with
 * other words gives another reason, such as "Not enough credit". A 403 without a reason counts only for a change: a read may be forbidden
 * for everybody, while the change itself is allowed.
 */
function mayAskPassword({ effect, parameters }: Operation, finding: AnswerFinding): boolean {
  if (!parameters.some(({ name }) => name === 'password')) return false
  if (finding.aboutCredentials || finding.status === 401) return true
  const words = [...wordsOf(finding), ...finding.signals.unknown].filter((one) => /\p{L}/u.test(one))
  return words.some(mayConcernCredentials) || (effect !== 'read' && words.every(deniesOnly))
}

/**
 * The part of an answer that was not understood. Words with digits become `#`, so that the same message about two customers compares equal.
 * If only the name of a field is unknown, the names of all fields are listed instead.
 */
function sayUnknown({ unknownWords, data, signals }: AnswerFinding): string {
  const words = unknownWords.length > 0 ? unknownWords : signals.strange ? fieldsOf(data) : []
  const masked = words.map((one) =>
    /\p{L}/u.test(one) ? one.replace(/\S+/g, (word) => (/\d/.test(word) ? '#' : word)) : one,
  )
  return [...new Set(masked)].join(' · ')
}

const fieldsOf = (data: Json | undefined): readonly string[] => (isObject(data) ? Object.keys(data) : [])

function redactData(data: Json, redactor: Redactor): Json {
  if (typeof data === 'string') return redactor.text(data)
  if (Array.isArray(data)) return (data as readonly Json[]).map((element) => redactData(element, redactor))
  if (!isObject(data)) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [redactor.text(key), redactData(value, redactor)]),
  )
}

/**
 * The wait that `Retry-After` asks for, in milliseconds and at most one hour. If `Retry-After` is a date, the date is compared with the
 * `Date` header of the same answer, because the clock of this computer may be wrong. Without a `Date` header, the date is compared with
 * `now` (milliseconds since 1970).
 */
export function readRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const value = headers['retry-after']?.trim()
  if (value === undefined || value === '') return undefined
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, longestMs)
  const until = Date.parse(value)
  if (Number.isNaN(until)) return undefined
  return Math.min(Math.max(until - (readSaidAt(headers) ?? now), 0), longestMs)
}

/** Matches the warnings of a cache that its answer is stale: RFC 7234, 5.5.1 and 5.5.2. */
const stale = /(?:^|,)\s*11[01]\s/

const nextLink = /;\s*rel\s*=\s*"?(?:[\w-]+\s+)*next(?=["\s;,]|$)/i

/** How many entries the whole list has, by the headers of a page. Undefined if they do not tell. */
function readTotal(status: number, headers: Readonly<Record<string, string>>): number | undefined {
  const [, first = '', last = '', whole = ''] = /(\d+)-(\d+)\/(\d+|\*)/.exec(headers['content-range'] ?? '') ?? []
  const isWhole = first !== '' && Number(first) === 0 && Number(whole) === Number(last) + 1
  if (nextLink.test(headers['link'] ?? '') || (status === 206 && !isWhole)) return Infinity
  const told = ['x-total-count', 'x-total', 'total-count'].map((name) => headers[name]?.trim() ?? '')
  const counts = [...told, whole].filter((text) => /^\d+$/.test(text)).map(Number)
  return counts.length === 0 ? undefined : Math.max(...counts)
}

function readSaidAt(headers: Readonly<Record<string, string>>): number | undefined {
  const said = Date.parse(headers['date'] ?? '')
  return Number.isNaN(said) ? undefined : said
}

const parted = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?=$|[T ,])/

/** The names of the date fields that the platform itself writes. Birthdays are left out, because operators type birthdays in any form. */
const datesOf = ({ endDate, startDate, createdAt }: FieldNames): ReadonlySet<string> =>
  new Set([...endDate, ...startDate, ...createdAt])

/** Combines the known orders of day and month with the orders that this answer shows. Undefined if no order is known. */
function learnDateOrders(
  data: Json | undefined,
  names: FieldNames,
  before: DateOrders | undefined,
): DateOrders | undefined {
  const dates = datesOf(names)
  const orders: Record<string, DateOrder> = { ...before }
  const against: (readonly [separator: string, order: DateOrder])[] = []
  visitTexts(data, (text, key) => {
    const shown = showOrder(text)
    if (shown === undefined) return
    const [separator, order] = shown
    const known = orders[separator]
    if (!dates.has(plainName(key))) against.push(shown)
    else orders[separator] = known === undefined || known === order ? order : 'mixed'
  })
  for (const [separator, order] of against)
    if (orders[separator] !== undefined && orders[separator] !== order) orders[separator] = 'mixed'
  return Object.keys(orders).length === 0 ? undefined : orders
}

/** Rewrites ambiguous dates as `yyyy-MM-dd` if the order of day and month is known. */
function settleDates(data: Json, names: FieldNames, orders: DateOrders): Json {
  if (Object.values(orders).every((order) => order === 'mixed')) return data
  const dates = datesOf(names)
  const settle = (value: Json, key: string): Json => {
    if (typeof value === 'string') return dates.has(plainName(key)) ? settleDate(value, orders) : value
    if (Array.isArray(value)) return (value as readonly Json[]).map((element) => settle(element, key))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, settle(inner, name)]))
  }
  return settle(data, '')
}

function settleDate(text: string, orders: DateOrders): string {
  const trimmed = text.trim()
  const [, first = '', separator = '', second = '', year = ''] = parted.exec(trimmed) ?? []
  const order = orders[separator]
  if (order === undefined || order === 'mixed' || readDay(trimmed) !== undefined) return text
  const [day, month] = order === 'day-first' ? [first, second] : [second, first]
  const rest = trimmed.replace(parted, '')
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`
}

/** The separator of a date and its order of day and month, if the date can be read in only one way. Otherwise undefined. */
function showOrder(text: string): readonly [separator: string, order: DateOrder] | undefined {
  const [, first = '', separator = '', second = ''] = parted.exec(text.trim()) ?? []
  if (first === second || Number(first) === Number(second) || readDay(text) === undefined) return undefined
  return [separator, Number(first) > 12 ? 'day-first' : 'month-first']
}
