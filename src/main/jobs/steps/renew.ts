import type { IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection.ts'
import { readDay } from '../../../shared/domain/day.ts'
import { readCustomer } from '../../../platform/fields.ts'
import type { PlannedStep } from '../payload.ts'
import { hasMovedAsAsked } from './end-date.ts'
import { identityOf } from './services.ts'
import { foundOnly, type StepRule } from './step-rule.ts'

/** A renewal (Renewal), read by comparing the end date with the one recorded before the attempt. */
export const renewRule: StepRule = {
  reads: 'getCustomer_V2',
  creates: false,
  spends: true,
  judge(answer, { payload, mayHaveArrived, before, sentOn }) {
    const customer = answer.verdict === 'accepted' ? readCustomer(answer) : undefined
    const end = readDay(customer?.endDate ?? '')
    if (customer === undefined || end === undefined || payload.intent.kind !== 'renewal') return foundOnly('unclear')
    if (!mayHaveArrived) return { finding: 'absent', provesRead: true, customer }
    const endBefore = readDay(before?.endDate ?? '')
    if (endBefore === undefined) return { ...foundOnly('unclear'), customer }
    if (hasMovedAsAsked(payload.intent, endBefore, end, sentOn))
      return { finding: 'present', provesRead: true, customer }
    return { finding: end === endBefore ? 'absent' : 'somebody-else', provesRead: true, customer }
  },
}

/** The one step of a renewal. The service travels as `crmServices` here. */
export function planRenewal(intent: IntentOf<'renewal'>, connection: Connection): PlannedStep {
  const identity = identityOf(intent, connection)
  return {
    kind: 'renew',
    operation: connection.renewal,
    payload: {
      send: {
        ...identity,
        months: String(intent.months),
        days: String(intent.days),
        crmServices: connection.crmService,
        fromExpireDate: intent.from === 'end-date',
      },
      read: { ...identity, crmService: connection.crmService },
    },
  }
}
