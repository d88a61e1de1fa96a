import { fail, succeed, type Result } from '../shared/result.ts'
import type { FaultRule } from './faults/fault.ts'
import { parseFaultRules } from './faults/parse-fault-rules.ts'

export const dialectNames = ['classic', 'modern', 'terse'] as const
export type DialectName = (typeof dialectNames)[number]

/** Dialects of no platform that was met: tests teach them. */
const untaughtDialects = ['foreign', 'lines', 'table'] as const

/** Which name of its CRM service counts at a renewal: `crmServices`, `crmService`, or whichever comes. */
export const renewalServices = ['plural', 'singular', 'either'] as const

/** How the training platform behaves; all of it can be changed while it runs. */
export interface SandboxOptions {
  /** How it words its answers. */
  readonly dialect: DialectName | (typeof untaughtDialects)[number]
  /**
   * On: a second customer with a userid, a box of another customer and a box beyond the product's limit are refused. Off:
   * every call takes effect once more and shows in the ledger.
   */
  readonly uniqueUserids: boolean
  /** Where the four GetCustomer calls may carry their parameters. */
  readonly retrieval: 'query' | 'body' | 'both'
  /** Whether `0` stands for "no password" only where a password may be missing, or also where it is required. */
  readonly zeroPassword: 'documented' | 'anywhere'
  /** By which parameter a renewal names its CRM service; the one that does not count is passed over. */
  readonly renewalService: (typeof renewalServices)[number]
  /** Before every answer, milliseconds. */
  readonly latencyMs: number
  /** `true`: nobody listens at the address. `'reset'`: every connection is reset as soon as it is made. */
  readonly offline: boolean | 'reset'
  /** Of the draws that faults with a probability make. */
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
  dialect: oneOf(...dialectNames, ...untaughtDialects),
  uniqueUserids: oneOf(true, false),
  retrieval: oneOf('query', 'body', 'both'),
  zeroPassword: oneOf('documented', 'anywhere'),
  renewalService: oneOf(...renewalServices),
  latencyMs: (value) => typeof value === 'number' && value >= 0 && value <= 600_000,
  offline: oneOf(true, false, 'reset'),
  seed: Number.isSafeInteger,
  faults: (value) => parseFaultRules(value).ok,
}

/** Reads options that came from outside; the error names what is wrong. */
export function parseOptions(value: unknown): Result<Partial<SandboxOptions>, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('expected an object of options')
  for (const [name, given] of Object.entries(value)) {
    if (!isOptionName(name)) return fail(`unknown option ${name}`)
    if (!checks[name](given)) return fail(`wrong value of ${name}`)
  }
  return succeed(value)
}

const isOptionName = (name: string): name is keyof SandboxOptions => Object.hasOwn(checks, name)
