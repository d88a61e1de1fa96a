import type { AttemptOutcome } from '../../../src/shared/domain/job.ts'
import { rubbishBodies, type Fault } from '../../../src/sandbox/faults/fault.ts'
import type { Phase } from '../proxy.ts'

/**
 * What really happened in a fault. `not-sent`: it never left. `lost`: not performed, and the answer does not tell. `made`:
 * performed, and the answer does not tell. `put-off`: not performed, and the answer asks for a pause. `turned-away`: refused because of token or password. `somebody`: another user made a
 * change meanwhile, before or after.
 */
export type Course =
  | 'accepted'
  | 'not-sent'
  | 'lost'
  | 'made'
  | 'put-off'
  | 'refused'
  | 'turned-away'
  | 'refused-but-made'
  | 'somebody-before'
  | 'somebody-after'

/** The source of a fault: an address without a platform, the network, or the platform itself. */
export type Source =
  | { readonly from: 'address'; readonly address: 'closed port' | 'no such name' | 'no TLS' }
  | { readonly from: 'wire'; readonly phase: Phase; readonly isSomebody?: boolean }
  | { readonly from: 'platform'; readonly fault: Fault }

export interface MatrixFault {
  readonly name: string
  readonly source: Source
  readonly course: Course
  /** Applies only to creations, only to those that bind a box, or only to changes of a subscription. */
  readonly only?: 'creations' | 'creations with a box' | 'subscriptions'
}

/** The outcome that the first attempt must record. */
export const outcomeOf: Readonly<Record<Course, AttemptOutcome>> = {
  accepted: 'accepted',
  'not-sent': 'not-sent',
  lost: 'unknown',
  made: 'unknown',
  'put-off': 'unknown',
  refused: 'refused',
  'turned-away': 'refused',
  'refused-but-made': 'refused',
  'somebody-before': 'unknown',
  'somebody-after': 'unknown',
}

/** A refusal that does not leave the outcome open. */
const words = 'The package is sold out.'
/** Milliseconds; half of the longest processing time of the matrix's connections. */
export const lateMs = 300

const platform = (name: string, fault: Fault, course: Course, only?: MatrixFault['only']): MatrixFault => ({
  name,
  source: { from: 'platform', fault },
  course,
  ...(only !== undefined && { only }),
})
const wire = (name: string, phase: Phase, course: Course): MatrixFault => ({
  name,
  source: { from: 'wire', phase },
  course,
})
/** The same fault for a call that was performed and for one that was not. */
const both = (name: string, make: (commit: boolean) => Fault): readonly MatrixFault[] => [
  platform(`${name}, carried out`, make(true), 'made'),
  platform(`${name}, not carried out`, make(false), 'lost'),
]

export const matrixFaults: readonly MatrixFault[] = [
  platform('nothing', { kind: 'latency', ms: 1 }, 'accepted'),
  { name: 'refused connection', source: { from: 'address', address: 'closed port' }, course: 'not-sent' },
  { name: 'no such name', source: { from: 'address', address: 'no such name' }, course: 'not-sent' },
  { name: 'TLS fails', source: { from: 'address', address: 'no TLS' }, course: 'not-sent' },
  wire('reset before it is read', 'before-read', 'lost'),
  wire('reset before it is carried out', 'before-commit', 'lost'),
  wire('reset after it was carried out', 'after-commit', 'made'),
  wire('reset within the answer', 'in-body', 'made'),
  ...both('hang', (commit) => ({ kind: 'hang', commit })),
  platform('slow drip', { kind: 'slow-drip', msPerByte: 1500 }, 'made'),
  platform('redirect', { kind: 'redirect' }, 'lost'),
  platform('401 in words', { kind: 'status', status: 401, commit: false, message: 'Unauthorized.' }, 'turned-away'),
  platform('401 as a page', { kind: 'status', status: 401, commit: false }, 'lost'),
  platform('403 in words', { kind: 'status', status: 403, commit: false, message: words }, 'refused'),
  platform(
    '403 without a reason',
    { kind: 'status', status: 403, commit: false, message: 'Forbidden.' },
    'turned-away',
  ),
  platform('403 as a page', { kind: 'status', status: 403, commit: false }, 'lost'),
  platform('404 in words', { kind: 'status', status: 404, commit: false, message: 'Customer not found.' }, 'refused'),
  ...both('404 as a page', (commit) => ({ kind: 'status', status: 404, commit })),
  platform('406 in words', { kind: 'status', status: 406, commit: false, message: words }, 'refused'),
  ...both('406 without a word', (commit) => ({ kind: 'rubbish', status: 406, body: 'empty', commit })),
  platform('429 with Retry-After', { kind: 'too-many-requests', retryAfterSeconds: 1 }, 'put-off'),
  ...both('500 as a page', (commit) => ({ kind: 'status', status: 500, commit })),
  ...both('500 in words', (commit) => ({ kind: 'status', status: 500, commit, message: 'Object reference not set.' })),
  ...both('502', (commit) => ({ kind: 'status', status: 502, commit })),
  ...both('503 with Retry-After', (commit) => ({ kind: 'status', status: 503, commit, retryAfterSeconds: 1 })),
  ...both('504', (commit) => ({ kind: 'status', status: 504, commit })),
  ...rubbishBodies.flatMap((body) => both(`${body} with 200`, (commit) => ({ kind: 'rubbish', body, commit }))),
  platform('late commit', { kind: 'late-commit', ms: lateMs }, 'made'),
  platform('refused, and carried out', { kind: 'refuse-but-commit' }, 'refused-but-made'),
  platform('half done', { kind: 'half-done' }, 'refused-but-made', 'creations with a box'),
  {
    name: 'somebody else acts, and the request is lost',
    source: { from: 'wire', phase: 'before-commit', isSomebody: true },
    course: 'somebody-before',
  },
  {
    name: 'the answer is lost, and somebody else acts',
    source: { from: 'wire', phase: 'after-commit', isSomebody: true },
    course: 'somebody-after',
    only: 'subscriptions',
  },
]
