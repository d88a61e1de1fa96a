import type { BridgeError } from '../shared/bridge/errors.ts'
import type { Channel, Request, Response } from '../shared/bridge/contract.ts'
import type { BridgeEvent } from '../shared/bridge/events.ts'
import type { Update } from '../shared/domain/update.ts'
import type { Result } from '../shared/result.ts'

/** One handler per channel. A missing handler does not compile. */
export type Handlers = {
  readonly [C in Channel]: (request: Request<C>) => Promise<Result<Response<C>, BridgeError>>
}

/** A file that was opened with Setdesk. `text` is absent if the file is too large. */
export interface OpenedFile {
  /** The file's name without its folder. */
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
  /** Stops sending at the next safe point and closes the database. A call in progress is read back at the next start. */
  readonly stop: () => Promise<void>
  /** Signs the technician out, because the computer is locked or goes to sleep. Has no effect if no technician is set up. */
  readonly lock: () => void
  /** Shows an offer of a box (as a technician would type it) above the screen. Nothing else happens. */
  readonly offerBox: (box: string) => void
  /** Shows an offer of the operator's file above the screen. Nothing else happens. */
  readonly offerFile: (file: OpenedFile) => void
  /** The number of unfinished jobs, for the question before closing. */
  readonly unsent: () => number
  /** The update that the host installs after `stop`. Undefined if none is ready or allowed. */
  readonly readyUpdate: () => Update | undefined
}
