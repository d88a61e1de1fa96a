import { readCustomer } from '../../platform/read/fields.ts'
import type { PlatformAccess } from './access.ts'
import type { Try } from './ledger/entries.ts'
import type { SubscriptionSeen } from './ledger/payload.ts'
import type { Step } from './ledger/rows.ts'
import type { Attempted } from './steps/step-rule.ts'
import { stepRules } from './steps/step-rules.ts'

/**
 * The attempts as the rules weigh them. If the state before an attempt could not be understood then, the stored answer is read
 * once more: the platform's words may have been mapped since.
 */
export const recallTries = (
  tries: readonly Try[],
  { kind }: Pick<Step, 'kind'>,
  access: Pick<PlatformAccess, 'reread'>,
): readonly Attempted[] =>
  tries.map(({ sentOn = 0, rawBefore, ...seen }) => {
    const answer = isTold(seen) || rawBefore === undefined ? undefined : access.reread(stepRules[kind].reads, rawBefore)
    const before = answer?.verdict === 'accepted' ? readCustomer(answer) : seen
    return { sentOn, ...(before && isTold(before) && { before: statusOf(before) }) }
  })

const isTold = ({ endDate, product }: SubscriptionSeen): boolean => endDate !== undefined || product !== undefined

/** A customer's status, product and dates as far as they were told, and nothing else of what they stand among. */
export const statusOf = ({ status, endDate, product, startDate }: SubscriptionSeen): SubscriptionSeen => ({
  ...(status !== undefined && { status }),
  ...(endDate !== undefined && { endDate }),
  ...(product !== undefined && { product }),
  ...(startDate !== undefined && { startDate }),
})
