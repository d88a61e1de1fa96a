import { useState } from 'react'
import type { Request, Response } from '../../../../shared/bridge/contract.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { useCall } from '../../bridge/use-call.ts'

type Result = Response<'connection.test'>

/** Tests a connection and remembers for which values the result holds. */
export function useConnectionTest<Values>(): {
  readonly run: (values: Values, request: Request<'connection.test'>) => Promise<void>
  /** Whether exactly these values were found usable. */
  readonly isUsableFor: (values: Values) => boolean
  readonly result: Result | undefined
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
} {
  const { run, isBusy, error } = useCall('connection.test')
  const [last, setLast] = useState<{ readonly of: string; readonly result: Result } | undefined>()
  return {
    run: async (values, request) => {
      setLast(undefined)
      const reply = await run(request)
      if (reply.ok) setLast({ of: JSON.stringify(values), result: reply.value })
    },
    isUsableFor: (values) => last?.result.usable === true && last.of === JSON.stringify(values),
    result: last?.result,
    isBusy,
    error,
  }
}
