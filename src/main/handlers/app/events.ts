import type { BridgeEvent } from '../../../shared/bridge/contract.ts'
import type { Snapshot } from '../../../shared/bridge/snapshot.ts'
import type { Clock } from '../../ports.ts'

/** What is pushed to the renderer. */
export interface Events {
  readonly listen: (listener: (event: BridgeEvent) => void) => () => void
  readonly jobChanged: (id: string) => void
  /** Pushes a snapshot soon; a burst of changes is one push. */
  readonly changed: () => void
}

/** A drain changes jobs by the hundred; the screen follows at this pace, milliseconds. */
const pace = 60
/** While a list is saved it follows less often: what it shows is counted anew each time. */
const slowPace = 240
/** Of more jobs than these it is told once that any may have changed: a screen would be seconds behind a list that is saved. */
const mostTold = 100

export function createEvents(clock: Clock, snapshot: () => Snapshot): Events {
  const listeners = new Set<(event: BridgeEvent) => void>()
  const jobs = new Set<string>()
  let isDue = false
  let wait = pace
  const push = (event: BridgeEvent): void => {
    for (const listener of listeners) listener(event)
  }
  const flush = (): void => {
    isDue = false
    const isMany = jobs.size > mostTold
    wait = isMany ? slowPace : pace
    const told = isMany ? [undefined] : [...jobs]
    for (const id of told) push({ name: 'job-changed', payload: id === undefined ? {} : { id } })
    jobs.clear()
    push({ name: 'snapshot', payload: snapshot() })
  }
  const changed = (): void => {
    if (isDue) return
    isDue = true
    clock.after(wait, flush)
  }
  return {
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    jobChanged(id) {
      if (listeners.size > 0) jobs.add(id)
      changed()
    },
    changed,
  }
}
