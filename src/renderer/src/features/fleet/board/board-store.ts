import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../../shared/bridge/errors.ts'
import type { BoardRow } from '../../../../../shared/domain/fleet.ts'
import { useServices, useSnapshot } from '../../../state/services.tsx'
import { useNow } from '../../../ui/format-time.ts'
import { lookAtStation, type Station } from './station.ts'

/** Milliseconds between a change and the next read. Hundreds of computers can change in a burst, and one read then covers all changes. */
const pause = 400
/** The largest number of computers that one request can name. If more computers have changed, the whole board is read. */
const mostNamed = 200

interface BoardState {
  /** The rows by ID. Undefined until the first answer. */
  readonly rows: ReadonlyMap<string, BoardRow> | undefined
  readonly isBusy: boolean
  /** Why the last read failed. `rows` are then from an earlier read. */
  readonly error: BridgeError | undefined
}

const keptAs = 'fleet.rows'

/**
 * Creates the store of the fleet's board. When an event arrives, the store reads only the computers that the event names, so it does not
 * use `useRead`. `rows`: rows of an earlier visit.
 */
export function createBoardStore(bridge: Bridge, rows?: BoardState['rows']) {
  const store = createStore<BoardState>(() => ({ rows, isBusy: false, error: undefined }))
  /** The computers to read again, or `all` for the whole board. */
  let wanted: Set<string> | 'all' | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let isStopped = false

  const read = async (): Promise<void> => {
    timer = undefined
    if (isReading || isStopped || wanted === undefined) return
    const asked = wanted
    wanted = undefined
    isReading = true
    store.setState({ isBusy: true })
    const reply = await bridge.call('fleet.board', asked === 'all' ? {} : { stations: [...asked] })
    isReading = false
    // Changes that arrived during this read need another read.
    const isMore = wanted !== undefined
    if (isStopped) return
    if (reply.ok) {
      const read = new Map(reply.value.stations.map((row) => [row.id, row]))
      const before = asked === 'all' ? [] : (store.getState().rows ?? [])
      store.setState({ rows: new Map([...before, ...read]), isBusy: isMore, error: undefined })
    } else {
      // The next read must include the computers that this read failed to read.
      want(asked === 'all' ? undefined : asked)
      store.setState({ isBusy: false, error: reply.error })
      return
    }
    if (isMore) plan()
  }
  const plan = (): void => {
    timer ??= setTimeout(() => void read(), pause)
  }
  const want = (stations: Iterable<string> | undefined): void => {
    if (wanted === 'all' || stations === undefined || store.getState().rows === undefined) {
      wanted = 'all'
      return
    }
    const named = new Set([...(wanted ?? []), ...stations])
    wanted = named.size > mostNamed ? 'all' : named
  }
  return {
    ...store,
    refresh: async (): Promise<void> => {
      want(undefined)
      clearTimeout(timer)
      await read()
    },
    /** Reads the whole board, and later the computers that events name. Returns a function that ends the reading. */
    follow: () => {
      isStopped = false
      const end = bridge.listen((event) => {
        if (event.name !== 'fleet-changed') return
        want(event.payload.stations)
        plan()
      })
      want(undefined)
      void read()
      return () => {
        isStopped = true
        clearTimeout(timer)
        timer = undefined
        end()
      }
    },
  }
}

/** Returns the fleet's computers, which are kept up to date while the component is mounted. */
export function useBoard() {
  const { bridge, view } = useServices()
  const [store] = useState(() => createBoardStore(bridge, view.kept.get(keptAs) as BoardState['rows']))
  useEffect(() => {
    const end = store.follow()
    return () => {
      // Stores the rows, so that the next visit shows the rows at once, even if the hub cannot be reached.
      view.kept.set(keptAs, store.getState().rows)
      end()
    }
  }, [store, view])
  const { rows, isBusy, error } = useStore(store)
  const now = useHubNow()
  const stations = useMemo(
    (): readonly Station[] | undefined => rows && [...rows.values()].map((row) => lookAtStation(row, now)),
    [rows, now],
  )
  return { stations, isBusy, error, refresh: store.refresh, now }
}

/** Returns the time by the hub's clock in milliseconds since 1970, updated once a minute. This computer's clock may be wrong. */
export function useHubNow(): number {
  const ahead = useSnapshot(({ fleet }) => fleet?.clockAheadMs ?? 0)
  return useNow() - ahead
}
