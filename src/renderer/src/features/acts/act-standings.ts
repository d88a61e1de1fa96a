import type { JobDetail, Standing } from '../../../../shared/domain/job.ts'
import type { ActCustomer } from './act-customer.ts'

/**
 * How the customer stood before an act and how the platform shows them since; `now` is absent until it was asked after the
 * act. What the job did not read is as it was shown before the act was asked for.
 */
export function actStandings(
  { steps }: Pick<JobDetail, 'steps'>,
  customer: Pick<ActCustomer, 'status' | 'endDate' | 'product'>,
): { readonly before: Standing; readonly now?: Standing } {
  const [step] = steps
  const attempt = step?.attempts.at(-1)
  const told = step?.readings.filter(({ standing }) => standing !== undefined) ?? []
  const shown: Standing = {
    ...(customer.status !== undefined && { status: customer.status }),
    ...(customer.endDate !== undefined && { endDate: customer.endDate }),
    ...(customer.product !== undefined && { product: customer.product }),
  }
  const before = { ...shown, ...(attempt?.before ?? told[0]?.standing) }
  const isOver = step?.state === 'done' || step?.state === 'unconfirmed'
  const after =
    attempt === undefined ? (isOver ? told.at(-1) : undefined) : told.findLast(({ at }) => at >= attempt.startedAt)
  return after?.standing === undefined ? { before } : { before, now: after.standing }
}
