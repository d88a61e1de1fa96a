import { useCallback, useRef, useState } from 'react'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { Channel, Request, Response } from '../../../shared/bridge/contract.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import { useServices } from '../state/services.tsx'

/** A bridge call as a screen uses it: `isBusy` while a call is running, `error` from the last call. */
export interface BridgeCall<C extends Channel> {
  readonly run: (request: Request<C>) => Promise<Reply<Response<C>>>
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
  readonly clear: () => void
}

/** Calls one channel of the bridge. If several calls overlap, only the error of the last one is kept. */
export function useCall<C extends Channel>(channel: C): BridgeCall<C> {
  const { bridge } = useServices()
  const latest = useRef(0)
  const [pending, setPending] = useState(0)
  const [error, setError] = useState<BridgeError | undefined>()
  const run = useCallback(
    async (request: Request<C>) => {
      const number = (latest.current += 1)
      setPending((count) => count + 1)
      setError(undefined)
      const reply = await bridge.call(channel, request)
      setPending((count) => count - 1)
      if (number === latest.current) setError(reply.ok ? undefined : reply.error)
      return reply
    },
    [bridge, channel],
  )
  const clear = useCallback(() => setError(undefined), [])
  return { run, isBusy: pending > 0, error, clear }
}
