import { isObject } from '../body.ts'
import type { Json } from '../answer.ts'
import { plainName, taughtOf, type Field, type FieldNames } from '../field-names.ts'
import { asText, findAll, findTaught, type JsonObject } from '../find-fields.ts'
import type { CustomerRecord } from './records.ts'
import { statusMeant } from './status-word.ts'

/** Any of these makes an object a customer; a status or a date alone does not. */
const identity = ['userid', 'firstname', 'lastname', 'mobile', 'email', 'customermappingid'] as const satisfies Field[]

/** What may stand in a subscription of its own inside the customer. */
const subscription = ['endDate', 'product', 'startDate', 'deviceLimit'] as const satisfies Field[]

/** What is told of a customer beside that. */
const particulars = ['password', 'phone', 'reseller', 'createdAt'] as const satisfies Field[]

/** Where a customer lives. */
const address = ['street', 'postal', 'city', 'country'] as const satisfies Field[]

/** Of these several names can each have a value, and all can be right. */
const manySided: ReadonlySet<Field> = new Set(['product', 'phone', 'reseller', 'street', 'deviceLimit'])

/** What stands where there is no value. */
const nothing = /^(?:0|n\/?a|-+|null|nil|none|undefined)$/i

/** Whether an object is about a customer. */
export const isCustomer = (object: JsonObject, names: FieldNames): boolean =>
  identity.some((field) => findValue(object, field, names) !== undefined)

/** The customer in an object. */
export function toRecord(object: JsonObject, names: FieldNames): CustomerRecord {
  const record: Partial<Record<Field, string>> = {}
  const put = (field: Field, text: string | undefined): void => {
    if (text !== undefined) record[field] = text
  }
  for (const field of [...identity, ...particulars, ...address]) put(field, findValue(object, field, names))
  for (const field of subscription) put(field, findValue(object, field, names) ?? findInside(object, field, names))
  // "State" is a province only where it stands in an address; else it is as likely the customer's status.
  const state = findValue(object, 'state', names)
  if (address.some((field) => record[field] !== undefined)) put('state', state)
  put('status', findStatus(object, names) ?? statusMeant(state ?? '', names) ?? taughtFigure(object, names))
  return record
}

/**
 * The value of a field. Where an engineer has not said which name counts, two names with different values make it nobody's: one
 * may be the log-in, and the other a number or a name of the platform's own.
 */
function findValue(object: JsonObject, field: Field, names: FieldNames): string | undefined {
  const taught = findTaught(object, field, names).flatMap(toValue)
  if (taught.length > 0) return taught[0]
  const values = [...new Set(findAll(object, field, names).flatMap(toValue))]
  return values.length === 1 || manySided.has(field) ? values[0] : undefined
}

const toValue = (value: Json): readonly string[] => {
  const text = typeof value === 'boolean' ? undefined : asText(value)
  return text === undefined || nothing.test(text) ? [] : [text]
}

/** Parts of a customer that tell of other subscriptions than his present one. */
const elsewhere =
  /history|movement|event|log|previous|former|last|old|next|invoice|payment|order|device|reseller|parent|owner/i

/** A field of the object's only part that has it; of several subscriptions none is the one. */
function findInside(object: JsonObject, field: Field, names: FieldNames): string | undefined {
  const parts = Object.entries(object).flatMap(([key, value]) => (elsewhere.test(key) ? [] : [value]))
  const found = parts.filter(isObject).flatMap((part) => findValue(part, field, names) ?? [])
  return found.length === 1 ? found[0] : undefined
}

/** The customer's status in an object or in its subscription, as it was taught, else in the platform's own word. */
export function findStatus(object: JsonObject, names: FieldNames): string | undefined {
  const own = statusesIn(object, names)
  // A list of one is that one.
  const parts = Object.entries(object).flatMap(([key, value]) =>
    elsewhere.test(key) ? [] : Array.isArray(value) && value.length === 1 ? (value as readonly Json[]) : [value],
  )
  const inside = parts.filter(isObject).map((part) => statusesIn(part, names))
  const [only, ...others] = inside.filter((found) => found.length > 0)
  const said = [...own, ...(others.length === 0 ? (only ?? []) : [])]
  const known = [...new Set(said.flatMap((text) => statusMeant(text, names) ?? []))]
  if (known.length > 0) return known.length === 1 ? known[0] : undefined
  return said[0]
}

function statusesIn(object: JsonObject, names: FieldNames): readonly string[] {
  const entries = Object.entries(object).flatMap(([key, value]) =>
    names.status.includes(plainName(key)) ? (asText(value) ?? []) : [],
  )
  return entries.filter((text) => statusMeant(text, names) !== undefined || !isOutcome(text))
}

/** In a customer's own record a figure under a name that was taught is the status, in the platform's own word. */
function taughtFigure(object: JsonObject, names: FieldNames): string | undefined {
  const taught = { ...names, status: taughtOf('status', names) }
  const texts = findTaught(object, 'status', names).flatMap((value) => asText(value) ?? [])
  return texts[0] ?? findInside(object, 'status', taught)
}

/** `status: "success"` and `status: 200` say how the call went, not how the customer is. */
export const isOutcome = (text: string): boolean => /^(?:\d+|true|false|ok|success\w*|error|fail\w*)$/i.test(text)
