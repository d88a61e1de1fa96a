import { isOperationId } from '../../platform/catalogue/catalogue.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { rubbishBodies, type Fault, type FaultRule } from './fault.ts'

type Check = (value: unknown) => boolean

const isCount: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0
const isFlag: Check = (value) => typeof value === 'boolean'
const isText: Check = (value) => typeof value === 'string'
const isStatus: Check = (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/** The fields of each fault, besides its kind. */
const fields = {
  latency: { ms: isCount },
  'drop-before-commit': {},
  'drop-after-commit': {},
  'drop-in-body': {},
  'late-commit': { ms: isCount },
  hang: { commit: isFlag },
  status: { status: isStatus, commit: isFlag, message: optional(isText), retryAfterSeconds: optional(isCount) },
  rubbish: {
    body: (value) => rubbishBodies.some((body) => body === value),
    commit: isFlag,
    status: optional(isStatus),
  },
  'refuse-but-commit': {},
  'half-done': {},
  'too-many-requests': { retryAfterSeconds: isCount },
  'slow-drip': { msPerByte: isCount },
  redirect: {},
} satisfies Readonly<Record<Fault['kind'], Readonly<Record<string, Check>>>>

const matchFields = {
  operation: optional((value) => typeof value === 'string' && isOperationId(value)),
  effect: optional((value) =>
    ['read', 'create', 'bind', 'renew', 'change', 'toggle'].some((effect) => effect === value),
  ),
  changing: optional(isFlag),
}

const ruleFields = {
  match: optional((value) => isRecord(value) && problemIn(value, matchFields) === undefined),
  after: optional(isCount),
  times: optional(isCount),
  probability: optional((value) => isCount(value) && Number(value) <= 1),
  fault: (value: unknown) => isRecord(value) && isFault(value),
}

/** Parses rules from the control interface; the error names the wrong rule and field. */
export function parseFaultRules(value: unknown): Result<readonly FaultRule[], string> {
  if (!Array.isArray(value)) return fail('faults: expected a list')
  for (const [index, rule] of value.entries()) {
    const problem = isRecord(rule) ? problemIn(rule, ruleFields) : 'expected an object'
    if (problem !== undefined) return fail(`faults[${index}]: ${problem}`)
  }
  return succeed(value as readonly FaultRule[])
}

function isFault({ kind, ...rest }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof kind === 'string' &&
    Object.hasOwn(fields, kind) &&
    problemIn(rest, fields[kind as Fault['kind']]) === undefined
  )
}

function problemIn(
  value: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
): string | undefined {
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(checks, name))
  if (unknown !== undefined) return `unknown field ${unknown}`
  const wrong = Object.entries(checks).find(([name, check]) => !check(value[name]))
  return wrong === undefined ? undefined : `wrong value of ${wrong[0]}`
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
