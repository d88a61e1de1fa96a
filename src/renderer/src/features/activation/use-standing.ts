import { useEffect, useState } from 'react'
import type { JobDetail, Standing } from '../../../../shared/domain/job.ts'
import { useDesk } from '../../state/desk.tsx'

/** The job with the customer's status and end date. Asks the platform once if the job's own reads did not contain them. */
export function useStanding(detail: JobDetail): JobDetail {
  const { bridge } = useDesk()
  const [standing, setStanding] = useState<Standing>({})
  const { id, state, kind } = detail.summary
  const isToldAlready = detail.customerStatus !== undefined && detail.endDate !== undefined
  const isWanted = state === 'done' && kind !== 'hostname' && !isToldAlready
  useEffect(() => {
    if (!isWanted) return
    let isShown = true
    const ask = async (): Promise<void> => {
      const reply = await bridge.call('job.standing', { id })
      // An error is ignored: the job is done all the same.
      if (isShown && reply.ok) setStanding(reply.value)
    }
    void ask()
    return () => {
      isShown = false
    }
  }, [bridge, id, isWanted])
  const customerStatus = detail.customerStatus ?? standing.status
  const endDate = detail.endDate ?? standing.endDate
  return {
    ...detail,
    ...(customerStatus !== undefined && { customerStatus }),
    ...(endDate !== undefined && { endDate }),
  }
}
