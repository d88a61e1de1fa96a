import type { JobAction } from '../../../shared/domain/job.ts'
import type { Job, Step } from './rows.ts'
import { makingOf } from '../steps/platform-credentials.ts'

type Acted = Pick<Job, 'state' | 'why' | 'payload'>

/**
 * What a technician can do about a job now. No correction while the outcome is unknown: the attempt may have arrived. For a customer
 * whom the platform does not have, nothing else helps, and what was sent is looked for before the correction goes out.
 */
export function actionsFor(job: Acted, steps: readonly Pick<Step, 'kind' | 'state'>[]): readonly JobAction[] {
  switch (job.state) {
    case 'refused':
      // What was never sent cannot be looked for.
      return job.why === 'platform-refused' ? ['correct', 'check-again', 'drop'] : ['correct', 'drop']
    case 'needs-you':
      // The platform was not asked to do anything for it, or the step before was done.
      return job.why === 'claimed-elsewhere' ? ['check-again', 'go-on-anyway', 'drop'] : undecidedActions(job, steps)
    case 'unconfirmed':
      return ['check-again']
    case 'saved':
    case 'waiting':
      return [
        ...(job.why === 'claim-lapsed' ? (['send-without-asking'] as const) : []),
        // Nothing has been sent, so the job can still be dropped without a trace.
        ...(steps.every((step) => step.state === 'open') ? (['drop'] as const) : []),
      ]
    case 'sending':
    case 'checking':
    case 'done':
    case 'dropped':
      return []
  }
}

/**
 * A call that was sent as often as allowed is not offered again. If the platform makes the log-in, "it is there" is of no use
 * without it; and if there is a log-in already, or several customers, sending again would make one more.
 */
function undecidedActions(job: Acted, steps: readonly Pick<Step, 'kind' | 'state'>[]): readonly JobAction[] {
  const isCreating = steps.some(({ kind, state }) => kind === 'create-customer' && state === 'undecided')
  const making = isCreating ? makingOf('create-customer', job.payload) : 'ours'
  const isSendable =
    job.why !== 'sent-twice' &&
    job.why !== 'keeps-failing' &&
    (making === 'ours' || (making === 'unknown' && job.why !== 'several-found'))
  return [
    ...(job.why === 'no-such-customer' ? (['correct'] as const) : []),
    'check-again',
    ...(making === 'unknown' ? [] : (['it-is-there'] as const)),
    ...(isSendable ? (['send-again'] as const) : []),
    'drop',
  ]
}
