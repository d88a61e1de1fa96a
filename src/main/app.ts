import type { BridgeError } from '../shared/bridge/errors.ts'
import type { Channel, Request, Response } from '../shared/bridge/contract.ts'
import type { BridgeEvent } from '../shared/bridge/bridge.ts'
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
  /**
   * Stops sending at the next safe point and closes the database. A call to the platform that is in progress is read back at the next
   * start.
   */
  readonly stop: () => Promise<void>
  /** Signs the technician out, because the computer is locked or goes to sleep. Has no effect if no technician is set up. */
  readonly lock: () => void
  /** Shows a box from a link above the screen, as an offer to the user. Nothing else happens. `box`: as a technician would type it. */
  readonly offerBox: (box: string) => void
  /** Shows the operator's file above the screen, as an offer to the user. Nothing else happens. */
  readonly offerFile: (file: OpenedFile) => void
  /** The number of jobs that are still to be sent or checked, for the question before closing. */
  readonly unsent: () => number
  /** The update that the host installs after `stop`. Undefined if no update is ready, or if the ready update is not allowed. */
  readonly readyUpdate: () => Update | undefined
}
