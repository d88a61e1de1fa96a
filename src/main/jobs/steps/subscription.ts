import { readCustomer, readStatus } from '../../../platform/read/read-records.ts'
import type { CustomerRecord } from '../../../platform/find-fields.ts'
import type { IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { laterDays, readDay, type Day } from '../../../shared/domain/day.ts'
import { knownStatus } from '../../../shared/domain/customer/customer.ts'
import type { Finding } from '../ledger/history.ts'
import type { Parameters, Payload, PlannedStep } from '../ledger/rows.ts'
import {
  foundOnly,
  type Attempted,
  type Found,
  type StepKnowledge,
  type StepRule,
  identityOf,
  services,
  type Identified,
  isOfOther,
} from './step-parts.ts'

/** Plans the only step of a job that changes a customer's subscription. An unknown password is sent as 0. */
function planFor(
  customer: Identified,
  connection: Connection,
  kind: PlannedStep['kind'],
  operation: string,
  values: Parameters,
): PlannedStep {
  const identity = identityOf(customer, connection)
  return {
    kind,
    operation,
    payload: { send: { ...identity, ...values }, read: { ...identity, crmService: connection.crmService } },
  }
}

/** The finding if the customer does not exist. Such a customer cannot be renewed, changed, disabled or enabled. */
const noCustomer = foundOnly('no-customer')

/** The rule for a renewal (Renewal). The effect is read by comparing the end date with the end date before each attempt. */
export const renewRule: StepRule = {
  reads: 'getCustomer_V2',
  creates: false,
  judge(answer, knowledge) {
    const { payload, mayHaveArrived } = knowledge
    if (answer.verdict === 'absent') return noCustomer
    const customer = answer.verdict === 'accepted' ? readCustomer(answer) : undefined
    const end = readDay(customer?.endDate ?? '')
    if (customer === undefined || end === undefined || payload.intent.kind !== 'renewal') return foundOnly('unclear')
    if (isOfOther(customer.userid, payload.intent.userid)) return foundOnly('unclear')
    if (!mayHaveArrived) return { finding: 'absent', provesRead: true, customer }
    const finding = compareEnd(customer, end, payload.intent, knowledge)
    return finding === 'unclear' ? { ...foundOnly(finding), customer } : { finding, provesRead: true, customer }
  },
}

function compareEnd(customer: CustomerRecord, end: Day, asked: IntentOf<'renewal'>, { tries }: StepKnowledge): Finding {
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

/** Plans a renewal. In its call the service is named `crmServices`. */
export const planRenewal = (intent: IntentOf<'renewal'>, connection: Connection): PlannedStep =>
  planFor(intent, connection, 'renew', connection.renewal, {
    months: String(intent.months),
    days: String(intent.days),
    crmServices: connection.crmService,
    fromExpireDate: intent.from === 'end-date',
  })

/** The rule for a product change (Product change). Compares the product and the end date with those before each attempt. */
export const changeProductRule: StepRule = {
  reads: 'getCustomer_V2',
  creates: false,
  judge(answer, knowledge): Found {
    if (answer.verdict === 'absent') return noCustomer
    const customer = answer.verdict === 'accepted' ? readCustomer(answer) : undefined
    if (customer?.product === undefined && customer?.endDate === undefined) return foundOnly('unclear')
    const { intent } = knowledge.payload
    if (intent.kind === 'product-change' && isOfOther(customer.userid, intent.userid)) return foundOnly('unclear')
    if (!knowledge.mayHaveArrived) return { finding: 'absent', provesRead: true, customer }
    return { finding: compareAll(customer, knowledge), provesRead: true, customer }
  },
}

/**
 * Compares the customer with the subscription before each attempt. The effect is present if one attempt took effect. The effect is absent
 * only if it is absent in every comparison.
 */
function compareAll(customer: CustomerRecord, { payload, tries }: StepKnowledge): Finding {
  const found = tries.map((attempted) => compareWith(attempted, customer, payload))
  if (found.length === 0) return 'unclear'
  return (
    (['present', 'unclear', 'somebody-else', 'cannot-tell'] as const).find((one) => found.includes(one)) ?? 'absent'
  )
}

/**
 * Compares the customer with the subscription before one attempt. A change to the product that the customer already had cannot be
 * recognised if the end date is unchanged.
 */
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
  if (isTarget(product, payload) && !isTarget(before.product, payload))
    return hasEnds && isDoubled(intent, endBefore, end, sentOn) ? 'somebody-else' : 'present'
  return hasEnds && isTarget(product, payload) && hasMovedAsAsked(intent, endBefore, end, sentOn)
    ? 'present'
    : 'somebody-else'
}

/** Whether this is the job's new product. The platform may show the product's id, or the name that the connection has for the product. */
function isTarget(product: string | undefined, { intent, productName }: Payload): boolean {
  if (product === undefined || intent.kind !== 'product-change') return false
  const told = product.trim().toLowerCase()
  return told === intent.productid.toLowerCase() || told === productName?.trim().toLowerCase()
}

/**
 * Whether this is certainly a product other than the job's. It is uncertain if the connection knows only the product's id, because the
 * platform may show the product's name.
 */
const isOther = (product: string | undefined, payload: Payload): boolean =>
  product !== undefined && payload.productName !== undefined && !isTarget(product, payload)

export const planProductChange = (intent: IntentOf<'product-change'>, connection: Connection): PlannedStep =>
  planFor(intent, connection, 'change-product', connection.productChange, {
    productid: intent.productid,
    subscriptionlengthinmonths: String(intent.months),
    subscriptionlengthindays: String(intent.days),
    ...services(connection),
    fromExpireDate: String(intent.from === 'end-date'),
    ...(connection.productChange === 'changeCustomerProductAsync' && { keepExtraPackages: intent.keepExtraPackages }),
  })

type AskedLength = Pick<IntentOf<'renewal'>, 'months' | 'days' | 'from'>

/**
 * Whether the end date moved as asked, give or take a day. There are two conventions for the end of a month, and both count. A lapsed
 * subscription counts from its end date or from the day of sending, because platforms differ.
 */
export const hasMovedAsAsked = (asked: AskedLength, before: Day, now: Day, sentOn: Day): boolean =>
  now !== before && !isDoubled(asked, before, now, sentOn) && isAsked(asked, before, now, sentOn)

/** Whether the end date moved by exactly twice the length, as it does if a proxy has repeated the call. Unknown if it had passed before. */
const isDoubled = ({ months, days, from }: AskedLength, before: Day, now: Day, sentOn: Day): boolean =>
  from === 'end-date' &&
  before >= sentOn &&
  laterDays(before, months, days).some((once) => once !== before && laterDays(once, months, days).includes(now))

/**
 * Whether the call may leave the end date unchanged, so that an unchanged date proves nothing. With `today`, this happens if the customer
 * was already renewed on the same day.
 */
export const mayStay = ({ months, days, from }: AskedLength, before: Day, sentOn: Day): boolean =>
  from === 'today'
    ? laterDays(sentOn, months, days).some((expected) => Math.abs(expected - before) <= 1)
    : laterDays(before, months, days).includes(before)

function isAsked({ months, days, from }: AskedLength, before: Day, end: Day, sentOn: Day): boolean {
  const starts = from === 'today' ? [sentOn] : before < sentOn ? [before, sentOn] : [before]
  return starts.flatMap((start) => laterDays(start, months, days)).some((expected) => Math.abs(end - expected) <= 1)
}

/** Whether the subscription started again since an attempt. The start date shows this even if the end date is unchanged. */
export const hasStartedAnew = ({ startDate = '' }: CustomerRecord, tries: readonly Attempted[]): boolean => {
  const start = readDay(startDate)
  return tries.every(({ before, sentOn }) => {
    const earlier = readDay(before?.startDate ?? '')
    return start !== undefined && earlier !== undefined && start > earlier && Math.abs(start - sentOn) <= 1
  })
}

/**
 * The rule for Disable and Enable (Customer status). The effect is read from the customer's status. Enabling succeeds once the customer is no
 * longer Disabled, because an expired customer stays expired. A word that does not name one of the five statuses proves nothing.
 */
export const toggleRule = (kind: 'disable' | 'enable'): StepRule => ({
  reads: 'GetCustomerStatus',
  creates: false,
  judge(answer, { payload: { intent } }) {
    if (answer.verdict === 'absent') return noCustomer
    if (intent.kind === kind && isOfOther(readCustomer(answer)?.userid, intent.userid)) return foundOnly('unclear')
    const status = readStatus(answer)
    const known = knownStatus(status)
    if (status === undefined) return foundOnly('unclear')
    if (known === undefined) return { ...foundOnly('unclear'), customer: { status } }
    const isDisabled = known === 'Disabled'
    return {
      finding: isDisabled === (kind === 'disable') ? 'present' : 'absent',
      provesRead: true,
      customer: { status },
    }
  },
})

export const planToggle = (intent: IntentOf<'disable'> | IntentOf<'enable'>, connection: Connection): PlannedStep =>
  planFor(intent, connection, intent.kind, intent.kind === 'disable' ? 'Disable' : 'Enable', services(connection))
