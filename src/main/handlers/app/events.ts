import type { BridgeEvent } from '../../../shared/bridge/events.ts'
import type { Snapshot } from '../../../shared/bridge/snapshot.ts'
import type { Clock } from '../../ports.ts'

/** Delay before a push, milliseconds. Sending a queue changes hundreds of jobs, and the screen follows at this pace. */
const pace = 60
/** Delay while a list is being saved, milliseconds. Longer, because each snapshot counts the jobs again. */
const slowPace = 500
/** Delay before the board's changes are told, milliseconds. The page asks the hub for each. */
export const boardPace = 250
/** With more changed jobs or stations, one event says that any may have changed: single events would delay the screen by seconds. */
const mostTold = 100

export function createEvents(clock: Clock, snapshot: () => Snapshot) {
  const listeners = new Set<(event: BridgeEvent) => void>()
  const jobs = new Set<string>()
  let isDue = false
  let isMissed = false
  let wait = pace
  const push = (event: BridgeEvent): void => {
    for (const listener of listeners) listener(event)
  }
  const flush = (): void => {
    isDue = false
    if (listeners.size === 0) return jobs.clear()
    const isMany = jobs.size > mostTold
    wait = isMany ? slowPace : pace
    const told = isMany || isMissed ? [undefined] : [...jobs]
    isMissed = false
    for (const id of told) push({ name: 'job-changed', payload: id === undefined ? {} : { id } })
    jobs.clear()
    push({ name: 'snapshot', payload: snapshot() })
  }
  /** Pushes a snapshot soon. Several changes in a burst give one push. */
  const changed = (): void => {
    if (isDue) return
    isDue = true
    clock.after(wait, flush)
  }
  const stations = new Set<string | undefined>()
  const flushBoard = (): void => {
    const isAny = stations.has(undefined) || stations.size > mostTold
    const named = [...stations].filter((station) => station !== undefined)
    stations.clear()
    push({ name: 'fleet-changed', payload: isAny ? {} : { stations: named } })
  }
  return {
    listen: (listener: (event: BridgeEvent) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    jobChanged(id: string) {
      if (listeners.size > 0) jobs.add(id)
      changed()
    },
    changed,
    /** The board of a station has changed; without one, any may have. A burst gives one push. */
    fleetChanged(station?: string) {
      if (stations.size === 0) clock.after(boardPace, flushBoard)
      stations.add(station)
    },
    /** Any job may have changed, such as while nothing was pushed. */
    anyChanged() {
      isMissed = true
      changed()
    },
  }
}
