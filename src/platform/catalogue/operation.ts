import { z } from 'zod'
import type { Effect } from '../../shared/domain/job-kinds.ts'
import { customerStatusSchema, mobileFormat } from '../../shared/domain/customer/customer.ts'

/** The sections of the interface document, in the document's order. `about` says what the calls of the section do. */
export const sections = [
  {
    section: 'AddCustomer',
    title: 'Customer creation',
    about: 'Adds customers, under a reseller or with a box if asked.',
  },
  {
    section: 'CustomerStatus',
    title: 'Customer status',
    about: 'Reads the status of customers, disables and enables them.',
  },
  { section: 'RenewCustomer', title: 'Renewal', about: 'Renews a subscription by months or days.' },
  { section: 'ChangeCustomerProduct', title: 'Product change', about: 'Changes the product of a subscription.' },
  { section: 'MacAddress', title: 'MAC addresses', about: 'Binds boxes to a hostname or a customer, and lists them.' },
  { section: 'GetCustomer', title: 'Customer retrieval', about: 'Reads customers and their boxes.' },
] as const
type Section = (typeof sections)[number]['section']

/** One parameter, spelled exactly as on the wire. */
export interface Parameter {
  readonly name: string
  /** A `boolean` is sent as `true` or `false` in lower case. A `string[]` is sent only inside a JSON body. */
  readonly type: 'string' | 'boolean' | 'string[]'
  /** How the interface document marks the parameter. `unmarked`: the document says "Required/optional marking: not shown". */
  readonly requirement: 'required' | 'optional' | 'unmarked'
  readonly rule: RuleName
  /** `retrieval`: the interface document names the body of a GET, but clients used the query, so the connection chooses. */
  readonly carriedIn: 'query' | 'body' | 'retrieval'
  readonly meaning: string
}

/** The content of a read's answer. `statuses`: customers with only their status. `macs`: boxes with only their addresses. */
export type Returns = 'customer' | 'customers' | 'status' | 'statuses' | 'devices' | 'macs'

/** How to check afterwards that a change took effect: the read to make, and the part of its answer that decides. */
export interface ReadBack {
  readonly operation: string
  readonly decides: string
}

/** One method + path pair of the interface document, as data. */
export interface Operation {
  /** The unique id: the last segment of the path. If a GET and a POST share a path, the id of the GET also ends with `_GET`. */
  readonly id: string
  readonly section: Section
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${Section}/${string}`
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly effect: Effect
  /** The kind of data in the answer. Every read has this field, and no other operation has it. */
  readonly returns?: Returns
  /** The reads that check the change afterwards. Empty for reads. */
  readonly readBack: readonly ReadBack[]
}

/** Any text that can be percent-encoded. A text with half a surrogate pair cannot be encoded. */
export const wireTextSchema = z
  .string()
  .min(1, 'required')
  .max(2000, 'too-long')
  .refine((text) => text.isWellFormed(), 'not-sendable')

const byPattern = <P extends string>(pattern: RegExp, problem: P) => ({
  schema: z.string().regex(pattern, problem),
  test: (value: string) => pattern.test(value),
  problem,
})

/** The characters of a password, including `0` for "none" (Limits). Its strength is checked where the password is chosen. */
const password = byPattern(/^[A-Za-z0-9!#@=()_$+-]{1,200}$/, 'password-characters')

/** A count of months or days. 0 means that the other unit is used. */
const length = byPattern(/^(?:0|[1-9][0-9]{0,3})$/, 'whole-number')

/** A MAC address or a serial number. A text with a colon must be a whole MAC address, so that an incomplete one is noticed. */
const device = byPattern(/^(?:[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[!-9;-~]{4,40})$/, 'device-format')

export const wireDateSchema = z.iso.date('date-format')

/**
 * The rules for values that are sent. `schema`: checks the sent value, a text in the query or a list of texts in a JSON body. `problem`:
 * the code that a bad value reports. `meaning`: a description for the documents. The interface document shows formats for the mobile
 * number, the password, dates, statuses and the renewal interval. All other rules are Setdesk's own.
 */
export const rules = {
  text: {
    schema: wireTextSchema,
    test: (value: string) => value !== '' && value.length <= 2000 && value.isWellFormed(),
    problem: 'not-sendable',
    meaning: 'Any text.',
  },
  mobile: {
    schema: z.string().regex(mobileFormat, 'mobile-format'),
    problem: 'mobile-format',
    meaning: 'International format: plus sign, country code, number, digits only.',
  },
  email: { schema: z.email('email-format'), problem: 'email-format', meaning: 'An e-mail address.' },
  months: {
    ...length,
    meaning: 'A whole number of months; 0 means that days are used. Exactly one of the two is above 0.',
  },
  days: {
    ...length,
    meaning: 'A whole number of days; 0 means that months are used. Exactly one of the two is above 0.',
  },
  'renewal-interval': {
    ...byPattern(/^[1-9][0-9]{0,3}$/, 'renewal-interval'),
    meaning: 'A whole number of months, at least 1.',
  },
  password: {
    ...password,
    meaning: 'Letters, digits and the special characters ! # @ = ( ) _ $ + - alone; 0 stands for none.',
  },
  uuid: { ...device, meaning: 'A MAC address or a serial number.' },
  'mac-address': {
    ...device,
    meaning: 'A MAC address; where nothing else is at hand, a serial number is sent as it was read.',
  },
  status: {
    schema: customerStatusSchema,
    problem: 'status-value',
    meaning: 'One of Active, Expired, Pending, Disabled, Trial.',
  },
  page: {
    ...byPattern(/^[1-9][0-9]{0,8}$/, 'page-number'),
    meaning: 'A whole number, at least 1.',
  },
  date: { schema: wireDateSchema, problem: 'date-format', meaning: 'A day as yyyy-MM-dd.' },
  flag: {
    schema: z.enum(['true', 'false'], 'flag-value'),
    problem: 'flag-value',
    meaning: 'true or false, in lower case.',
  },
  'user-ids': {
    schema: z.array(wireTextSchema).min(1, 'required'),
    problem: 'user-ids',
    meaning: 'At least one user id.',
  },
} as const satisfies Readonly<Record<string, Rule>>

interface Rule {
  readonly schema: z.ZodType<string | readonly string[]>
  /** Gives the same result as the schema in a fraction of the time. Each row of a long list is checked, so the time matters. */
  readonly test?: (value: string) => boolean
  readonly problem: string
  readonly meaning: string
}

export type RuleName = keyof typeof rules

/** A value for one parameter. A boolean may also be given as the text `true` or `false`. */
export type ParameterValue = string | boolean | readonly string[]

/** Values by parameter name. A missing or undefined value is not sent. */
export type ParameterValues = Readonly<Record<string, ParameterValue | undefined>>

/** Why a value must not be sent. The sandbox rejects received values for the same reasons. */
type ParameterProblemCode =
  | 'required'
  | 'unknown'
  | 'type'
  | 'months-or-days'
  | 'months-and-days'
  | (typeof rules)[RuleName]['problem']

export interface ParameterProblem {
  readonly name: string
  readonly problem: ParameterProblemCode
}

/** Pairs of parameters. In each pair, exactly one of the two must be above 0 (Limits, Subscription length; Renewal). */
const lengths = [
  ['subscriptionlengthinmonths', 'subscriptionlengthindays'],
  ['months', 'days'],
] as const

/** Whether a value is supplied. Only customermappingid may be an empty text: it is sent empty if the id is unknown. */
export function isSupplied(name: string, value: ParameterValue | undefined): value is ParameterValue {
  return value !== undefined && (value !== '' || name === 'customermappingid')
}

/** The texts that already passed each rule. The rows of a list mostly repeat the same texts, so each is checked only once. */
export type FittingTexts = Map<RuleName, Set<string>>

/**
 * All problems that prevent sending these values as this operation; empty if there are none. `fitting` holds the texts that passed a rule
 * in earlier calls of this function. This call adds the texts that pass now.
 */
export function validateParameters(
  operation: Operation,
  values: ParameterValues,
  fitting?: FittingTexts,
): readonly ParameterProblem[] {
  const { parameters } = operation
  const known = namesOf(operation)
  const unknown = Object.keys(values).filter((name) => !known.has(name) && values[name] !== undefined)
  const problems: ParameterProblem[] = unknown.map((name) => ({ name, problem: 'unknown' }))
  for (const parameter of parameters) {
    const problem = problemOf(parameter, values[parameter.name], fitting)
    if (problem !== undefined) problems.push({ name: parameter.name, problem })
  }
  return [...problems, ...lengthProblems(known, values, problems)]
}

/** Caches the parameter names of each operation, because a long list of jobs validates the same operation many times. */
const names = new WeakMap<Operation, ReadonlySet<string>>()
function namesOf(operation: Operation): ReadonlySet<string> {
  const known = names.get(operation) ?? new Set(operation.parameters.map(({ name }) => name))
  names.set(operation, known)
  return known
}

/** Matches a text that shows nothing: only blanks and control characters. */
const blank = /^[\s\p{C}]+$/u

function problemOf(
  parameter: Parameter,
  value: ParameterValue | undefined,
  fitting: FittingTexts | undefined,
): ParameterProblemCode | undefined {
  const isRequired = parameter.requirement === 'required'
  if (!isSupplied(parameter.name, value)) return isRequired ? 'required' : undefined
  if (value === '') return undefined
  if (isRequired && typeof value === 'string' && blank.test(value)) return 'required'
  if (!isOfType(parameter, value)) return 'type'
  const travelling = typeof value === 'boolean' ? String(value) : value
  return fits(travelling, parameter.rule, fitting) ? undefined : rules[parameter.rule].problem
}

function fits(value: string | readonly string[], name: RuleName, fitting: FittingTexts | undefined): boolean {
  const rule = rules[name]
  if ('test' in rule && typeof value === 'string') return rule.test(value)
  const { schema } = rule
  if (fitting === undefined || typeof value !== 'string') return schema.safeParse(value).success
  const known = fitting.get(name) ?? new Set()
  if (known.has(value)) return true
  if (!schema.safeParse(value).success) return false
  fitting.set(name, known.add(value))
  return true
}

function isOfType({ type }: Parameter, value: ParameterValue): boolean {
  if (type === 'string[]') return Array.isArray(value)
  return typeof value === 'string' || (type === 'boolean' && typeof value === 'boolean')
}

/** Checks each pair of months and days, but only if both values are valid on their own. */
function lengthProblems(
  known: ReadonlySet<string>,
  values: ParameterValues,
  found: readonly ParameterProblem[],
): readonly ParameterProblem[] {
  for (const [months, days] of lengths) {
    if (!known.has(months) || found.some(({ name }) => name === months || name === days)) continue
    const above = [months, days].filter((name) => Number(values[name] ?? 0) > 0).length
    if (above === 0) return [{ name: months, problem: 'months-or-days' }]
    if (above === 2) return [{ name: months, problem: 'months-and-days' }]
  }
  return []
}
