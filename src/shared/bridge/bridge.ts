import { z } from 'zod'
import type { Result } from '../result.ts'
import type { BridgeError } from './errors.ts'
import type { Channel, Request, Response } from './contract.ts'
import { snapshotSchema } from './snapshot.ts'

export type Reply<T> = Result<T, BridgeError>

export interface Bridge {
  readonly call: <C extends Channel>(channel: C, request: Request<C>) => Promise<Reply<Response<C>>>
  /** Calls the listener for each event. Returns a function that stops listening. */
  readonly listen: (listener: (event: BridgeEvent) => void) => () => void
  /**
   * Calls the listener with the error while no events arrive, and with undefined when they arrive again. Absent in the window, which ends
   * together with its host. Returns a function that stops watching.
   */
  readonly watchHost?: (listener: (error: BridgeError | undefined) => void) => () => void
}

/** Events that are pushed to the renderer. The renderer then reads what it needs. `job-changed` without an id: any job may have changed. */
export const events = {
  snapshot: snapshotSchema,
  'job-changed': z.object({ id: z.string().optional() }),
  /** Stations whose row on the board has changed. If absent, any row may have changed, so read the whole board again. */
  'fleet-changed': z.object({ stations: z.array(z.uuid()).optional() }),
} as const
export type EventName = keyof typeof events
export type BridgeEvent = {
  readonly [E in EventName]: { readonly name: E; readonly payload: z.infer<(typeof events)[E]> }
}[EventName]
