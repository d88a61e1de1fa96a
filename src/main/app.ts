import type { BridgeError } from '../shared/bridge/errors.ts'
import type { Channel, Request, Response } from '../shared/bridge/contract.ts'
import type { BridgeEvent } from '../shared/bridge/events.ts'
import type { Update } from '../shared/domain/update.ts'
import type { Result } from '../shared/result.ts'

/** One handler per channel. A missing handler fails to compile. */
export type Handlers = {
  readonly [C in Channel]: (request: Request<C>) => Promise<Result<Response<C>, BridgeError>>
}

/** A file that was opened with Setdesk. Without a text it is too large. */
export interface OpenedFile {
  /** Without its folder. */
  readonly name: string
  readonly text?: string
}

/** The app that `compose` returns and a host runs. */
export interface App {
  readonly handlers: Handlers
  /** Subscribes to the events pushed to the renderer; returns the function that unsubscribes. */
  readonly listen: (listener: (event: BridgeEvent) => void) => () => void
  /** Opens the database and starts sending. Called once. */
  readonly start: () => Promise<void>
  /** Stops sending at the next safe point and closes the database. A call under way is read back at the next start. */
  readonly stop: () => Promise<void>
  /** Signs the technician out: the computer is locked or goes to sleep. Does nothing if no technician is set up. */
  readonly lock: () => void
  /** Offers a box, as it would be typed, above the screen. Nothing else happens. */
  readonly offerBox: (box: string) => void
  /** Offers the operator's file above the screen. Nothing else happens. */
  readonly offerFile: (file: OpenedFile) => void
  /** Number of unfinished jobs, for the question before closing. */
  readonly unsent: () => number
  /** The update that the host installs after `stop`; undefined if none is ready, or none is allowed. */
  readonly readyUpdate: () => Update | undefined
}
