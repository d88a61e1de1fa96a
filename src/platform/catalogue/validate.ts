import { type Operation, type Parameter, type RuleName, rules } from './operation.ts'

/** A value for one parameter. A boolean may also be given as the text `true` or `false`. */
export type ParameterValue = string | boolean | readonly string[]

/** Values by parameter name. A missing or undefined value is not sent. */
export type ParameterValues = Readonly<Record<string, ParameterValue | undefined>>

/** Why a value must not be sent. The sandbox rejects received values for the same reasons. */
export type ParameterProblemCode =
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

/** Pairs of parameters of which exactly one must be above 0 (Limits, Subscription length; Renewal). */
const lengths = [
  ['subscriptionlengthinmonths', 'subscriptionlengthindays'],
  ['months', 'days'],
] as const

/**
 * Whether a value counts as supplied. An empty text counts only for customermappingid, because this parameter is sent empty if the id is
 * unknown.
 */
export function isSupplied(name: string, value: ParameterValue | undefined): value is ParameterValue {
  return value !== undefined && (value !== '' || name === 'customermappingid')
}

/** The texts that already passed a rule. Rows of one list repeat most texts, so each text is checked only once. */
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

function problemOf(
  parameter: Parameter,
  value: ParameterValue | undefined,
  fitting: FittingTexts | undefined,
): ParameterProblemCode | undefined {
  if (!isSupplied(parameter.name, value)) return parameter.requirement === 'required' ? 'required' : undefined
  if (value === '') return undefined
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
