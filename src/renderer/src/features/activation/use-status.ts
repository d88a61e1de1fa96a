import type { JobDetail } from '../../../../shared/domain/job.ts'
import { useRead } from '../../state/use-read.ts'

/** The job with the customer's status and end date. Asks the platform once if the job's own reads did not contain them. */
export function useStatus(detail: JobDetail): JobDetail {
  const { id, state, kind } = detail.summary
  const isToldAlready = detail.customerStatus !== undefined && detail.endDate !== undefined
  const isWanted = state === 'done' && kind !== 'hostname' && !isToldAlready
  // An error is not shown: the job is done all the same.
  const { value: subscription = {} } = useRead('job.subscription-status', isWanted ? { id } : undefined)
  const customerStatus = detail.customerStatus ?? subscription.status
  const endDate = detail.endDate ?? subscription.endDate
  return {
    ...detail,
    ...(customerStatus !== undefined && { customerStatus }),
    ...(endDate !== undefined && { endDate }),
  }
}
