import { useEffect, useRef } from 'react'
import { isIn, type JobSummary } from '../../../../shared/domain/job.ts'
import { useServices } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'

/**
 * Returns the jobs at rest. Each entry is the job's id and the time of its last change, so a job that comes to rest again is a new entry.
 */
export const restsOf = (jobs: readonly JobSummary[]): ReadonlySet<string> =>
  new Set(jobs.filter(({ state }) => isIn('resting', state)).map(({ id, updatedAt }) => `${id} ${String(updatedAt)}`))

/** Whether a job came to rest between two reads. The states are not compared, because a short job may never be seen running. */
export const hasComeToRest = (before: ReadonlySet<string>, after: ReadonlySet<string>): boolean =>
  [...after].some((rest) => !before.has(rest))

export type CustomerState = ReturnType<typeof useCustomer>

const slots = { page: 'customer-page', bindings: 'customer-lights' } as const
const mostBoxes = 50
const noJobs: readonly JobSummary[] = []

/** A delay of 0 milliseconds still uses a timer, so that a page that is left at once sends no request. */
const delay = 0

/** Loads the platform's data of a customer, then the hostnames of each box. Reloads when one of the customer's jobs comes to rest. */
export function useCustomer(userid: string, customermappingid: string) {
  const { bridge } = useServices()
  const page = useRead('customers.read', { slot: slots.page, userid, customermappingid }, { delay })
  const { value: answer, error, refresh } = page
  const { at, devices = [] } = answer?.kind === 'customer' ? answer : {}
  const boxes = devices.slice(0, mostBoxes).map(({ id }) => id)
  const bindingsRequest = boxes.length === 0 ? undefined : { slot: slots.bindings, userid, boxes }
  const { value: bindings } = useRead('customers.bindings', bindingsRequest, { scope: at, keepsLast: true })
  const jobs = useRead('customers.jobs', userid === '' ? undefined : { userid }, { delay, follows: {} }).value?.jobs
  const rests = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    const before = rests.current
    rests.current = jobs === undefined ? undefined : restsOf(jobs)
    if (before !== undefined && rests.current !== undefined && hasComeToRest(before, rests.current)) void refresh()
  }, [jobs, refresh])
  useEffect(
    () => () => {
      for (const slot of Object.values(slots)) void bridge.call('customers.cancel', { slot })
    },
    [bridge],
  )
  return {
    answer,
    bindings,
    jobs: jobs ?? noJobs,
    isBusy: page.isBusy || (answer === undefined && error === undefined),
    error,
    refresh: () => void refresh(),
  }
}
