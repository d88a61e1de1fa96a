import {
  type Answer,
  type Field,
  type FieldNames,
  type Json,
  mappedOf,
  namesOf,
  plainName,
  plainWords,
} from '../answer.ts'
import { isObject } from '../body.ts'
import type { Returns } from '../catalogue/operation.ts'
import { soundsLikeNo } from '../words/wording.ts'
import { isNothing, saysLast, saysRemoved } from './read-devices.ts'
import {
  addressFields,
  asText,
  beside,
  type CustomerRecord,
  type CustomersPage,
  findAll,
  findMapped,
  findSoleList,
  findText,
  furtherFields,
  identityFields,
  isKnownName,
  logInParts,
  noDate,
  type JsonObject,
  objectLevels,
  statusMeant,
  subscriptionFields,
  tellsOutcomeOnly,
  unwrapObject,
} from '../find-fields.ts'

/** Fields that a platform can show under several names with different values. All these values are right, and the first one is used. */
const manySided: ReadonlySet<Field> = new Set(['product', 'phone', 'reseller', 'street', 'deviceLimit'])

/** Matches placeholders for a missing value. */
const nothing = /^(?:0|n\/?a|-+|null|nil|none|undefined)$/i

const isCustomer = (object: JsonObject, names: FieldNames): boolean =>
  identityFields.some((field) => findValue(object, field, names) !== undefined) ||
  findInLogIn(object, 'userid', names) !== undefined

const toValue = (value: Json): readonly string[] => {
  const text = typeof value === 'boolean' ? undefined : asText(value)
  return text === undefined || nothing.test(text) || noDate.test(text) ? [] : [text]
}

/** Matches the names of nested parts that are not about the customer's present subscription. */
const elsewhere =
  /history|movement|event|log|previous|former|last|old|next|invoice|payment|order|device|reseller|parent|owner|card|bank|token|session|certificate|voucher|coupon|promo|extra|add-?on|bonus/i

/** Whether a status describes the call and not the customer, as in `status: "success"` and `status: 200`. */
const isOutcome = (text: string): boolean => /^(?:\d+|true|false|ok|success\w*|error|fail\w*)$/i.test(text)

/** The parts of an answer that the readers use. It carries its platform's field names; callers pass `names` only to try others. */
type Data = Pick<Answer, 'data' | 'names' | 'total'>

/** The user ID and password that the platform says it created (What clients saw, addCustomer). */
export interface CreatedLogIn {
  readonly userid: string
  readonly password?: string
}

/** The number of records on a full page of getCustomers (Limits). */
const fullPage = 100

/** The only customer in an answer. Undefined if there is none or several, if the customer was removed, or if the answer was not understood. */
export function readCustomer(answer: Data, names: FieldNames = namesOf(answer)): CustomerRecord | undefined {
  const object = findCustomer(answer, names)
  return object && toRecord(object, names)
}

/**
 * Whether the only customer in an answer has a user ID or a mapping id, empty fields and nothing else. Services return such a record for a
 * customer that does not exist: they fill in only what was asked for.
 */
export function showsOnlyId(answer: Data, names: FieldNames = namesOf(answer)): boolean {
  const object = findCustomer(answer, names)
  if (object === undefined) return false
  const isId = (name: string): boolean => names.userid.includes(name) || names.customermappingid.includes(name)
  const { userid, customermappingid } = toRecord(object, names)
  const parts = [object, ...logInParts(object)]
  const others = parts
    .flatMap((part) => Object.entries(part))
    .filter(([key, value]) => !isId(plainName(key)) && !parts.includes(value as JsonObject))
    .filter(([key, value]) => !tellsOutcome(plainName(key), value, names))
  return (userid === undefined) !== (customermappingid === undefined) && others.length > 0 && others.every(isEmpty)
}

/** Whether a field of a record tells only that the call succeeded, or has a message. */
const tellsOutcome = (name: string, value: Json, names: FieldNames): boolean =>
  names.message.includes(name) ||
  names.fault.includes(name) ||
  ((names.outcome.includes(name) || names.code.includes(name)) &&
    /^(?:2\d\d|true|ok|success\w*)$/i.test(asText(value) ?? ''))

/** Whether a field has no value: nothing, 0, false, no date, or only such values inside. */
function isEmpty([, value]: readonly [string, Json]): boolean {
  if (typeof value === 'object' && value !== null) return Object.entries(value).every(isEmpty)
  const text = asText(value) ?? ''
  return text === '' || /^false$/i.test(text) || Number(text) === 0 || toValue(text).length === 0
}

function findCustomer(answer: Data, names: FieldNames): JsonObject | undefined {
  // Some platforms return a single customer as a list with one element, beside a flag or a count.
  const inLists = { ...names, wrapper: [...names.wrapper, ...names.customerList] }
  for (const objects of objectLevels(answer.data, inLists)) {
    if (objects.some(saysRemoved)) return undefined
    const level = objects.filter((object) => !tellsOutcomeOnly(object, names))
    const customer = level.find((object) => isCustomer(object, names))
    // An unknown object beside the customer could be a second customer. In that case neither is returned.
    if (customer !== undefined) return level.length > 1 ? undefined : customer
  }
  return undefined
}

/** Matches the words of a code that gives a reason, such as `USER_EXISTS`. A user ID may have other words that sound like no. */
const codeOfReason =
  /(?<!\p{L})(?:exists?|invalid|duplicated?|failed|failure|error|denied|refused|rejected|forbidden|missing|required|unknown|taken|not ?found)(?!\p{L})/iu

/** Whether a text in place of a user ID gives a reason instead, such as "User already exists" or `USER_EXISTS`. */
export function isReason(text: string): boolean {
  const words = text.replaceAll('_', ' ').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
  return !text.includes('@') && (/\s/.test(text) ? soundsLikeNo(words) : codeOfReason.test(words))
}

/** Whether a text can be a user ID that the platform has made: one or two words, no placeholder, no flag, no negative number and no reason. */
export const isUserid = (text: string): boolean =>
  /^(?!-\d+$|true$|false$)\S+(?:\s\S+)?$/i.test(text) && toValue(text).length > 0 && !isReason(text)

export function readCreatedLogIn(answer: Data, names: FieldNames = namesOf(answer)): CreatedLogIn | undefined {
  const { userid, password } = readCustomer(answer, names) ?? {}
  return userid === undefined || !isUserid(userid)
    ? undefined
    : { userid, ...(password === undefined ? {} : { password }) }
}

/** The status in an answer about one customer: the mapped status, or else the platform's own word. */
export function readStatus(answer: Data, names: FieldNames = namesOf(answer)): string | undefined {
  const { data } = answer
  const alone = asText(data)
  // If a bare word is mapped to a status and also to "no" or "absent", the word means neither.
  const isAnswer =
    names.refusalWord.includes(plainWords(alone ?? '')) || names.absenceWord.includes(plainWords(alone ?? ''))
  if (alone !== undefined) return isAnswer ? undefined : statusMeant(alone, names)
  for (const [object, ...others] of objectLevels(data, names)) {
    if (object !== undefined && saysRemoved(object)) return undefined
    if (object === undefined || others.length > 0) continue
    const status = findStatus(object, names) ?? statusMeant(onlyContent(object, names) ?? '', names)
    if (status !== undefined) return status
  }
  return undefined
}

/** The text in an object whose only field has a mapped wrapper name. */
function onlyContent(object: JsonObject, names: FieldNames): string | undefined {
  const contents = findMapped(object, 'wrapper', names)
  return Object.keys(object).length === 1 ? asText(contents[0]) : undefined
}

/** A page of customers or of statuses; undefined if any part of the list could not be understood. */
export function readCustomerPage(answer: Data, returns: Returns = 'customers'): CustomersPage | undefined {
  const names = namesOf(answer)
  const listed = readListed(answer, names)
  const following = listed && readFollowing(listed, answer, names)
  if (listed === undefined || following === undefined) return undefined
  const { customers } = listed
  if (isHalf(customers, following, returns)) return undefined
  const { hasNext, cursor } = following
  return { customers, hasNext, ...(cursor === undefined ? {} : { cursor }) }
}

/**
 * Why a list cannot be read. `particulars`: the customers have only user IDs. `following`: the answer does not say whether more
 * customers follow. Undefined if the list can be read, or if it is not known to be a list of customers.
 */
export function findLack(answer: Data, returns: Returns = 'customers'): 'particulars' | 'following' | undefined {
  const names = namesOf(answer)
  const listed = readListed(answer, names)
  if (listed !== undefined) {
    const following = readFollowing(listed, answer, names)
    return following === undefined || isHalf(listed.customers, following, returns) ? 'following' : undefined
  }
  const { list = [] } = (answer.data === undefined ? undefined : findList(answer.data, names)) ?? {}
  const records = list.flatMap((element) => (isObject(element) ? [toRecord(element, names)] : []))
  const areNamed = records.length > 0 && records.every(({ userid }) => userid !== undefined)
  return areNamed && !records.some(tellsMore) ? 'particulars' : undefined
}

/** Whether a page of getCustomers may be incomplete: it is full and does not say whether more customers follow. */
const isHalf = (customers: readonly CustomerRecord[], { isTold }: Following, returns: Returns): boolean =>
  returns === 'customers' && !isTold && customers.length === fullPage

/** The customers of a list and the objects around it; undefined if any element could not be understood. */
function readListed({ data }: Data, names: FieldNames) {
  const found = data === undefined ? undefined : findList(data, names)
  if (found === undefined) return undefined
  const customers = found.list.flatMap((element) => readElement(element, names) ?? [])
  if (customers.length !== found.list.length) return undefined
  // A platform may list a requested customer that does not exist as an element with only a user ID. If other elements have more fields, a list
  // with such an element counts as not understood.
  const most = Math.max(0, ...found.list.map(countFields))
  if (customers.some((one, index) => !tellsMore(one) && countFields(found.list[index]) < most)) return undefined
  return { customers, around: found.around }
}

/**
 * Reads one customer of a list. Undefined if the element has no user ID or reports an error. Also undefined if the element has only
 * identifiers and empty fields, because such a customer does not exist.
 */
function readElement(element: Json, names: FieldNames): CustomerRecord | undefined {
  if (!isObject(element)) return undefined
  const record = toRecord(element, names)
  const faults = findAll(element, 'fault', names).filter((fault) => asText(fault) !== undefined)
  if (record.userid === undefined || !faults.every(isNothing)) return undefined
  const hasGap = Object.entries(element).some(
    ([key, value]) =>
      (value === null || value === '' || noDate.test(asText(value) ?? '')) && !names.fault.includes(plainName(key)),
  )
  return tellsMore(record) || !hasGap ? record : undefined
}

const countFields = (element: Json | undefined): number => (isObject(element) ? Object.keys(element).length : 0)

/**
 * Whether a record has more than a user ID and a mapping id. A request carries these two fields, so an answer with only these two fields
 * may just repeat the request.
 */
export const tellsMore = (record: CustomerRecord): boolean =>
  Object.keys(record).some((field) => field !== 'userid' && field !== 'customermappingid')

type Listed = NonNullable<ReturnType<typeof readListed>>

type Following = NonNullable<ReturnType<typeof readFollowing>>

/** The parts beside a list that are about the page, such as `paging` and `links`. */
const partsBeside = (object: JsonObject): readonly JsonObject[] =>
  Object.entries(object).flatMap(([key, value]) => (beside.test(plainName(key)) && isObject(value) ? [value] : []))

const isLink = (text: string): boolean => /^(?:https?:\/)?\//i.test(text)

/** Whether more customers follow, and the cursor of the next page. Undefined if the flag for more customers has an unknown value. */
function readFollowing({ customers, around }: Listed, { total }: Data, names: FieldNames) {
  const parts = around.flatMap((object) => [object, ...partsBeside(object)])
  const cursors = parts.map((part) => ({ part, text: findText(part, 'cursor', names) }))
  const cursor = cursors.find(({ part, text = '' }) => text !== '' && (around.includes(part) || !isLink(text)))?.text
  const next = cursor === undefined || /^(?:false|0|null|none|-+|n\/a)$/i.test(cursor) ? undefined : cursor
  const said = parts.flatMap((object) => findAll(object, 'hasNext', names)).map((value) => asText(value) ?? 'no')
  const following = said.filter((text) => !saysLast.test(text))
  if (following.some((text) => !/^(?:true|1|yes|y|t)$/i.test(text))) return undefined
  const hasNext = said.length > 0 ? following.length > 0 : next !== undefined || (total ?? 0) > customers.length
  const isTold = said.length > 0 || next !== undefined || total !== undefined
  return { hasNext, isTold, ...(next !== undefined && { cursor: next }) }
}

/** The list of customers and the objects around it. An object that maps user IDs to statuses counts as a list. */
function findList(
  data: Json,
  names: FieldNames,
  around: readonly JsonObject[] = [],
): { readonly list: readonly Json[]; readonly around: readonly JsonObject[] } | undefined {
  if (Array.isArray(data)) return { list: data as readonly Json[], around }
  if (!isObject(data)) return undefined
  const statuses = findMapping(data, names)
  if (statuses !== undefined) return { list: statuses, around }
  const outside = [...around, data]
  // In the record of a customer, a field such as `statuses` is about this customer.
  const lists = isCustomer(data, names) ? [] : findAll(data, 'customerList', names)
  if (lists.includes('')) return { list: [], around: outside }
  const inside = [...lists, ...unwrapObject(data, names)]
  for (const value of inside) {
    const found = findList(value, names, outside)
    if (found !== undefined) return found
  }
  if (isCustomer(data, names)) return { list: [data], around }
  const list = findSoleList(data, names)
  return list && { list, around: outside }
}

/**
 * Returns a map of user IDs to statuses as records. At least one key must have a digit, because keys without digits may be field names. A
 * number may be a count instead of a status, so a number counts only if its own key has a digit.
 */
function findMapping(object: JsonObject, names: FieldNames): readonly JsonObject[] | undefined {
  const entries = Object.entries(object).map(([userid, value]) => [userid, asText(value) ?? ''] as const)
  const isMapping = entries.every(
    ([userid, status]) =>
      statusMeant(status, names) !== undefined &&
      !isKnownName(userid, names) &&
      (!isOutcome(status) || /\d/.test(userid)),
  )
  return isMapping && entries.some(([userid]) => /\d/.test(userid))
    ? entries.map(([userid, status]) => ({ userid, status }))
    : undefined
}

function toRecord(object: JsonObject, names: FieldNames): CustomerRecord {
  const record: Partial<Record<Field, string>> = {}
  const put = (field: Field, text: string | undefined): void => {
    if (text !== undefined) record[field] = text
  }
  for (const field of [...identityFields, ...furtherFields, ...addressFields])
    put(field, findValue(object, field, names))
  for (const field of ['userid', 'password'] as const) put(field, record[field] ?? findInLogIn(object, field, names))
  for (const field of subscriptionFields)
    put(field, findValue(object, field, names) ?? findInside(object, field, names))
  put('product', record.product ?? findNamed(object, names))
  // `state` is a province only beside other parts of an address. Otherwise it may be the customer's status.
  const state = findValue(object, 'state', names)
  if (addressFields.some((field) => record[field] !== undefined)) put('state', state)
  put('status', findStatus(object, names) ?? statusMeant(state ?? '', names) ?? mappedFigure(object, names))
  return record
}

/**
 * The value of a field. Undefined if two names of the field have different values and no mapping decides between them. For example, one
 * value can be the user ID and the other an internal number of the platform.
 */
function findValue(object: JsonObject, field: Field, names: FieldNames): string | undefined {
  const mapped = findMapped(object, field, names).flatMap(toValue)
  if (mapped.length > 0) return mapped[0]
  const values = [...new Set(findAll(object, field, names).flatMap(toValue))]
  return values.length === 1 || manySided.has(field) ? values[0] : undefined
}

/** The nested parts of a record that may be about its present subscription. A list with one element counts as that element. */
const partsOf = (object: JsonObject): readonly JsonObject[] =>
  Object.entries(object)
    .flatMap(([key, value]): readonly Json[] =>
      elsewhere.test(key) ? [] : Array.isArray(value) && value.length === 1 ? (value as readonly Json[]) : [value],
    )
    .filter(isObject)

/** A field from the only part of a record that holds the customer's log-in. */
function findInLogIn(object: JsonObject, field: 'userid' | 'password', names: FieldNames): string | undefined {
  const [part, ...others] = logInParts(object)
  return part === undefined || others.length > 0 ? undefined : findValue(part, field, names)
}

/** A field from the only nested part that has it. Undefined if several parts have the field, for example several subscriptions. */
function findInside(object: JsonObject, field: Field, names: FieldNames): string | undefined {
  const found = partsOf(object).flatMap((part) => findValue(part, field, names) ?? [])
  return found.length === 1 ? found[0] : undefined
}

/** The product, if it is an object of its own in the record or in its only subscription: its id, or else its name. */
function findNamed(object: JsonObject, names: FieldNames): string | undefined {
  const products = [object, ...partsOf(object)].flatMap((part) => findAll(part, 'product', names)).filter(isObject)
  const [told, ...others] = products.flatMap((product) =>
    [product['id'], product['name']].flatMap((value) => toValue(value ?? null)).slice(0, 1),
  )
  return others.length === 0 ? told : undefined
}

/** The customer's status in an object or its subscription: the mapped status, or else the platform's own word. */
function findStatus(object: JsonObject, names: FieldNames): string | undefined {
  const own = statusesIn(object, names)
  const inside = partsOf(object).map((part) => statusesIn(part, names))
  const [only, ...others] = inside.filter((found) => found.length > 0)
  const said = [...own, ...(others.length === 0 ? (only ?? []) : [])]
  const known = [...new Set(said.flatMap((text) => statusMeant(text, names) ?? []))]
  if (known.length > 0) return known.length === 1 ? known[0] : undefined
  return said[0]
}

function statusesIn(object: JsonObject, names: FieldNames): readonly string[] {
  const entries = Object.entries(object).flatMap(([key, value]) =>
    names.status.includes(plainName(key)) ? textsOf(value, names) : [],
  )
  return entries.filter((text) => statusMeant(text, names) !== undefined || !isOutcome(text))
}

/** The texts of a status. Of an object, such as `{ "code": "ACTIVE", "label": "Active" }`, only the words for a status. */
const textsOf = (value: Json, names: FieldNames): readonly string[] =>
  isObject(value)
    ? Object.values(value).flatMap((part) => {
        const text = asText(part)
        return text !== undefined && statusMeant(text, names) !== undefined ? [text] : []
      })
    : [asText(value) ?? []].flat()

/** In a customer's own record, a number under a mapped status name is the status. */
function mappedFigure(object: JsonObject, names: FieldNames): string | undefined {
  const mapped = { ...names, status: mappedOf('status', names) }
  const texts = findMapped(object, 'status', names).flatMap((value) => asText(value) ?? [])
  return texts[0] ?? findInside(object, 'status', mapped)
}
