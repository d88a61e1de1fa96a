import type { IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { readDay, type Day } from '../../../shared/domain/day.ts'
import { readCustomer } from '../../../platform/read/fields.ts'
import type { CustomerRecord } from '../../../platform/read/records.ts'
import type { Finding } from '../ledger/history.ts'
import type { PlannedStep } from '../ledger/payload.ts'
import { hasMovedAsAsked, hasStartedAnew, mayStay } from './end-date.ts'
import { identityOf } from './services.ts'
import { foundOnly, type StepKnowledge, type StepRule } from './step-rule.ts'

/** A renewal (Renewal), read by comparing the end date with the one recorded before each attempt. */
export const renewRule: StepRule = {
  reads: 'getCustomer_V2',
  creates: false,
  spends: true,
  judge(answer, knowledge) {
    const { payload, mayHaveArrived } = knowledge
    const customer = answer.verdict === 'accepted' ? readCustomer(answer) : undefined
    const end = readDay(customer?.endDate ?? '')
    if (customer === undefined || end === undefined || payload.intent.kind !== 'renewal') return foundOnly('unclear')
    if (!mayHaveArrived) return { finding: 'absent', provesRead: true, customer }
    const finding = compare(customer, end, payload.intent, knowledge)
    return finding === 'unclear' ? { ...foundOnly(finding), customer } : { finding, provesRead: true, customer }
  },
}

function compare(customer: CustomerRecord, end: Day, asked: IntentOf<'renewal'>, { tries }: StepKnowledge): Finding {
  const befores = tries.flatMap(({ before, sentOn }) => {
    const day = readDay(before?.endDate ?? '')
    return day === undefined ? [] : [{ day, sentOn }]
  })
  if (befores.some(({ day, sentOn }) => hasMovedAsAsked(asked, day, end, sentOn))) return 'present'
  if (befores.length === 0 || befores.length < tries.length) return 'unclear'
  if (befores.some(({ day }) => day !== end)) return 'somebody-else'
  if (!befores.some(({ day, sentOn }) => mayStay(asked, day, sentOn))) return 'absent'
  return hasStartedAnew(customer, tries) ? 'present' : 'cannot-tell'
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
