import type { BridgeError } from '../shared/bridge/errors.ts'
import type { Channel, Checked, Response } from '../shared/bridge/contract.ts'
import type { BridgeEvent } from '../shared/bridge/bridge.ts'
import type { Update } from '../shared/domain/update.ts'
import type { Result } from '../shared/result.ts'

/** One handler for each channel. The compiler reports a missing handler. */
export type Handlers = {
  readonly [C in Channel]: (request: Checked<C>) => Promise<Result<Response<C>, BridgeError>>
}

type Handle = (request: unknown) => Promise<Result<unknown, BridgeError>>

/** The handlers with each one replaced by what `wrap` makes of it. */
export const wrapEach = (handlers: Handlers, wrap: (channel: string, handle: Handle) => Handle): Handlers =>
  // The casts are safe, because each channel keeps its own handler.
  Object.fromEntries(
    Object.entries(handlers as Readonly<Record<string, Handle>>).map(([channel, handle]) => [
      channel,
      wrap(channel, handle),
    ]),
  ) as Handlers

/** A file that was opened with Setdesk. `text` is absent if the file is too large. */
export interface OpenedFile {
  /** The file's name without its folder. */
  readonly name: string
  readonly text?: string
}

export interface App {
  readonly handlers: Handlers
  readonly listen: (listener: (event: BridgeEvent) => void) => () => void
  /** Opens the database and starts sending. Called once. */
  readonly start: () => Promise<void>
  /**
   * Stops sending at the next safe point and closes the database. If a call to the platform is still in progress, the next start reads back
   * whether the call had an effect.
   */
  readonly stop: () => Promise<void>
  /** Signs the technician out, because the computer is locked or goes to sleep. Has no effect if no technician is set up. */
  readonly lock: () => void
  /** Offers the user the box of a link, above the page. Changes nothing by itself. `box`: the identifier, as a technician would type it. */
  readonly offerBox: (box: string) => void
  /** Offers the user the operator's file that was opened with Setdesk, above the page. Changes nothing by itself. */
  readonly offerFile: (file: OpenedFile) => void
  /** What was offered and still waits for the user's decision. */
  readonly offered: () => { readonly box: string | undefined; readonly file: OpenedFile | undefined }
  /** The number of jobs that are still to be sent or checked. The host shows this number when it asks the user before closing. */
  readonly unsent: () => number
  /** The update that the host installs after `stop`. Undefined if no update is ready, or if the policy does not allow the ready update. */
  readonly readyUpdate: () => Update | undefined
}
