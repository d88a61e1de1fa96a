import { fail, succeed, type Result } from '../shared/result.ts'
import type { FaultRule } from './faults/fault.ts'
import { parseFaultRules } from './faults/parse-fault-rules.ts'

export const dialectNames = ['classic', 'modern', 'terse'] as const
export type DialectName = (typeof dialectNames)[number]

/** Dialects of invented platforms, for the tests of field mapping. */
const unmappedDialects = ['foreign', 'lines', 'table'] as const

/** Which name of the CRM service a renewal must use: `crmServices`, `crmService`, or either. */
export const renewalServices = ['plural', 'singular', 'either'] as const

/** How the training platform behaves; all options can change while it runs. */
export interface SandboxOptions {
  /** The format of its answers. */
  readonly dialect: DialectName | (typeof unmappedDialects)[number]
  /**
   * On: refuses a second customer with the same userid, a box of another customer, and a box beyond the product's limit. Off:
   * every call takes effect again and shows in the ledger.
   */
  readonly uniqueUserids: boolean
  /** Where the four GetCustomer calls may carry their parameters. */
  readonly retrieval: 'query' | 'body' | 'both'
  /** Whether `0` means "no password" only where a password is not required, or everywhere. */
  readonly zeroPassword: 'documented' | 'anywhere'
  /** The parameter with which a renewal names its CRM service; the other one is ignored. */
  readonly renewalService: (typeof renewalServices)[number]
  /** Delay before every answer, milliseconds. */
  readonly latencyMs: number
  /** `true`: the port does not listen. `'reset'`: every connection is reset as soon as it is made. */
  readonly offline: boolean | 'reset'
  /** Seed of the draws for faults with a probability. */
  readonly seed: number
  readonly faults: readonly FaultRule[]
}

export const defaultOptions: SandboxOptions = {
  dialect: 'classic',
  uniqueUserids: true,
  retrieval: 'both',
  zeroPassword: 'documented',
  renewalService: 'plural',
  latencyMs: 0,
  offline: false,
  seed: 1,
  faults: [],
}

const oneOf =
  (...allowed: readonly unknown[]) =>
  (value: unknown): boolean =>
    allowed.includes(value)

const checks: Readonly<Record<keyof SandboxOptions, (value: unknown) => boolean>> = {
  dialect: oneOf(...dialectNames, ...unmappedDialects),
  uniqueUserids: oneOf(true, false),
  retrieval: oneOf('query', 'body', 'both'),
  zeroPassword: oneOf('documented', 'anywhere'),
  renewalService: oneOf(...renewalServices),
  latencyMs: (value) => typeof value === 'number' && value >= 0 && value <= 600_000,
  offline: oneOf(true, false, 'reset'),
  seed: Number.isSafeInteger,
  faults: (value) => parseFaultRules(value).ok,
}

/** Parses options from outside; the error names what is wrong. */
export function parseOptions(value: unknown): Result<Partial<SandboxOptions>, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('expected an object of options')
  for (const [name, given] of Object.entries(value)) {
    if (!isOptionName(name)) return fail(`unknown option ${name}`)
    if (!checks[name](given)) return fail(`wrong value of ${name}`)
  }
  return succeed(value)
}

const isOptionName = (name: string): name is keyof SandboxOptions => Object.hasOwn(checks, name)
