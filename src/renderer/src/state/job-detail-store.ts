import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import type { JobDetail } from '../../../shared/domain/job.ts'

/** Everything about one job, or why it cannot be shown. */
export interface JobDetailState {
  readonly detail: JobDetail | undefined
  readonly error: BridgeError | undefined
}

export interface JobDetailStore extends StoreApi<JobDetailState> {
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
