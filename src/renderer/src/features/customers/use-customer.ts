import { useCallback, useEffect, useRef, useState } from 'react'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { CustomerPageAnswer, HostnameLights } from '../../../../shared/domain/customer-view.ts'
import type { JobSummary } from '../../../../shared/domain/job.ts'
import { isIn } from '../../../../shared/domain/job-states.ts'
import { useDesk } from '../../state/desk.tsx'

/** Jobs at rest, as id and time of the last change, so that a job that comes to rest again counts as a new entry. */
export const restsOf = (jobs: readonly JobSummary[]): ReadonlySet<string> =>
  new Set(jobs.filter(({ state }) => isIn('resting', state)).map(({ id, updatedAt }) => `${id} ${String(updatedAt)}`))

/** Whether a job came to rest between two reads. A short job may end before it was ever seen running. */
export const hasComeToRest = (before: ReadonlySet<string>, after: ReadonlySet<string>): boolean =>
  [...after].some((rest) => !before.has(rest))

type Told = Exclude<CustomerPageAnswer, { kind: 'overtaken' }>
type Lights = Extract<HostnameLights, { kind: 'lights' }>

/** What is known of a customer so far. */
export interface CustomerState {
  readonly answer: Told | undefined
  readonly lights: Lights | undefined
  readonly jobs: readonly JobSummary[]
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
}

const nothing: CustomerState = { answer: undefined, lights: undefined, jobs: [], isBusy: true, error: undefined }
const slots = { page: 'customer-page', lights: 'customer-lights' } as const
const mostBoxes = 50

/** Loads a customer: first the platform's data, then the hostnames of each box. Reloads when one of their jobs comes to rest. */
export function useCustomer(
  userid: string,
  customermappingid: string,
): CustomerState & { readonly refresh: () => void } {
  const { bridge } = useDesk()
  const [state, setState] = useState(nothing)
  const asked = useRef(0)
  const rests = useRef<ReadonlySet<string>>(undefined)
  const change = useCallback((part: Partial<CustomerState>) => {
    setState((before) => ({ ...before, ...part }))
  }, [])

  const ask = useCallback(async () => {
    const mine = (asked.current += 1)
    const reply = await bridge.call('customers.read', { slot: slots.page, userid, customermappingid })
    if (mine !== asked.current) return
    if (!reply.ok) {
      change({ isBusy: false, error: reply.error })
      return
    }
    if (reply.value.kind === 'overtaken') return
    change({ answer: reply.value, isBusy: false, error: undefined })
    const boxes = reply.value.kind === 'customer' ? (reply.value.devices ?? []).map(({ id }) => id) : []
    if (boxes.length === 0) return
    const lights = await bridge.call('customers.lights', {
      slot: slots.lights,
      userid,
      boxes: boxes.slice(0, mostBoxes),
    })
    if (mine === asked.current && lights.ok && lights.value.kind === 'lights') change({ lights: lights.value })
  }, [bridge, userid, customermappingid, change])

  /** Resolves to whether a job has come to rest since the last read. */
  const readJobs = useCallback(async () => {
    if (userid === '') return false
    const reply = await bridge.call('customers.jobs', { userid })
    if (!reply.ok) return false
    const { jobs } = reply.value
    change({ jobs })
    const before = rests.current
    rests.current = restsOf(jobs)
    return before !== undefined && hasComeToRest(before, rests.current)
  }, [bridge, userid, change])

  useEffect(() => {
    const followJobs = async (): Promise<void> => {
      if (await readJobs()) await ask()
    }
    // In a timer, so that a page that is left at once sends no request.
    const timer = setTimeout(() => {
      void ask()
      void readJobs()
    })
    const end = bridge.listen((event) => {
      if (event.name !== 'job-changed') return
      void followJobs()
    })
    return () => {
      clearTimeout(timer)
      end()
      asked.current += 1
      rests.current = undefined
      for (const slot of Object.values(slots)) void bridge.call('customers.cancel', { slot })
    }
  }, [bridge, ask, readJobs])
  const refresh = (): void => {
    change({ isBusy: true })
    void ask()
  }
  return { ...state, refresh }
}
