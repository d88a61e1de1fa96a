import { summarizeHistory } from './ledger/history.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { PlannedStep, Tried } from './ledger/payload.ts'
import { statusOf } from './recall-tries.ts'
import type { Job, Step } from './ledger/rows.ts'

/**
 * The steps of a correction, each with what the step of its kind sent before: that is read back before the corrected call goes
 * out, and compared with how the customer stood before the first attempt.
 */
export const carryTries = (
  ledger: Pick<Ledger, 'history' | 'tries'>,
  job: Job,
  steps: readonly Step[],
  planned: readonly PlannedStep[],
): readonly PlannedStep[] =>
  planned.map((plan) => {
    const step = steps.find(({ kind, state }) => kind === plan.kind && state !== 'done' && state !== 'unconfirmed')
    const tried = step === undefined ? [] : triedBy(ledger, job, step)
    return tried.length === 0 ? plan : { ...plan, payload: { ...plan.payload, tried: [...tried] } }
  })

function triedBy(ledger: Pick<Ledger, 'history' | 'tries'>, job: Job, step: Step): readonly Tried[] {
  const earlier = step.payload.tried ?? []
  if (!summarizeHistory(ledger.history(step, job.revision)).mayHaveArrived) return earlier
  const [first] = ledger.tries(step, job.revision)
  const { send, read } = step.payload
  const before = statusOf(first ?? {})
  return [
    ...earlier,
    {
      intent: job.payload.intent,
      send,
      read,
      sentOn: first?.sentOn ?? 0,
      ...(Object.keys(before).length > 0 && { before }),
    },
  ]
}
