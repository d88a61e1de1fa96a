import type { ClaimVerdict, GuardedCall } from '../jobs/claim-guard.ts'
import type { ClaimRow } from './claim-rows.ts'

export interface ClaimCircumstances extends GuardedCall {
  /** Milliseconds since 1970, by this computer's clock. */
  readonly now: number
  /** Whether the hub can be asked now; false while it is left alone after a failure. */
  readonly mayAsk: boolean
}

/**
 * What the fleet's claim allows before a call. While the hub cannot be asked, work goes on with what it said last. Only a claim that ran
 * out since then stops it: the job may have been moved to another computer and sent there.
 */
export function judgeClaim(row: ClaimRow | undefined, circumstances: ClaimCircumstances): ClaimVerdict {
  const { before, spends, isAsked, now, mayAsk } = circumstances
  if (row?.claim === 'moved') return { claim: 'moved', to: row.other?.station ?? '' }
  if (before === 'later') return { claim: 'free' }
  const asks = mayAsk && !isAsked
  if (row?.claim === 'conflict' && row.word !== 'go-on') return { claim: asks ? 'ask' : 'conflict' }
  const isLapsed = row?.claim === 'held' && isOver(row, now)
  const isKnown = before === 'first' && row?.claim === 'held' && !isLapsed
  if (asks && !isKnown) return { claim: 'ask' }
  // Reading takes no money.
  if (!isLapsed || (spends && before === 'first')) return { claim: 'free' }
  if (spends) return { claim: row.word === 'unasked' ? 'free' : 'wait' }
  return { claim: row.word === 'read-back' ? 'free' : 'read-back' }
}

/** A clock that was set back since then cannot tell, so the claim counts as over. */
const isOver = ({ askedAt = Number.POSITIVE_INFINITY, until = 0 }: ClaimRow, now: number): boolean =>
  now >= until || now < askedAt
