import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { JobState, JobDetail, JobSummary } from '../../../shared/domain/job.ts'
import { useDesk, useSnapshot } from './desk.tsx'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'

/** The rows of the queue that were loaded so far, newest first. */
interface JobListState {
  readonly states: readonly JobState[] | undefined
  readonly jobs: readonly JobSummary[]
  readonly hasMore: boolean
  /** No answer has arrived yet for these states. */
  readonly isFresh: boolean
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
}

interface JobListStore extends StoreApi<JobListState> {
  /** Loads the first page of jobs in these states, or of all jobs. */
  readonly show: (states: readonly JobState[] | undefined) => Promise<void>
  readonly showMore: () => Promise<void>
  /** Reloads as many rows as are shown. Calls during a reload lead to one more reload after it. */
  readonly refresh: () => Promise<void>
  /** Refreshes whenever a job changes. Returns a function that stops this. */
  readonly follow: () => () => void
}

const pageSize = 50

const mostAtOnce = 200

/** The active connection's jobs in these states, newest first, kept up to date. */
export function useJobList(
  states: readonly JobState[] | undefined,
): JobListState & { readonly showMore: () => Promise<void>; readonly refresh: () => Promise<void> } {
  const { bridge } = useDesk()
  const connectionId = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const list = useMemo(() => createJobListStore(bridge), [bridge])
  const key = states?.join(' ')
  useEffect(() => list.follow(), [list])
  useEffect(() => {
    if (connectionId !== undefined) void list.show(key === undefined ? undefined : (key.split(' ') as JobState[]))
  }, [list, key, connectionId])
  return { ...useStore(list), showMore: list.showMore, refresh: list.refresh }
}

/** One job, kept up to date. */
export function useJobDetail(id: string): JobDetailState & { readonly refresh: () => Promise<void> } {
  const { bridge } = useDesk()
  const store = useMemo(() => createJobDetailStore(bridge, id), [bridge, id])
  useEffect(() => store.follow(), [store])
  return { ...useStore(store), refresh: store.refresh }
}

/** The details of one job, or the error that prevents showing it. */
interface JobDetailState {
  readonly detail: JobDetail | undefined
  readonly error: BridgeError | undefined
}

interface JobDetailStore extends StoreApi<JobDetailState> {
  readonly refresh: () => Promise<void>
  /** Loads the job, and again whenever it changes. Returns a function that stops this. */
  readonly follow: () => () => void
}

/** One job, kept up to date. If several requests overlap, the last one wins. */
export function createJobDetailStore(bridge: Bridge, id: string): JobDetailStore {
  const store = createStore<JobDetailState>(() => ({ detail: undefined, error: undefined }))
  let asked = 0
  const refresh = async () => {
    const number = (asked += 1)
    const reply = await bridge.call('job.read', { id })
    if (number !== asked) return
    if (reply.ok) store.setState({ detail: reply.value, error: undefined })
    else store.setState({ error: reply.error })
  }
  return {
    ...store,
    refresh,
    follow: () => {
      const end = bridge.listen((event) => {
        if (event.name !== 'job-changed') return
        const { id: changed = id } = event.payload
        if (changed === id) void refresh()
      })
      void refresh()
      return end
    },
  }
}

/** A list of jobs that keeps itself up to date. An answer for states that are no longer shown is dropped. */
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
