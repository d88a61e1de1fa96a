import { assertNever } from '../../assert-never.ts'
import type { JobState, WhyCode } from '../../../src/shared/domain/job.ts'
import type { MatrixCall } from './matrix-calls.ts'
import type { Course, MatrixFault } from './matrix-faults.ts'

/** The state in which a job must come to rest without help, and the effects that the platform's ledger must have then. */
export interface ExpectedEnd {
  readonly state: JobState
  readonly why?: WhyCode
  readonly effects: readonly string[]
}

/** Whether a fault applies to a call. */
export function applies({ only, course }: MatrixFault, { kind }: MatrixCall): boolean {
  if (only === 'creations with a box') return kind === 'creation with a box'
  if (only === 'creations') return kind.startsWith('creation')
  if (only === 'subscriptions') return kind === 'subscription'
  return course !== 'somebody-after' || kind === 'subscription'
}

export function expectEnd(course: Course, { kind, once, operation }: MatrixCall): ExpectedEnd {
  const isCreation = kind.startsWith('creation')
  // A new customer's password cannot be wrong, and this call carries none (Add MacAddress to Hostname).
  const mayAskPassword = !isCreation && operation !== 'AddMacAddressToHostname'
  switch (course) {
    case 'accepted':
    case 'not-sent':
    case 'made':
    case 'put-off':
    case 'refused-but-made':
      return { state: 'done', effects: once }
    case 'lost':
      // Only a technician may spend money a second time.
      return kind === 'subscription'
        ? { state: 'needs-you', why: 'not-applied', effects: [] }
        : { state: 'done', effects: once }
    case 'refused':
      return { state: 'refused', why: 'platform-refused', effects: [] }
    case 'turned-away':
      return { state: 'refused', why: mayAskPassword ? 'password-asked' : 'platform-refused', effects: [] }
    case 'somebody-before':
      if (isCreation) return { state: 'needs-you', why: 'somebody-else', effects: [] }
      return kind === 'subscription'
        ? { state: 'needs-you', why: 'moved-otherwise', effects: [] }
        : { state: 'done', effects: [] }
    case 'somebody-after':
      return { state: 'needs-you', why: 'moved-otherwise', effects: once }
    default:
      return assertNever(course)
  }
}
