import type { BridgeError } from '../shared/bridge/errors.ts'
import type { BridgeEvent, Channel, Request, Response } from '../shared/bridge/contract.ts'
import type { Result } from '../shared/result.ts'

/** One handler a channel; forgetting one fails to compile. */
export type Handlers = {
  readonly [C in Channel]: (request: Request<C>) => Promise<Result<Response<C>, BridgeError>>
}

/** What `compose` returns and a host carries. */
export interface App {
  readonly handlers: Handlers
  /** Listens to what is pushed to the renderer; returns the function that ends it. */
  readonly listen: (listener: (event: BridgeEvent) => void) => () => void
  /** Opens the database and begins to send. Called once. */
  readonly start: () => Promise<void>
  /** Ends sending at the next safe point and closes the database. What is under way is read back at the next start. */
  readonly stop: () => Promise<void>
  /** How many jobs are not at rest: for the question at closing. */
  readonly unsent: () => number
}
