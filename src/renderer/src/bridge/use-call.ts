import { useCallback, useRef, useState } from 'react'
import type { Channel, Request } from '../../../shared/bridge/contract.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import { useServices } from '../state/services.tsx'

/** Returns a function that calls one channel of the bridge. If calls overlap, only the error of the last call is shown. */
export function useCall<C extends Channel>(channel: C) {
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
