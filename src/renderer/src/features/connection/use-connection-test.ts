import { useState } from 'react'
import type { Request, Response } from '../../../../shared/bridge/contract.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { useCall } from '../../bridge/use-call.ts'

/** What a test found; old once something was changed after it. */
type Result = Response<'connection.test'> & { readonly isOld: boolean }

/** Tests a connection and remembers for which values the result holds. */
export function useConnectionTest<Values>(): {
  readonly run: (values: Values, request: Request<'connection.test'>) => Promise<void>
  readonly resultFor: (values: Values) => Result | undefined
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
} {
  const { run, isBusy, error } = useCall('connection.test')
  const [last, setLast] = useState<{ readonly of: string; readonly result: Response<'connection.test'> } | undefined>()
  return {
    run: async (values, request) => {
      setLast(undefined)
      const reply = await run(request)
      if (reply.ok) setLast({ of: JSON.stringify(values), result: reply.value })
    },
    resultFor: (values) => last && { ...last.result, isOld: last.of !== JSON.stringify(values) },
    isBusy,
    error,
  }
}
