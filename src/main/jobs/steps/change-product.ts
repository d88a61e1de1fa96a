import type { IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { readDay } from '../../../shared/domain/day.ts'
import { readCustomer } from '../../../platform/read/fields.ts'
import type { CustomerRecord } from '../../../platform/read/records.ts'
import type { Finding } from '../ledger/history.ts'
import type { Payload, PlannedStep } from '../ledger/payload.ts'
import { hasMovedAsAsked, hasStartedAnew, mayStay } from './end-date.ts'
import { identityOf, services } from './services.ts'
import { foundOnly, type Attempted, type Found, type StepKnowledge, type StepRule } from './step-rule.ts'

/** A product change (Product change), read by comparing product and end date with those recorded before each attempt. */
export const changeProductRule: StepRule = {
  reads: 'getCustomer_V2',
  creates: false,
  spends: true,
  judge(answer, knowledge): Found {
    const customer = answer.verdict === 'accepted' ? readCustomer(answer) : undefined
    if (customer?.product === undefined && customer?.endDate === undefined) return foundOnly('unclear')
    if (!knowledge.mayHaveArrived) return { finding: 'absent', provesRead: true, customer }
    return { finding: compare(customer, knowledge), provesRead: true, customer }
  },
}

/** What the attempts show together: an effect of one is an effect; nothing moved only where nothing moved since any. */
function compare(customer: CustomerRecord, { payload, tries }: StepKnowledge): Finding {
  const found = tries.map((attempted) => compareWith(attempted, customer, payload))
  if (found.length === 0) return 'unclear'
  return (
    (['present', 'unclear', 'somebody-else', 'cannot-tell'] as const).find((one) => found.includes(one)) ?? 'absent'
  )
}

/** A product that was there before and an end date that has not moved tell nothing of a change to the same product. */
function compareWith(attempted: Attempted, customer: CustomerRecord, payload: Payload): Finding {
  const { before, sentOn } = attempted
  const { product, endDate } = customer
  const { intent } = payload
  if (intent.kind !== 'product-change' || before === undefined) return 'unclear'
  const [end, endBefore] = [readDay(endDate ?? ''), readDay(before.endDate ?? '')]
  const hasEnds = end !== undefined && endBefore !== undefined
  if (product === before.product && end === endBefore) {
    if (before.product === undefined && !hasEnds) return 'unclear'
    if (before.product === undefined) return 'cannot-tell'
    const wouldMove = hasEnds && !mayStay(intent, endBefore, sentOn)
    if (isOther(before.product, payload) || (wouldMove && !isTarget(before.product, payload))) return 'absent'
    return hasStartedAnew(customer, [attempted]) ? 'present' : 'cannot-tell'
  }
  if (isTarget(product, payload) && !isTarget(before.product, payload)) return 'present'
  return hasEnds && isTarget(product, payload) && hasMovedAsAsked(intent, endBefore, end, sentOn)
    ? 'present'
    : 'somebody-else'
}

/** By id, or by the name that the connection has for it. */
function isTarget(product: string | undefined, { intent, productName }: Payload): boolean {
  if (product === undefined || intent.kind !== 'product-change') return false
  const told = product.trim().toLowerCase()
  return told === intent.productid.toLowerCase() || told === productName?.trim().toLowerCase()
}

/** Surely not the product that is asked for: a platform may show a name where the connection knows the id alone. */
const isOther = (product: string | undefined, payload: Payload): boolean =>
  product !== undefined && payload.productName !== undefined && !isTarget(product, payload)

/** The one step of a product change. An unknown password goes out as 0. */
export function planProductChange(intent: IntentOf<'product-change'>, connection: Connection): PlannedStep {
  const identity = identityOf(intent, connection)
  return {
    kind: 'change-product',
    operation: connection.productChange,
    payload: {
      send: {
        ...identity,
        productid: intent.productid,
        subscriptionlengthinmonths: String(intent.months),
        subscriptionlengthindays: String(intent.days),
        ...services(connection),
        fromExpireDate: String(intent.from === 'end-date'),
        ...(connection.productChange === 'changeCustomerProductAsync' && {
          keepExtraPackages: intent.keepExtraPackages,
        }),
      },
      read: { ...identity, crmService: connection.crmService },
    },
  }
}
