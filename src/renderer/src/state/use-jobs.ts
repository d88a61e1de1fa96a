import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { JobState, JobDetail } from '../../../shared/domain/job.ts'
import { useDesk, useSnapshot } from './desk.tsx'
import { createJobListStore, type JobListState } from './job-list-store.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'

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

/** Everything about one job, or why it cannot be shown. */
interface JobDetailState {
  readonly detail: JobDetail | undefined
  readonly error: BridgeError | undefined
}

interface JobDetailStore extends StoreApi<JobDetailState> {
  readonly refresh: () => Promise<void>
  /** Reads the job and reads it again whenever it changes; returns the function that ends it. */
  readonly follow: () => () => void
}

/** One job, kept up to date. Of several readings under way the last one asked for wins. */
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
