import { useState } from 'react'
import type { CustomerAct } from '../../../../shared/domain/act.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { useCall } from '../../bridge/use-call.ts'

/** Saving one act of a dialog: pressed twice it is one job. */
export interface Act {
  readonly save: (act: CustomerAct) => Promise<void>
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
  /** Once it is saved. */
  readonly jobId: string | undefined
}

export function useAct(): Act {
  const [draftId] = useState(() => crypto.randomUUID())
  const [jobId, setJobId] = useState<string>()
  const { run, isBusy, error } = useCall('act.save')
  return {
    isBusy,
    error,
    jobId,
    save: async (act) => {
      const reply = await run({ draftId, act })
      if (reply.ok) setJobId(reply.value.id)
    },
  }
}
