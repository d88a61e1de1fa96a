import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { ActivityCursor, ActivityFilter, ActivityRow } from '../../../../shared/domain/activity.ts'

/** One page of acts; never more than one is here. */
export interface ActivityState {
  readonly rows: readonly ActivityRow[]
  /** 0 for the newest. */
  readonly page: number
  readonly hasOlder: boolean
  /** Nothing was read yet for this filter. */
  readonly isFresh: boolean
  readonly isBusy: boolean
  /** While a search goes on: how far back it has come, milliseconds since 1970. */
  readonly back: number | undefined
  readonly error: BridgeError | undefined
}

export interface ActivityStore extends StoreApi<ActivityState> {
  /** Shows the newest page of these. */
  readonly show: (filter: ActivityFilter) => Promise<void>
  readonly older: () => Promise<void>
  readonly newer: () => Promise<void>
  /** Ends a long search; what was found stays. */
  readonly stop: () => void
  /** Reads the newest page again; further back nothing changes. */
  readonly refresh: () => Promise<void>
}

export const pageSize = 100

/** The pages before the present one are known by where they began, not by their rows. */
export function createActivityStore(bridge: Bridge): ActivityStore {
  const blank = { rows: [], page: 0, hasOlder: false, isFresh: true, isBusy: false, back: undefined, error: undefined }
  const store = createStore<ActivityState>(() => blank)
  let filter: ActivityFilter = {}
  /** Where each page begins; the first at the newest act. */
  let begins: readonly (ActivityCursor | undefined)[] = [undefined]
  let generation = 0

  /** A call looks through so much and no more: it is repeated until the page is full or nothing is left. */
  const read = async (page: number): Promise<void> => {
    generation += 1
    const mine = generation
    store.setState({ isBusy: true, error: undefined, back: undefined })
    const rows: ActivityRow[] = []
    let after = begins[page]
    do {
      const reply = await bridge.call('activity.list', {
        filter,
        limit: pageSize - rows.length,
        ...(after !== undefined && { after }),
      })
      if (mine !== generation) return
      if (!reply.ok) {
        store.setState({ isBusy: false, isFresh: false, error: reply.error })
        return
      }
      rows.push(...reply.value.rows)
      after = reply.value.next
      begins = [...begins.slice(0, page + 1), ...(after === undefined ? [] : [after])]
      store.setState({ rows: [...rows], page, hasOlder: after !== undefined, back: reply.value.back })
    } while (after !== undefined && rows.length < pageSize)
    store.setState({ isBusy: false, isFresh: false, back: undefined })
  }

  return {
    ...store,
    async show(wanted) {
      filter = wanted
      begins = [undefined]
      store.setState(blank)
      await read(0)
    },
    async older() {
      const { page, hasOlder } = store.getState()
      if (hasOlder) await read(page + 1)
    },
    async newer() {
      const { page } = store.getState()
      if (page > 0) await read(page - 1)
    },
    stop() {
      generation += 1
      store.setState({ isBusy: false, isFresh: false, back: undefined })
    },
    async refresh() {
      const { page, isBusy } = store.getState()
      if (page === 0 && !isBusy) await read(0)
    },
  }
}
