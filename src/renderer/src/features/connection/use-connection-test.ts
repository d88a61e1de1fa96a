import { useState } from 'react'
import type { Request, Response } from '../../../../shared/bridge/contract.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { useCall } from '../../bridge/use-call.ts'

/** The result of a test; old once the values have changed. */
type Result = Response<'connection.test'> & { readonly isOld: boolean }

/** Tests a connection and remembers which values were tested. */
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
