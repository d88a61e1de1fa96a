import type { ClaimVerdict, GuardedCall } from '../jobs/runner.ts'
import type { ClaimRow } from './claim-rows.ts'
import { summarizeHistory } from '../jobs/ledger/history.ts'
import type { Ledger } from '../jobs/ledger/ledger.ts'
import type { Job, Step } from '../jobs/ledger/rows.ts'

export interface ClaimCircumstances extends GuardedCall {
  /** Milliseconds since 1970, by this computer's clock. */
  readonly now: number
  /** Whether the hub can be asked now. False during the rest after a failed call. */
  readonly mayAsk: boolean
  /**
   * Milliseconds since the hub answered about this job. A changed date or time of day does not affect this. Undefined if the hub has not
   * answered since Setdesk started. While Setdesk was not running, the job may have been moved.
   */
  readonly heardAgo: number | undefined
  /** True if the hub has said, answering another call, that another computer has the job, and was not asked about it since. */
  readonly isSaidMoved: boolean
  /** Whether the hub no longer admits this station. Another computer may then have the work, and this station is not told. */
  readonly isRevoked: boolean
}

/** How long the hub's last answer counts while the hub cannot be asked, in milliseconds. After this time the job may have been moved. */
const wordLasts = 10 * 60_000

/**
 * Decides by the fleet's claim whether a call to the platform may be made. Work continues while the hub cannot be asked, with one
 * exception: a job that the hub knows, and that may have been moved since the hub's last answer. Such a job is read back first. If the
 * job's call takes money, the job waits instead.
 */
export function judgeClaim(row: ClaimRow | undefined, circumstances: ClaimCircumstances): ClaimVerdict {
  const { before, spends, isAsked, mayAsk } = circumstances
  if (row?.claim === 'moved') return { claim: 'moved', to: row.other?.station ?? '' }
  const asks = mayAsk && !isAsked
  if (circumstances.isSaidMoved && before === 'send') return { claim: asks ? 'ask' : 'wait' }
  // After a start the hub is asked whether the job was moved. A job that was already sent is read back in any case.
  if (before === 'later') return { claim: asks && isOfEarlierProcess(row, circumstances) ? 'ask' : 'free' }
  if (row?.claim === 'conflict' && row.word !== 'go-on') return { claim: asks ? 'ask' : 'conflict' }
  const isLapsed = row !== undefined && isDoubtful(row, circumstances)
  const isKnown = before === 'first' && row?.claim === 'held' && !isLapsed
  if (asks && !isKnown) return { claim: 'ask' }
  // The first call of a job is a read, and a read takes no money.
  if (!isLapsed || (spends && before === 'first')) return { claim: 'free' }
  if (spends) return { claim: row.word === 'unasked' ? 'free' : 'wait' }
  return { claim: row.word === 'read-back' ? 'free' : 'read-back' }
}

/** Whether another computer may already have got this job and sent it. The answer comes from stored facts; the hub is not asked. */
function isDoubtful(row: ClaimRow, { now, heardAgo = wordLasts, isRevoked }: ClaimCircumstances): boolean {
  const { claim, isInCare, askedAt, until = Number.POSITIVE_INFINITY } = row
  if (claim !== 'held' && !isInCare) return false
  if (isRevoked) return true
  // The hub may have a copy of the job but has not answered about the job yet, so the job may have been moved.
  if (askedAt === undefined) return true
  // The clock of `now` may have been set. The answer counts only as long as both clocks say that it is recent.
  return heardAgo >= wordLasts || now < askedAt || now >= Math.min(until, askedAt + wordLasts)
}

const isOfEarlierProcess = (row: ClaimRow | undefined, { heardAgo }: ClaimCircumstances): boolean =>
  row?.claim === 'held' && heardAgo === undefined

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
