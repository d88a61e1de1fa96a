import { summarizeHistory } from '../jobs/ledger/history.ts'
import type { Ledger } from '../jobs/ledger/ledger.ts'
import type { Job, Step } from '../jobs/ledger/rows.ts'

/** `done`: a step may have had an effect, so the keys stay claimed. `released`: no step can have had one, so the keys are free at once. */
export type ClaimOutcome = 'done' | 'released'

/**
 * How the claim of a job ends. `isFromElsewhere`: the job came from another computer or from a backup, so its calls may be missing here and
 * each assumed call counts. Otherwise an assumed call does not count: it stands for a computer to which the job may have been moved, and
 * the hub ends no claim of a job that was moved.
 */
export function outcomeOf(
  ledger: Pick<Ledger, 'lastTry' | 'history'>,
  { job, steps }: { readonly job: Pick<Job, 'revision'>; readonly steps: readonly Step[] },
  isFromElsewhere: boolean,
): ClaimOutcome {
  const isUntouched = (step: Step): boolean => {
    if (step.state === 'refused' || step.state === 'skipped' || ledger.lastTry(step) === undefined) return true
    // The step is open after a correction, or after a call that was not sent. There may have been a call before that one.
    if (step.state === 'open') {
      const { mayHaveArrived, wasSent } = summarizeHistory(ledger.history(step, job.revision))
      return !(isFromElsewhere ? mayHaveArrived : wasSent)
    }
    if (isFromElsewhere || step.state === 'done' || step.state === 'unconfirmed') return false
    const summaries = Array.from({ length: job.revision }, (_, index) =>
      summarizeHistory(ledger.history(step, index + 1)),
    )
    // A refusal is believed once a technician has corrected the job. In the present revision it may still have to be read back.
    return summaries.every(
      ({ wasSent, last, earlierUnknown }, index) =>
        !wasSent || (index + 1 < job.revision && last?.result === 'refused' && !earlierUnknown),
    )
  }
  return steps.every(isUntouched) ? 'released' : 'done'
}
