import type { Answer, Json } from './answer.ts'
import { isObject } from './body.ts'
import { namesOf, plainName, type Field, type FieldNames } from './field-names.ts'
import { asText, findAll, findText, objectLevels, unwrapObject, type JsonObject } from './find-fields.ts'
import type { CustomerPage, CustomerRecord } from './records.ts'
import { sayStatus, statusMeant, taughtStatus } from './status-word.ts'

/** An answer brings the names of its platform along; `names` is for who tries others. */
type Data = Pick<Answer, 'data' | 'names'>

/** Any of these makes an object a customer; a status or a date alone does not. */
const identity = ['userid', 'firstname', 'lastname', 'mobile', 'email', 'customermappingid'] as const satisfies Field[]

/** What may stand in a subscription of its own inside the customer. */
const subscription = ['status', 'endDate', 'product', 'startDate', 'deviceLimit'] as const satisfies Field[]

/** What is told of a customer beside that. */
const particulars = [
  'password',
  'street',
  'postal',
  'city',
  'state',
  'country',
  'phone',
  'reseller',
  'createdAt',
] as const satisfies Field[]

/** A log-in that the platform says it made (What clients saw, addCustomer). */
export interface CreatedLogIn {
  readonly userid: string
  readonly password?: string
}

/** The one customer of an answer; undefined where there is none or more than one, or it could not be understood. */
export function readCustomer(answer: Data, names: FieldNames = namesOf(answer)): CustomerRecord | undefined {
  const { data } = answer
  for (const level of objectLevels(data, names)) {
    const customers = level.filter((object) => isCustomer(object, names))
    if (customers.length > 1) return undefined
    if (customers[0] !== undefined) return toRecord(customers[0], names)
  }
  return undefined
}

/** The log-in in an answer to a creation. */
export function readCreatedLogIn(answer: Data, names: FieldNames = namesOf(answer)): CreatedLogIn | undefined {
  const { userid, password } = readCustomer(answer, names) ?? {}
  return userid === undefined ? undefined : { userid, ...(password === undefined ? {} : { password }) }
}

/** The status in an answer about one customer: as it was taught, else in the platform's own word. */
export function readStatus(answer: Data, names: FieldNames = namesOf(answer)): string | undefined {
  const { data } = answer
  const alone = asText(data)
  if (alone !== undefined) return statusMeant(alone, names) && sayStatus(alone, names)
  const found = objectLevels(data, names).map((level) => (level.length === 1 ? findStatus(level[0], names) : undefined))
  return found.find((status) => status !== undefined)
}

/** A page of customers or of statuses; undefined where any part of the list could not be understood. */
export function readCustomerPage(answer: Data, names: FieldNames = namesOf(answer)): CustomerPage | undefined {
  const { data } = answer
  const listed = data === undefined ? undefined : findList(data, names)
  if (listed === undefined) return undefined
  const { list, around } = listed
  const customers = list.filter(isObject).filter((object) => isCustomer(object, names))
  if (customers.length !== list.length) return undefined
  const cursor = around.map((object) => findText(object, 'cursor', names)).find((text) => text !== undefined)
  const said = around.flatMap((object) => findAll(object, 'hasNext', names)).map(asText)
  const next = cursor === undefined || cursor === 'false' || cursor === '0' ? undefined : cursor
  const hasNext = said.length > 0 ? said.some((text) => /^(?:true|1|yes)$/i.test(text ?? '')) : next !== undefined
  return {
    customers: customers.map((object) => toRecord(object, names)),
    hasNext,
    ...(next === undefined ? {} : { cursor: next }),
  }
}

/** The list of customers and the objects around it. A mapping of user ids to statuses is a list too. */
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
  for (const list of findAll(data, 'customerList', names)) if (list === '') return { list: [], around: outside }
  const inside = [...findAll(data, 'customerList', names), ...unwrapObject(data, names)]
  for (const value of inside) {
    const found = findList(value, names, outside)
    if (found !== undefined) return found
  }
  return isCustomer(data, names) ? { list: [data], around } : undefined
}

/** What maps user ids to statuses, as records. Where a status is a number, so is a count: then only an id stands before it. */
function findMapping(object: JsonObject, names: FieldNames): readonly JsonObject[] | undefined {
  const entries = Object.entries(object).map(([userid, value]) => [userid, asText(value) ?? ''] as const)
  const isMapping = entries.every(
    ([userid, status]) =>
      statusMeant(status, names) !== undefined &&
      !names.status.includes(plainName(userid)) &&
      (!isOutcome(status) || /\d/.test(userid)),
  )
  return isMapping && entries.length > 0 ? entries.map(([userid, status]) => ({ userid, status })) : undefined
}

const isCustomer = (object: JsonObject, names: FieldNames): boolean =>
  identity.some((field) => findText(object, field, names) !== undefined)

function toRecord(object: JsonObject, names: FieldNames): CustomerRecord {
  const record: Record<string, string> = {}
  for (const field of [...identity, ...particulars]) put(record, field, findText(object, field, names))
  for (const field of subscription)
    put(record, field, findText(object, field, names) ?? findInside(object, field, names))
  const { status } = record
  return status === undefined ? record : { ...record, status: sayStatus(status, names) }
}

function put(record: Record<string, string>, field: Field, text: string | undefined): void {
  if (text !== undefined) record[field] = text
}

/** A field of the object's only part that has it; of several subscriptions none is the one. */
function findInside(object: JsonObject, field: Field, names: FieldNames): string | undefined {
  const parts = Object.values(object).flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : [value]))
  const found = parts.filter(isObject).flatMap((part) => findText(part, field, names) ?? [])
  return found.length === 1 ? found[0] : undefined
}

function findStatus(object: JsonObject | undefined, names: FieldNames): string | undefined {
  if (object === undefined) return undefined
  const texts = findAll(object, 'status', names).flatMap((value) => asText(value) ?? [])
  const inside = findInside(object, 'status', names)
  const found = [...texts, ...(inside === undefined ? [] : [inside])]
  const status = found.find((text) => taughtStatus(text, names) !== undefined || !isOutcome(text))
  return status === undefined ? undefined : sayStatus(status, names)
}

/** `status: "success"` and `status: 200` say how the call went, not how the customer is. */
const isOutcome = (text: string): boolean => /^(?:\d+|true|false|ok|success\w*|error|fail\w*)$/i.test(text)
