import { useState } from 'react'
import type { KnownCustomerAction } from '../../../../shared/domain/action.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { useCall } from '../../bridge/use-call.ts'
import type { ActionCustomer } from './action-customer.ts'

/** Saves the action of a dialog. A second press does not create a second job. */
export interface Action {
  readonly save: (action: KnownCustomerAction) => Promise<void>
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
  /** Present once it is saved. */
  readonly jobId: string | undefined
}

export function useAction({ name }: Pick<ActionCustomer, 'name'>): Action {
  const [draftId] = useState(() => crypto.randomUUID())
  const [jobId, setJobId] = useState<string>()
  const { run, isBusy, error } = useCall('job.save')
  return {
    isBusy,
    error,
    jobId,
    save: async (action) => {
      const reply = await run({ draftId, intent: { ...action, ...(name !== undefined && { customerName: name }) } })
      if (reply.ok) setJobId(reply.value.id)
    },
  }
}
