import { z } from 'zod'
import { snapshotSchema } from './snapshot.ts'

/** Pushed to the renderer, which then requests what it needs. `job-changed` without an id: any job may have, or too many did to name each. */
export const events = {
  snapshot: snapshotSchema,
  'job-changed': z.object({ id: z.string().optional() }),
  /** Stations whose row on the board has changed. Without them any may have: read the whole board again. */
  'fleet-changed': z.object({ stations: z.array(z.uuid()).optional() }),
} as const
export type EventName = keyof typeof events
export type BridgeEvent = {
  readonly [E in EventName]: { readonly name: E; readonly payload: z.infer<(typeof events)[E]> }
}[EventName]
