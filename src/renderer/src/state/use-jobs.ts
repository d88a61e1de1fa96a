import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Request } from '../../../shared/bridge/contract.ts'
import type { JobSummary } from '../../../shared/domain/job.ts'
import { createOneAtATime } from '../../../shared/one-at-a-time.ts'
import { useServices, useSnapshot } from './services.tsx'
import { findActiveConnection } from './snapshot-store.ts'
import { followJobs, useRead } from './use-read.ts'
import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'

export type JobQuery = Omit<Request<'job.list'>, 'limit' | 'before'>

/** The rows of a list that were loaded so far, newest first. */
interface JobListState {
  readonly wanted: JobQuery
  readonly jobs: readonly JobSummary[]
  readonly hasMore: boolean
  /** Whether older jobs are still being searched. */
  readonly isPartial: boolean
  /** Whether the present query has no answer yet. */
  readonly isFresh: boolean
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
}

const pageSize = 50
const mostAtOnce = 200

/** Returns the active connection's jobs for a query, newest first. The list is updated when jobs change. */
export function useJobList(wanted: JobQuery) {
  const { bridge } = useServices()
  const connectionId = useSnapshot((snapshot) => snapshot.activeConnectionId)
  // Each connection has its own list, so that no job of the former connection is shown while the first page is read.
  const list = useMemo(() => ({ connectionId, ...createJobListStore(bridge) }), [bridge, connectionId])
  const asked = JSON.stringify(wanted)
  useEffect(() => list.follow(), [list])
  useEffect(() => {
    if (list.connectionId !== undefined) void list.show(JSON.parse(asked) as JobQuery)
  }, [list, asked])
  const state = useStore(list)
  const unreached = useUnreached()
  const jobs = useMemo(() => state.jobs.map((job) => whileUnreached(job, unreached)), [state.jobs, unreached])
  return { ...state, jobs, showMore: list.showMore }
}

/** Returns one job and the error of the last read. The job is read again when it changes. */
export function useJobDetail(id: string) {
  const { value, error } = useRead('job.read', { id }, { follows: { job: id } })
  const unreached = useUnreached()
  const detail = useMemo(
    () => value && { ...value, summary: whileUnreached(value.summary, unreached) },
    [value, unreached],
  )
  return { detail, error }
}

const useUnreached = (): string | undefined =>
  useSnapshot((snapshot) => {
    const active = findActiveConnection(snapshot)
    return active?.link.state === 'unreached' ? active.settings.id : undefined
  })

/** Adds the reason `network` to a saved job while its platform is not reached. The ledger has no reason, because no call was tried. */
export const whileUnreached = (job: JobSummary, unreached: string | undefined): JobSummary =>
  job.state === 'saved' && job.why === undefined && job.connectionId === unreached
    ? { ...job, why: { code: 'network' } }
    : job

/**
 * Creates the store of a list of jobs. The store does not use `useRead`, because the list grows page by page and is reloaded at its
 * full length. Answers for an outdated query are dropped.
 */
export function createJobListStore(bridge: Bridge) {
  const store = createStore<JobListState>(() => ({
    wanted: {},
    jobs: [],
    hasMore: false,
    isPartial: false,
    isFresh: true,
    isBusy: false,
    error: undefined,
  }))
  let generation = 0
  let refreshing: Promise<void> | undefined
  let again = false
  /** Runs reloads and page loads one after the other, because each starts from the rows that the one before has loaded. */
  const oneAtATime = createOneAtATime()

  /** Reads `count` jobs below `above`, in as many calls as it takes, and shows all of them at once. */
  const read = async (count: number, above: readonly JobSummary[]) => {
    const mine = generation
    const { wanted } = store.getState()
    store.setState({ isBusy: true })
    const jobs = [...above]
    for (;;) {
      const limit = Math.min(count + above.length - jobs.length, mostAtOnce)
      const before = jobs.at(-1)?.sequence
      const reply = await bridge.call('job.list', { ...wanted, limit, ...(before === undefined ? {} : { before }) })
      if (mine !== generation) return
      if (!reply.ok) return store.setState({ error: reply.error, isBusy: false, isFresh: false })
      const { jobs: found, hasMore, isPartial = false } = reply.value
      jobs.push(...found)
      if (hasMore && !isPartial && found.length > 0 && jobs.length < above.length + count) continue
      return store.setState({ jobs, hasMore, isPartial, error: undefined, isBusy: false, isFresh: false })
    }
  }

  const readAgain = async () => {
    while (again) {
      again = false
      await oneAtATime(() => read(Math.max(store.getState().jobs.length, pageSize), []))
    }
    refreshing = undefined
  }

  const refresh = () => {
    again = true
    return (refreshing ??= readAgain())
  }

  return {
    ...store,
    /** Loads the first page of a query. If only the search text has changed, the rows stay until the answer arrives. */
    show: async (wanted: JobQuery) => {
      generation += 1
      const isOtherText =
        JSON.stringify({ ...store.getState().wanted, text: '' }) === JSON.stringify({ ...wanted, text: '' })
      store.setState({ wanted, isFresh: true, ...(!isOtherText && { jobs: [], hasMore: false, isPartial: false }) })
      await read(pageSize, [])
    },
    showMore: () =>
      oneAtATime(async () => {
        const { jobs } = store.getState()
        if (jobs.length > 0) await read(pageSize, jobs)
      }),
    /** Reloads as many rows as are shown. Calls during a reload cause one more reload. */
    refresh,
    /** Reloads the list whenever a job changes. Returns a function that stops the reloads. */
    follow: () => followJobs(bridge, () => void refresh()),
  }
}
