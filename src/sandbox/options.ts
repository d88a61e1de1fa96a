import { z } from 'zod'
import { fail, succeed, type Result } from '../shared/result.ts'
import { parseFaultRules, type FaultRule } from './faults/fault.ts'

export const dialectNames = ['classic', 'modern', 'terse'] as const
export type DialectName = (typeof dialectNames)[number]

/** Dialects of invented platforms, for the tests of the field mapping. */
const unmappedDialects = ['foreign', 'lines', 'table'] as const

/** The behaviour of the training platform. All options can change while the platform runs. */
const optionSchemas = {
  dialect: z.enum([...dialectNames, ...unmappedDialects]),
  /**
   * If true, refuses a second customer with the same userid, a box that another customer has, and a box beyond the product's limit. If
   * false, every call takes effect again and shows in the ledger.
   */
  uniqueUserids: z.boolean(),
  retrieval: z.enum(['query', 'body', 'both']),
  /** Where `0` means "no password": only where no password is required, or everywhere. */
  zeroPassword: z.enum(['documented', 'anywhere']),
  /** The name that a renewal must use for the CRM service: `crmServices`, `crmService`, or either. Another name is ignored. */
  renewalService: z.enum(['plural', 'singular', 'either']),
  latencyMs: z.number().min(0).max(600_000),
  /** `true`: the port does not listen. `'reset'`: every connection is reset as soon as it is made. */
  offline: z.union([z.boolean(), z.literal('reset')]),
  seed: z.int(),
  faults: z.custom<readonly FaultRule[]>((value) => parseFaultRules(value).ok),
}

export type SandboxOptions = {
  readonly [Name in keyof typeof optionSchemas]: z.infer<(typeof optionSchemas)[Name]>
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

/**
 * Parses options from the command line or the control interface. The error names the wrong option, or says that the value is not an object.
 */
export function parseOptions(value: unknown): Result<Partial<SandboxOptions>, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('expected an object of options')
  for (const [name, given] of Object.entries(value)) {
    if (!isOptionName(name)) return fail(`unknown option ${name}`)
    if (!optionSchemas[name].safeParse(given).success) return fail(`wrong value of ${name}`)
  }
  return succeed(value)
}

const isOptionName = (name: string): name is keyof SandboxOptions => Object.hasOwn(optionSchemas, name)
