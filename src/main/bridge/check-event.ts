import { events, type BridgeEvent } from '../../shared/bridge/contract.ts'
import type { Log } from '../ports.ts'

/** The event with only the keys of the contract. Undefined if the event does not fit the contract; that is logged. */
export function checkEvent(event: BridgeEvent, log: Log): BridgeEvent | undefined {
  const payload = events[event.name].safeParse(event.payload)
  if (payload.success) return { name: event.name, payload: payload.data } as BridgeEvent
  log.problem('bridge.event-misfit', { event: event.name })
  return undefined
}
