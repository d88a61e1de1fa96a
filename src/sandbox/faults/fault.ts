import { z } from 'zod'
import {
  type CatalogueOperation,
  isChanging,
  isOperationId,
  type OperationId,
} from '../../platform/catalogue/catalogue.ts'
import { effects } from '../../shared/domain/job-kinds.ts'
import { fail, type Result, succeed } from '../../shared/result.ts'

/** Bodies that contain no information, or no information that can be trusted. */
export const rubbishBodies = ['html', 'truncated-json', 'empty', 'huge', 'xml', 'message', 'doubly-encoded'] as const
export type RubbishBody = (typeof rubbishBodies)[number]

/** The longest wait of a timer, in milliseconds. A longer one would not wait at all. */
const longestWait = 2 ** 31 - 1

const count = z.number().min(0).max(longestWait)
const status = z.int().min(200).max(599)

const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('latency'), ms: count }),
  z.strictObject({ kind: z.literal('drop-before-commit') }),
  z.strictObject({ kind: z.literal('drop-after-commit') }),
  /** Sends half of the answer, then resets the connection. */
  z.strictObject({ kind: z.literal('drop-in-body') }),
  /** Resets the connection at once, and performs the call `ms` milliseconds later. */
  z.strictObject({ kind: z.literal('late-commit'), ms: count }),
  z.strictObject({ kind: z.literal('hang'), commit: z.boolean() }),
  z.strictObject({
    kind: z.literal('status'),
    status,
    commit: z.boolean(),
    /** The text of a refusal in the dialect's format. Without a message, the answer is an HTML page. */
    message: z.string().optional(),
    retryAfterSeconds: count.optional(),
  }),
  z.strictObject({
    kind: z.literal('rubbish'),
    body: z.enum(rubbishBodies),
    commit: z.boolean(),
    status: status.optional(),
  }),
  /** Makes the change, but answers with a refusal. */
  z.strictObject({ kind: z.literal('refuse-but-commit') }),
  /** A creation with a box creates the customer, leaves the box unbound, and is refused. */
  z.strictObject({ kind: z.literal('half-done') }),
  z.strictObject({ kind: z.literal('too-many-requests'), retryAfterSeconds: count }),
  z.strictObject({ kind: z.literal('slow-drip'), msPerByte: count }),
  /** Redirects with 307 to another path of the platform. The call is not performed. */
  z.strictObject({ kind: z.literal('redirect') }),
])

/** A fault of one request. If `commit` is true, the call is performed in spite of the fault. */
export type Fault = Readonly<z.infer<typeof faultSchema>>

/** The requests that a fault applies to. A missing condition matches all requests. */
const matchSchema = z.strictObject({
  operation: z.custom<OperationId>((value) => typeof value === 'string' && isOperationId(value)).optional(),
  effect: z.enum(effects).optional(),
  /** If true, only changing requests; if false, only reads. */
  changing: z.boolean().optional(),
})
export type FaultMatch = Readonly<z.infer<typeof matchSchema>>

const ruleSchema = z.strictObject({
  match: matchSchema.optional(),
  after: count.optional(),
  times: count.optional(),
  probability: count.max(1).optional(),
  fault: faultSchema,
})

/**
 * A fault and its conditions. A rule counts the requests that match its conditions. A request that an earlier rule hit counts only if that
 * rule's fault is `latency`. The rule lets the first `after` counted requests pass. The rule hits each later request with `probability`,
 * but at most `times` requests in all.
 */
export type FaultRule = Readonly<z.infer<typeof ruleSchema>>

/** Parses rules from the control interface. The error names the wrong rule and field. */
export function parseFaultRules(value: unknown): Result<readonly FaultRule[], string> {
  if (!Array.isArray(value)) return fail('faults: expected a list')
  for (const [index, rule] of value.entries()) {
    const { error } = ruleSchema.safeParse(rule)
    if (error !== undefined) return fail(`faults[${index}]: ${nameProblem(error)}`)
  }
  return succeed(value as readonly FaultRule[])
}

function nameProblem({ issues }: z.ZodError): string {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  )
  if (unknown[0] !== undefined) return `unknown field ${unknown[0]}`
  const name = issues[0]?.path[0]
  return name === undefined ? 'expected an object' : `wrong value of ${String(name)}`
}

export interface Strike {
  readonly latencyMs: number
  readonly fault: Exclude<Fault, { readonly kind: 'latency' }> | undefined
}

/** Chooses the faults of each request. Equal rules and draws give equal faults. `draw` returns numbers from 0 up to 1. */
export function createFaultChooser(rules: readonly FaultRule[], draw: () => number) {
  const counts = rules.map(() => ({ seen: 0, struck: 0 }))
  return (operation: CatalogueOperation): Strike => {
    let latencyMs = 0
    for (const [index, rule] of rules.entries()) {
      const count = counts[index]
      if (count === undefined || !matches(rule.match ?? {}, operation)) continue
      count.seen += 1
      if (count.seen <= (rule.after ?? 0) || count.struck >= (rule.times ?? Infinity)) continue
      if (rule.probability !== undefined && draw() >= rule.probability) continue
      count.struck += 1
      if (rule.fault.kind !== 'latency') return { latencyMs, fault: rule.fault }
      latencyMs += rule.fault.ms
    }
    return { latencyMs, fault: undefined }
  }
}

const matches = (match: FaultMatch, operation: CatalogueOperation): boolean =>
  (match.operation === undefined || match.operation === operation.id) &&
  (match.effect === undefined || match.effect === operation.effect) &&
  (match.changing === undefined || match.changing === isChanging(operation))

/** Returns a function that draws numbers from 0 up to 1. The same seed always gives the same numbers (mulberry32). */
export function createDraw(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
