import type { ClaimVerdict, GuardedCall } from '../jobs/claim-guard.ts'
import type { ClaimRow } from './claim-rows.ts'

export interface ClaimCircumstances extends GuardedCall {
  /** Milliseconds since 1970, by this computer's clock. */
  readonly now: number
  /** Whether the hub can be asked now; false while it is left alone after a failure. */
  readonly mayAsk: boolean
  /** The hub answered about the job since this process began. While it was not running, work may have been moved. */
  readonly isHeard: boolean
  /** The hub told beside another call that a computer has the job, and was not asked about it since. */
  readonly isSaidMoved: boolean
  /** The hub admits this station no more: whatever it had may be another computer's by now, and nobody says so. */
  readonly isRevoked: boolean
}

/** So long the hub's last word about a job holds while the hub cannot be asked, milliseconds. After that the job may have been moved. */
const wordLasts = 10 * 60_000

/**
 * What the fleet's claim allows before a call. While the hub cannot be asked, work goes on. Only a job that the hub had, and may have
 * let somebody move since its last word, is read back first, or waits if it takes money.
 */
export function judgeClaim(row: ClaimRow | undefined, circumstances: ClaimCircumstances): ClaimVerdict {
  const { before, spends, isAsked, mayAsk } = circumstances
  if (row?.claim === 'moved') return { claim: 'moved', to: row.other?.station ?? '' }
  const asks = mayAsk && !isAsked
  if (circumstances.isSaidMoved && before === 'send') return { claim: asks ? 'ask' : 'wait' }
  // After a start the hub tells whether the job was moved meanwhile. What was sent of it is read back in any case.
  if (before === 'later') return { claim: asks && isOfEarlierProcess(row, circumstances) ? 'ask' : 'free' }
  if (row?.claim === 'conflict' && row.word !== 'go-on') return { claim: asks ? 'ask' : 'conflict' }
  const isLapsed = row !== undefined && isDoubtful(row, circumstances)
  const isKnown = before === 'first' && row?.claim === 'held' && !isLapsed
  if (asks && !isKnown) return { claim: 'ask' }
  // Reading takes no money.
  if (!isLapsed || (spends && before === 'first')) return { claim: 'free' }
  if (spends) return { claim: row.word === 'unasked' ? 'free' : 'wait' }
  return { claim: row.word === 'read-back' ? 'free' : 'read-back' }
}

/** Whether the job may have been moved to another computer and sent there, as far as can be told without asking. */
function isDoubtful(row: ClaimRow, { now, isHeard, isRevoked }: ClaimCircumstances): boolean {
  const { claim, isInCare, askedAt, until = Number.POSITIVE_INFINITY } = row
  if (claim !== 'held' && !isInCare) return false
  if (isRevoked) return true
  // A job that claims nothing is never asked about.
  if (askedAt === undefined) return claim === 'held'
  // A clock that was set back cannot tell how long ago that was.
  return !isHeard || now < askedAt || now >= Math.min(until, askedAt + wordLasts)
}

const isOfEarlierProcess = (row: ClaimRow | undefined, { isHeard }: ClaimCircumstances): boolean =>
  row?.claim === 'held' && !isHeard
