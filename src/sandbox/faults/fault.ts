import type { OperationId } from '../../platform/catalogue/catalogue.ts'
import type { Effect } from '../../platform/catalogue/operation.ts'

/** Bodies that say nothing, or nothing that can be trusted. */
export const rubbishBodies = ['html', 'truncated-json', 'empty', 'huge', 'xml', 'message', 'doubly-encoded'] as const
export type RubbishBody = (typeof rubbishBodies)[number]

/** A fault of one request. `commit`: the call is performed all the same. */
export type Fault =
  /** Delays the answer; other faults may still apply to the request. */
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'drop-before-commit' }
  | { readonly kind: 'drop-after-commit' }
  /** Sends half of the answer, then resets the connection. */
  | { readonly kind: 'drop-in-body' }
  /** Resets the connection at once and performs the call that many milliseconds later. */
  | { readonly kind: 'late-commit'; readonly ms: number }
  /** Never answers. */
  | { readonly kind: 'hang'; readonly commit: boolean }
  | {
      readonly kind: 'status'
      readonly status: number
      readonly commit: boolean
      /** In the dialect's format; without a message, an HTML page. */
      readonly message?: string
      readonly retryAfterSeconds?: number
    }
  | { readonly kind: 'rubbish'; readonly body: RubbishBody; readonly commit: boolean; readonly status?: number }
  /** Makes the change, but answers with a refusal. */
  | { readonly kind: 'refuse-but-commit' }
  /** A creation with a box creates the customer, does not bind the box, and is refused. */
  | { readonly kind: 'half-done' }
  | { readonly kind: 'too-many-requests'; readonly retryAfterSeconds: number }
  /** Sends the correct answer one byte at a time. */
  | { readonly kind: 'slow-drip'; readonly msPerByte: number }
  /** 307 to another path of the platform; the call is not performed. */
  | { readonly kind: 'redirect' }

/** Which requests a fault applies to. A missing condition matches all. */
export interface FaultMatch {
  readonly operation?: OperationId
  readonly effect?: Effect
  /** Only requests that change something (true), or only reads (false). */
  readonly changing?: boolean
}

/**
 * A fault and when it applies. Each rule counts the requests that match it and that no earlier rule has hit: it lets `after`
 * of them pass, then hits at most `times` of them, each with `probability`.
 */
export interface FaultRule {
  readonly match?: FaultMatch
  readonly after?: number
  readonly times?: number
  readonly probability?: number
  readonly fault: Fault
}
