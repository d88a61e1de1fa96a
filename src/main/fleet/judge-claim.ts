import type { ClaimVerdict, GuardedCall } from '../jobs/claim-guard.ts'
import type { ClaimRow } from './claim-rows.ts'

export interface ClaimCircumstances extends GuardedCall {
  /** Milliseconds since 1970, by this computer's clock. */
  readonly now: number
  /** Whether the hub can be asked now; false while it is left alone after a failure. */
  readonly mayAsk: boolean
  /** The hub admits this station no more: whatever it had may be another computer's by now, and nobody says so. */
  readonly isRevoked: boolean
}

/** So long after the hub's last word about a job nobody here knows whether it was moved, milliseconds. */
const wordLasts = 3_600_000

/**
 * What the fleet's claim allows before a call. While the hub cannot be asked, work goes on with what it said last. Only a claim that ran
 * out since then stops it: the job may have been moved to another computer and sent there.
 */
export function judgeClaim(row: ClaimRow | undefined, circumstances: ClaimCircumstances): ClaimVerdict {
  const { before, spends, isAsked, mayAsk } = circumstances
  if (row?.claim === 'moved') return { claim: 'moved', to: row.other?.station ?? '' }
  if (before === 'later') return { claim: 'free' }
  const asks = mayAsk && !isAsked
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
function isDoubtful(row: ClaimRow, { now, isRevoked }: ClaimCircumstances): boolean {
  const { claim, isInCare, askedAt, until = Number.POSITIVE_INFINITY } = row
  if (claim !== 'held' && !isInCare) return false
  if (isRevoked) return true
  // A job that claims nothing is never asked about. A clock that was set back cannot tell how long ago that was.
  return askedAt === undefined ? claim === 'held' : now >= until || now >= askedAt + wordLasts || now < askedAt
}
