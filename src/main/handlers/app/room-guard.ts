import type { Channel } from '../../../shared/bridge/contract.ts'
import type { Handlers } from '../../app.ts'
import type { Log } from '../../ports.ts'
import { isDiskFull } from '../../storage/disk-errors.ts'
import { problem } from '../session/problem.ts'

/** Wraps the handlers, so that a full disk is an expected failure also where no session is used, and where a file is written. */
export function guardByRoom(handlers: Handlers, log: Log): Handlers {
  type Handle = (request: unknown) => ReturnType<Handlers[Channel]>
  const guarded = Object.entries(handlers as Readonly<Record<string, Handle>>).map(([channel, handle]) => [
    channel,
    async (request: unknown) => {
      try {
        return await handle(request)
      } catch (error) {
        if (!isDiskFull(error)) throw error
        log.problem('no-room', { channel })
        return problem('storage-full', 'There is no room on the disk; not everything was saved')
      }
    },
  ])
  // The cast is safe, because each channel keeps its own handler.
  return Object.fromEntries(guarded) as Handlers
}
