import { useCallback, useRef, useState } from 'react'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { Channel, Request, Response } from '../../../shared/bridge/contract.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import { useDesk } from '../state/desk.tsx'

/** A call as a screen sees it: whether it is under way, and how the last one went wrong. */
export interface BridgeCall<C extends Channel> {
  readonly run: (request: Request<C>) => Promise<Reply<Response<C>>>
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
  readonly clear: () => void
}

/** One channel of the bridge for a screen. Of several calls under way the last one's outcome is kept. */
export function useCall<C extends Channel>(channel: C): BridgeCall<C> {
  const { bridge } = useDesk()
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
  const clear = useCallback(() => {
    setError(undefined)
  }, [])
  return { run, isBusy: pending > 0, error, clear }
}
