import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import type { JobState, JobSummary } from '../../../shared/domain/job.ts'

/** Rows of the queue, newest first, as far as they were asked for. */
export interface JobListState {
  readonly states: readonly JobState[] | undefined
  readonly jobs: readonly JobSummary[]
  readonly hasMore: boolean
  /** Nothing was read yet for these states. */
  readonly isFresh: boolean
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
}

export interface JobListStore extends StoreApi<JobListState> {
  /** Shows these states alone, or all of them, from the top. */
  readonly show: (states: readonly JobState[] | undefined) => Promise<void>
  readonly showMore: () => Promise<void>
  /** Reads again as many rows as are shown. Calls while one is under way become one more after it. */
  readonly refresh: () => Promise<void>
  /** Refreshes whenever a job changes; returns the function that ends it. */
  readonly follow: () => () => void
}

const pageSize = 50
const mostAtOnce = 200

/** A list of jobs that keeps itself up to date. An answer for states that are not shown any more is thrown away. */
export function createJobListStore(bridge: Bridge): JobListStore {
  const store = createStore<JobListState>(() => ({
    states: undefined,
    jobs: [],
    hasMore: false,
    isFresh: true,
    isBusy: false,
    error: undefined,
  }))
  let generation = 0
  let refreshing: Promise<void> | undefined
  let again = false

  const read = async (limit: number, before: number | undefined) => {
    const mine = generation
    const { states } = store.getState()
    store.setState({ isBusy: true })
    const reply = await bridge.call('job.list', {
      limit,
      ...(states === undefined ? {} : { states: [...states] }),
      ...(before === undefined ? {} : { before }),
    })
    if (mine !== generation) return
    if (!reply.ok) {
      store.setState({ isBusy: false, isFresh: false, error: reply.error })
      return
    }
    const { jobs, hasMore } = reply.value
    const above = before === undefined ? [] : store.getState().jobs
    store.setState({ jobs: [...above, ...jobs], hasMore, isBusy: false, isFresh: false, error: undefined })
  }

  const readAgain = async () => {
    do {
      again = false
      const shown = store.getState().jobs.length
      await read(Math.min(Math.max(shown, pageSize), mostAtOnce), undefined)
    } while (again)
  }

  const refresh = () => {
    if (refreshing !== undefined) {
      again = true
      return refreshing
    }
    refreshing = readAgain().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  return {
    ...store,
    show: async (states) => {
      generation += 1
      store.setState({ states, jobs: [], hasMore: false, isFresh: true })
      await read(pageSize, undefined)
    },
    showMore: async () => {
      const last = store.getState().jobs.at(-1)
      if (last !== undefined) await read(pageSize, last.sequence)
    },
    refresh,
    follow: () =>
      bridge.listen((event) => {
        if (event.name === 'job-changed') void refresh()
      }),
  }
}
