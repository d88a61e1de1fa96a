import type { ShownCustomer } from '../../../../shared/domain/customer-view.ts'
import type { HostnameLights } from '../../../../shared/domain/customer-view.ts'
import { namesDevice } from '../../../../shared/domain/device-identifier.ts'
import type { VerdictGround } from '../../../../shared/domain/install-verdict.ts'
import type { JobSummary } from '../../../../shared/domain/job.ts'
import { todayOf } from './say-customer.ts'

const givesBox: ReadonlySet<JobSummary['kind']> = new Set(['new-customer', 'existing-customer'])

/** What the verdict on an install goes by, from all that was told of a customer and done here. */
export function groundOf(
  { facts, devices }: ShownCustomer,
  lights: Extract<HostnameLights, { kind: 'lights' }> | undefined,
  jobs: readonly JobSummary[],
  now: number,
): VerdictGround {
  const given = jobs.filter(({ kind, state }) => givesBox.has(kind) && (state === 'done' || state === 'unconfirmed'))
  const missing = given.filter(
    ({ box }) => box !== undefined && devices?.some(({ id }) => namesDevice(id, box)) === false,
  )
  return {
    status: facts.status,
    endDate: facts.endDate,
    deviceLimit: facts.deviceLimit,
    devices,
    lights: lights?.boxes,
    missingBoxes: missing.length,
    today: todayOf(now),
  }
}
