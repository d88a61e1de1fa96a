import type { JobAction } from '../../../shared/domain/job.ts'
import type { Job, Step } from './rows.ts'
import { makingOf } from '../steps/platform-credentials.ts'

type Acted = Pick<Job, 'state' | 'why' | 'payload'>

/** What a person may do about a job now. A correction is never offered out of unknown: the first try may have arrived. */
export function actionsFor(job: Acted, steps: readonly Pick<Step, 'kind' | 'state'>[]): readonly JobAction[] {
  switch (job.state) {
    case 'refused':
      // Of what was never sent there is nothing to look for.
      return job.why === 'platform-refused' ? ['correct', 'check-again', 'drop'] : ['correct', 'drop']
    case 'needs-you':
      return undecidedActions(job, steps)
    case 'unconfirmed':
      return ['check-again']
    case 'saved':
    case 'waiting':
      // Nothing of it has been sent: it can still be given up without a trace.
      return steps.every((step) => step.state === 'open') ? ['drop'] : []
    case 'sending':
    case 'checking':
    case 'done':
    case 'dropped':
      return []
  }
}

/**
 * What was sent as often as it may be is not offered again. Where the platform makes the log-in, "it is there" is worth nothing without it; and where there is one already, or several
 * customers, another sending would make one more.
 */
function undecidedActions(job: Acted, steps: readonly Pick<Step, 'kind' | 'state'>[]): readonly JobAction[] {
  const isCreating = steps.some(({ kind, state }) => kind === 'create-customer' && state === 'undecided')
  const making = isCreating ? makingOf('create-customer', job.payload) : 'ours'
  const isSendable =
    job.why !== 'sent-twice' &&
    job.why !== 'keeps-failing' &&
    (making === 'ours' || (making === 'unknown' && job.why !== 'several-found'))
  return [
    'check-again',
    ...(making === 'unknown' ? [] : (['it-is-there'] as const)),
    ...(isSendable ? (['send-again'] as const) : []),
    'drop',
  ]
}
