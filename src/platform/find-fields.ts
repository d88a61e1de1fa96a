import { statusWords } from '../shared/domain/field-mapping/field-mapping.ts'
import { type CustomerStatus, customerStatuses, knownStatus } from '../shared/domain/customer/customer.ts'
import { type Field, type FieldNames, type Json, mappedOf, plainName, plainWords } from './answer.ts'
import { isObject } from './body.ts'
import { readDay } from '../shared/domain/day.ts'

export type JsonObject = { readonly [key: string]: Json }

type PlainField = readonly [name: string, value: Json]

const kept = new WeakMap<JsonObject, readonly PlainField[]>()

/** The fields of an object under their plain names. They are kept, because the record of each customer in a list is asked for many fields. */
function plainFields(object: JsonObject): readonly PlainField[] {
  const found = kept.get(object)
  if (found !== undefined) return found
  const made = Object.entries(object).map(([key, value]) => [plainName(key), value] as const)
  kept.set(object, made)
  return made
}

/** All values of the object under any name of the field, the most trusted name first. */
export const findAll = (object: JsonObject, field: Field, names: FieldNames): readonly Json[] =>
  findNamed(object, names[field])

export const findMapped = (object: JsonObject, field: Field, names: FieldNames): readonly Json[] =>
  findNamed(object, mappedOf(field, names))

function findNamed(object: JsonObject, names: readonly string[]): readonly Json[] {
  if (names.length === 0) return []
  return plainFields(object)
    .filter(([name]) => names.includes(name))
    .toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other))
    .map(([, value]) => value)
}

/** The first value of the field that is not empty, as trimmed text. Numbers and flags become text. Undefined if there is no such value. */
export function findText(object: JsonObject, field: Field, names: FieldNames): string | undefined {
  return findAll(object, field, names)
    .map(asText)
    .find((text) => text !== undefined)
}

/** Matches the date that a program writes if it has no date: the first day of the year 1. */
export const noDate = /^(?:0001-01-01|0000-00-00|0?1[-/.]0?1[-/.]0001)(?:[T ].*)?$|^\/Date\(-62135\d{9}/

/** A plain value as trimmed text without half characters; undefined for null, an empty text, an object or an array. */
export function asText(value: Json | undefined): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim().toWellFormed() : undefined
}

/** Visits all plain values, each with the name of its field. A value in a list has the name of the list. */
export function visitTexts(value: Json | undefined, visit: (text: string, name: string) => void, name = ''): void {
  if (Array.isArray(value)) for (const element of value as readonly Json[]) visitTexts(element, visit, name)
  else if (isObject(value)) for (const [key, inner] of Object.entries(value)) visitTexts(inner, visit, key)
  else {
    const text = asText(value)
    if (text !== undefined) visit(text, name)
  }
}

/**
 * Returns the objects and lists that an object only wraps. A part is wrapped if its key is a wrapper name, such as `data` or `loginResult`.
 * A part is also wrapped if its key is the object's only key, such as the root element of XML. A message field or an error field wraps
 * nothing.
 */
export function unwrapObject(object: JsonObject, names: FieldNames): readonly Json[] {
  const entries = Object.entries(object)
  return entries.flatMap(([key, value]) => {
    const name = plainName(key)
    if (typeof value !== 'object' || value === null) return []
    if (names.fault.includes(name) || names.message.includes(name)) return []
    const wraps =
      entries.length === 1 || names.wrapper.includes(name) || /(?:result|response|return|output)$/.test(name)
    return wraps ? [value] : []
  })
}

/** The objects of an answer, grouped by nesting level. The outermost level comes first. */
export function objectLevels(data: Json | undefined, names: FieldNames): readonly (readonly JsonObject[])[] {
  const levels: JsonObject[][] = []
  let level: readonly Json[] = data === undefined ? [] : [data]
  while (level.length > 0) {
    const objects = level
      .flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : [value]))
      .filter(isObject)
    if (objects.length > 0) levels.push(objects)
    level = objects.flatMap((object) => unwrapObject(object, names))
  }
  return levels
}

/** Matches the names of the part of a record that holds the customer's log-in. */
const ofLogIn = /^(?:log[io]n|credentials?)(?:info|data|details)?$/

/** The parts of a record that hold the customer's log-in, as in `{ "customerId": 7, "login": { "userId": "ann" } }`. */
export const logInParts = (object: JsonObject): readonly JsonObject[] =>
  Object.entries(object).flatMap(([key, value]) => (ofLogIn.test(plainName(key)) && isObject(value) ? [value] : []))

/** Whether an object describes only the outcome of the call, such as `{ "code": 0, "message": "OK" }`. Such an object is not a record. */
export function tellsOutcomeOnly(object: JsonObject, names: FieldNames): boolean {
  const known = outcomeNames(names)
  const entries = Object.entries(object)
  return (
    entries.length > 0 &&
    entries.every(([key, value]) => {
      const text = asText(value)
      const isPlain = value === null || typeof value !== 'object'
      return isPlain && known.has(plainName(key)) && (text === undefined || statusMeant(text, names) === undefined)
    })
  )
}

/** Matches the names of parts beside a list that are about the page or the server. */
export const beside = /^(?:paging|pagination|pager|page|pageinfo|meta|metadata|links)$/

/**
 * Whether a part beside a list says nothing about the outcome or about entries: it has only counts of nothing, dates and addresses. One such
 * part may hold another.
 */
const saysNothing = (part: JsonObject, names: FieldNames): boolean =>
  Object.entries(part).every(([key, value]) => {
    const text = asText(value) ?? ''
    if (typeof value === 'object' && value !== null) return isObject(value) && saysNothing(value, names)
    if (names.hasNext.includes(plainName(key))) return /^(?:|false|0|no)$/i.test(text)
    const isOfEntries = /total|count|found|items|records|elements|results/.test(plainName(key)) && text !== '0'
    return !outcomeNames(names).has(plainName(key)) && !isOfEntries && isPlainValue(text)
  })

/**
 * Whether the data is an empty list, or an envelope that holds an empty list. False if the envelope also holds another object or list that may
 * say more.
 */
export function isEmptyList(data: Json | undefined, names: FieldNames): boolean {
  if (Array.isArray(data)) return data.length === 0
  if (!isObject(data) || countsEntries(data)) return false
  const parts: readonly Json[] = Object.entries(data).flatMap(([key, value]) => {
    const isSilent = beside.test(plainName(key)) && isObject(value) && saysNothing(value, names)
    return typeof value === 'object' && value !== null && !isSilent ? [value] : []
  })
  const lists: readonly Json[] = findAll(data, 'customerList', names).filter((one) => one === '' || Array.isArray(one))
  const [inside, ...others] = [...new Set([...parts, ...lists])]
  if (inside === undefined || others.length > 0) return false
  if (inside === '') return true
  const isList = lists.includes(inside) || unwrapObject(data, names).includes(inside)
  return isList && isEmptyList(inside, names)
}

/** Whether a number beside a list says that there are entries. */
const countsEntries = (object: JsonObject): boolean =>
  Object.entries(object).some(
    ([key, value]) => /^total|(?<!ac|dis)count$|^numfound$/.test(plainName(key)) && Number(asText(value) ?? 0) > 0,
  )

/**
 * Matches the names of lists that are not about the question, such as those of what was not found, was removed or is free. "Retorno" is a
 * return value.
 */
export const otherList =
  /not|(?<!retor)no$|^un|^in(?:valid|active)|miss|absent|reject|fail|error|warn|skip|delet|remov|ignor|former|previous|^old|history|archiv|logs?$|^(?:available|free|spare|vacant|pool|suggest|(?:in[-_ ]?)?stock)|(?:available|free|spare|pool|stock)$/i

/** Matches the values of an outcome field that say success. */
const saysSuccess = /^(?:true|ok|okay|yes|done|completed|success(?:ful|fully)?|succeeded|200)$/i

/**
 * The only list of an object, whatever its name, if all elements are objects and all other fields are plain. One of these fields must say
 * success, and none may hold words under an unknown name.
 */
export function findSoleList(object: JsonObject, names: FieldNames): readonly Json[] | undefined {
  const entries = Object.entries(object)
  const [only, ...others] = entries.filter(([, value]) => typeof value === 'object' && value !== null)
  if (only === undefined || others.length > 0 || otherList.test(only[0])) return undefined
  const [key, list] = only
  const name = plainName(key)
  if (!Array.isArray(list) || list.length === 0 || names.fault.includes(name) || names.message.includes(name))
    return undefined
  const isAgreed = entries.some(([sibling, value]) => {
    const text = asText(value) ?? ''
    return (
      (names.outcome.includes(plainName(sibling)) || names.result.includes(plainName(sibling))) &&
      (saysSuccess.test(text) || names.approvalWord.includes(plainWords(text)))
    )
  })
  const elements = list as readonly Json[]
  return isAgreed && !isStrange(object, names) && elements.every(isObject) ? elements : undefined
}

function cacheNames(pick: (names: FieldNames) => readonly string[]): (names: FieldNames) => ReadonlySet<string> {
  const cached = new WeakMap<FieldNames, ReadonlySet<string>>()
  return (names) => {
    const found = cached.get(names) ?? new Set(pick(names))
    cached.set(names, found)
    return found
  }
}

const knownNames = cacheNames(({ mapped, ...fields }) => [
  ...Object.values(fields).flat(),
  ...[...(mapped?.values() ?? [])].flat(),
])

const outcomeNames = cacheNames(({ outcome, result, code, message, fault }) =>
  [outcome, result, code, message, fault].flat(),
)

/** Whether a text is a date, a number, an address or an identifier. Such a text cannot change the meaning of an answer. */
const isPlainValue = (text: string): boolean =>
  !/\p{L}/u.test(text) ||
  (/\d/.test(text) && /^[\w.:/@+-]+$/.test(text)) ||
  /^https?:\/\/\S+$/i.test(text) ||
  readDay(text) !== undefined

/** Whether a name is a known field name and therefore cannot be a user ID. */
export const isKnownName = (name: string, names: FieldNames): boolean => knownNames(names).has(plainName(name))

/** Whether an object has words or a flag under an unknown name. Such a field could mean anything, but a hostname is only the asked one. */
export const isStrange = (object: JsonObject, names: FieldNames): boolean =>
  Object.entries(object).some(([key, value]) => {
    const text = asText(value)
    return text !== undefined && !isPlainValue(text) && !isKnownName(key, names) && plainName(key) !== 'hostname'
  })

/** The status that a word is mapped to. Undefined if the word is mapped to no status or to several. */
function mappedStatus(text: string, names: FieldNames): CustomerStatus | undefined {
  const said = plainWords(text)
  const meant = customerStatuses.filter((status) => names[statusWords[status]].includes(said))
  return meant.length === 1 ? meant[0] : undefined
}

export function isMappedStatus(value: Json | undefined, names: FieldNames): boolean {
  const text = asText(value)
  return text !== undefined && mappedStatus(text, names) !== undefined
}

/** The status that a word means. The field mapping decides first, then the interface document. Undefined if neither knows the word. */
export const statusMeant = (text: string, names: FieldNames): CustomerStatus | undefined =>
  mappedStatus(text, names) ?? knownStatus(text)

/** An object with any of these fields is a customer. A status or a date alone is not enough. */
export const identityFields = [
  'userid',
  'firstname',
  'lastname',
  'mobile',
  'email',
  'customermappingid',
] as const satisfies Field[]

/** Fields that may be in a nested subscription of the customer. */
export const subscriptionFields = ['endDate', 'product', 'startDate', 'deviceLimit'] as const satisfies Field[]
export const addressFields = ['street', 'postal', 'city', 'country'] as const satisfies Field[]
export const furtherFields = ['password', 'phone', 'reseller', 'createdAt'] as const satisfies Field[]

type CustomerField =
  | (typeof identityFields | typeof subscriptionFields | typeof addressFields | typeof furtherFields)[number]
  | 'state'
  | 'status'

/**
 * A customer as an answer shows it. A field that the answer lacks is absent. Platforms often hide the password. Dates are in the platform's
 * notation. `status` is one of the five statuses if it is known or mapped, otherwise the platform's own word. `reseller` is a name or an
 * id. `deviceLimit` is the number of boxes that the product allows.
 */
export type CustomerRecord = Readonly<Partial<Record<CustomerField, string>>>

/** A customer's device, or a MAC address under a hostname. `id`: a MAC address or serial number in the platform's notation. */
export interface DeviceRecord {
  readonly id: string
  readonly also?: readonly string[]
  readonly model?: string
  /** The user IDs that the record names, or the objects around it, of which one is of the customer who has the device. */
  readonly owners?: readonly string[]
  /** The hostname that the record names, or an object around it. */
  readonly hostname?: string
}

export interface CustomersPage {
  readonly customers: readonly CustomerRecord[]
  readonly hasNext: boolean
  readonly cursor?: string
}
