import type { Result } from '../result.ts'
import type { BridgeError } from './errors.ts'
import type { Channel, Request, Response } from './contract.ts'
import type { BridgeEvent } from './events.ts'

/** The answer to every call over the bridge: a value or one of the bridge's errors. */
export type Reply<T> = Result<T, BridgeError>

export interface Bridge {
  readonly call: <C extends Channel>(channel: C, request: Request<C>) => Promise<Reply<Response<C>>>
  /** Calls the listener for each event. Returns a function that stops listening. */
  readonly listen: (listener: (event: BridgeEvent) => void) => () => void
}
