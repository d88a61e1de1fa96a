import { readDay } from '../../shared/domain/day.ts'
import type { DateOrder, DateOrders, Json } from '../answer.ts'
import { isObject } from '../body.ts'
import { plainName, type FieldNames } from '../field-names.ts'

const parted = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?=$|[T ])/

/** The fields that the platform itself writes. A birthday may be as a person typed it. */
const datesOf = ({ endDate, startDate, createdAt }: FieldNames): ReadonlySet<string> =>
  new Set([...endDate, ...startDate, ...createdAt])

/** What is known of the order after an answer, from what was known before; undefined if nothing is. */
export function learnDateOrders(
  data: Json | undefined,
  names: FieldNames,
  before: DateOrders | undefined,
): DateOrders | undefined {
  const dates = datesOf(names)
  const orders: Record<string, DateOrder> = { ...before }
  const against: (readonly [separator: string, order: DateOrder])[] = []
  walk(data, (text, key) => {
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

/** Writes the dates of an answer as `yyyy-MM-dd` where their order is known and they could be read either way. */
export function settleDates(data: Json, names: FieldNames, orders: DateOrders): Json {
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

/** The order that a text shows if it is a date that can be read in one way only. */
function showOrder(text: string): readonly [separator: string, order: DateOrder] | undefined {
  const [, first = '', separator = '', second = ''] = parted.exec(text.trim()) ?? []
  if (first === second || Number(first) === Number(second) || readDay(text) === undefined) return undefined
  return [separator, Number(first) > 12 ? 'day-first' : 'month-first']
}

function walk(value: Json | undefined, visit: (text: string, key: string) => void, key = ''): void {
  if (typeof value === 'string') visit(value, key)
  else if (Array.isArray(value)) for (const element of value as readonly Json[]) walk(element, visit, key)
  else if (isObject(value)) for (const [name, inner] of Object.entries(value)) walk(inner, visit, name)
}
