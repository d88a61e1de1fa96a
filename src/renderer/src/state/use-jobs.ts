import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { JobState } from '../../../shared/domain/job.ts'
import { useDesk, useSnapshot } from './desk.tsx'
import { createJobDetailStore, type JobDetailState } from './job-detail-store.ts'
import { createJobListStore, type JobListState } from './job-list-store.ts'

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
