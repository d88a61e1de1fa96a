import type { OperationId } from '../../platform/catalogue/catalogue.ts'
import type { Effect } from '../../platform/catalogue/operation.ts'

/** Bodies that say nothing, or nothing that can be trusted. */
export const rubbishBodies = ['html', 'truncated-json', 'empty', 'huge', 'xml', 'message', 'doubly-encoded'] as const
export type RubbishBody = (typeof rubbishBodies)[number]

/** What goes wrong with one request. `commit`: the call is carried out all the same. */
export type Fault =
  /** Answers later; other faults may still meet the request. */
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'drop-before-commit' }
  | { readonly kind: 'drop-after-commit' }
  /** Half of the answer, then the connection is reset. */
  | { readonly kind: 'drop-in-body' }
  /** The connection is reset at once, the call carried out so many milliseconds after that. */
  | { readonly kind: 'late-commit'; readonly ms: number }
  /** Never answers. */
  | { readonly kind: 'hang'; readonly commit: boolean }
  | {
      readonly kind: 'status'
      readonly status: number
      readonly commit: boolean
      /** In the dialect's own writing; an HTML page where there is none. */
      readonly message?: string
      readonly retryAfterSeconds?: number
    }
  | { readonly kind: 'rubbish'; readonly body: RubbishBody; readonly commit: boolean; readonly status?: number }
  /** The change is made, and the answer is a refusal. */
  | { readonly kind: 'refuse-but-commit' }
  /** A creation with a box makes the customer, does not bind the box, and is refused. */
  | { readonly kind: 'half-done' }
  | { readonly kind: 'too-many-requests'; readonly retryAfterSeconds: number }
  /** The answer as it should be, a byte at a time. */
  | { readonly kind: 'slow-drip'; readonly msPerByte: number }
  /** 307 to another path of the platform; nothing is carried out. */
  | { readonly kind: 'redirect' }

/** Which requests a fault meets; a condition that is left out lets all through. */
export interface FaultMatch {
  readonly operation?: OperationId
  readonly effect?: Effect
  /** Only those that change something, or only those that read. */
  readonly changing?: boolean
}

/**
 * A fault and when it strikes. Each rule counts the requests that match it and that no earlier rule has struck: it lets
 * `after` of them pass, then strikes at most `times` times, each time with `probability`.
 */
export interface FaultRule {
  readonly match?: FaultMatch
  readonly after?: number
  readonly times?: number
  readonly probability?: number
  readonly fault: Fault
}
