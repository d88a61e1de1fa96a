import { events, type BridgeEvent } from '../../shared/bridge/contract.ts'
import type { Log } from '../ports.ts'

/** The event as the contract knows it, without any other key; nothing where it does not fit, which is logged. */
export function checkEvent(event: BridgeEvent, log: Log): BridgeEvent | undefined {
  const payload = events[event.name].safeParse(event.payload)
  if (payload.success) return { name: event.name, payload: payload.data } as BridgeEvent
  log.problem('bridge.event-misfit', { event: event.name })
  return undefined
}
