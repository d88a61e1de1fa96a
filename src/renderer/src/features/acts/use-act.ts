import { useState } from 'react'
import type { KnownCustomerAct } from '../../../../shared/domain/act.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { useCall } from '../../bridge/use-call.ts'
import type { ActCustomer } from './act-customer.ts'

/** Saves the action of a dialog. A second press does not create a second job. */
export interface Act {
  readonly save: (act: KnownCustomerAct) => Promise<void>
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
  /** Present once it is saved. */
  readonly jobId: string | undefined
}

export function useAct({ name }: Pick<ActCustomer, 'name'>): Act {
  const [draftId] = useState(() => crypto.randomUUID())
  const [jobId, setJobId] = useState<string>()
  const { run, isBusy, error } = useCall('job.save')
  return {
    isBusy,
    error,
    jobId,
    save: async (act) => {
      const reply = await run({ draftId, intent: { ...act, ...(name !== undefined && { customerName: name }) } })
      if (reply.ok) setJobId(reply.value.id)
    },
  }
}
