import type { IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection.ts'
import { readDay } from '../../../shared/domain/day.ts'
import { readCustomer } from '../../../platform/fields.ts'
import type { Payload, PlannedStep } from '../payload.ts'
import { hasMovedAsAsked } from './end-date.ts'
import { identityOf, services } from './services.ts'
import { foundOnly, type Found, type Knowledge, type StepRule } from './step-rule.ts'

/** A product change (Product change), read by comparing product and end date with those recorded before the attempt. */
export const changeProductRule: StepRule = {
  reads: 'getCustomer_V2',
  creates: false,
  spends: true,
  judge(answer, knowledge): Found {
    const customer = answer.verdict === 'accepted' ? readCustomer(answer) : undefined
    if (customer?.product === undefined && customer?.endDate === undefined) return foundOnly('unclear')
    if (!knowledge.mayHaveArrived) return { finding: 'absent', provesRead: true, customer }
    return { finding: compare(customer.product, customer.endDate, knowledge), provesRead: true, customer }
  },
}

/** A product that was there before and an end date that has not moved tell nothing of a change to the same product. */
function compare(product: string | undefined, endDate: string | undefined, knowledge: Knowledge): Found['finding'] {
  const { payload, before, sentOn } = knowledge
  const { intent } = payload
  if (intent.kind !== 'product-change' || before === undefined) return 'unclear'
  const [end, endBefore] = [readDay(endDate ?? ''), readDay(before.endDate ?? '')]
  const hasEnds = end !== undefined && endBefore !== undefined
  const isUnmoved = product === before.product && end === endBefore
  if (isUnmoved) return isTarget(before.product, payload) || before.product === undefined ? 'unclear' : 'absent'
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
