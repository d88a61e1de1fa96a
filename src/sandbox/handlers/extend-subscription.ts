import { addLength, type Length } from '../days.ts'
import { findCustomers, noteEffect, refuse, subscriptionOf, valueOf, type Call, type Handler } from '../call.ts'
import type { StoredCustomer } from '../store/customers.ts'

/** All five renewals: adds months or days to the end date or, if the call asks for it, to today (Renewal). */
export const handleRenewal: Handler = (call) => {
  const found = findCustomers(call)
  if (!found.ok) return found.failure
  const [before] = found.customers
  const length = { months: Number(valueOf(call, 'months') ?? 0), days: Number(valueOf(call, 'days') ?? 0) }
  const isFromEnd = valueOf(call, 'fromExpireDate') !== 'false'
  const { customers, today } = call.platform
  const isWaiting = before.pending === 1 && before.startsAtFirstLogIn === 1
  customers.subscribe(before.id, {
    productid: before.productid,
    lengthInMonths: isWaiting ? before.lengthInMonths + length.months : length.months,
    lengthInDays: isWaiting ? before.lengthInDays + length.days : length.days,
    startDate: before.startDate,
    endDate: addLength(isFromEnd ? before.endDate : today(), length),
    pending: before.pending,
    trial: 0,
  })
  return finish(call, 'renew', before)
}

/** All four product changes: the new length counts from today or from the last expiry date (Product change). */
export const changeProduct: Handler = (call) => {
  const isFromEnd = readDirection(valueOf(call, 'fromExpireDate') ?? '')
  if (isFromEnd === undefined) return refuse('bad-request', 'Parameter fromExpireDate is neither true nor false.')
  const product = call.platform.offer.product(valueOf(call, 'productid') ?? '')
  if (product === undefined) return refuse('unknown-product', 'There is no such product.')
  const found = findCustomers(call)
  if (!found.ok) return found.failure
  const [before] = found.customers
  const length: Length = {
    months: Number(valueOf(call, 'subscriptionlengthinmonths')),
    days: Number(valueOf(call, 'subscriptionlengthindays')),
  }
  const startDate = isFromEnd ? before.endDate : call.platform.today()
  call.platform.customers.subscribe(before.id, {
    productid: product.id,
    lengthInMonths: length.months,
    lengthInDays: length.days,
    startDate: isFromEnd ? before.startDate : startDate,
    endDate: addLength(startDate, length),
    pending: before.pending,
    trial: product.trial ? 1 : 0,
  })
  return finish(call, 'change', before)
}

/** Parses `fromExpireDate`, a string whose values the interface document does not show. */
function readDirection(text: string): boolean | undefined {
  if (/^(?:true|1)$/i.test(text)) return true
  return /^(?:false|0)$/i.test(text) ? false : undefined
}

function finish(call: Call, effect: 'renew' | 'change', before: StoredCustomer) {
  const customer = call.platform.customers.byId(before.id)
  noteEffect(call, effect, { customer, before: subscriptionOf(before), after: subscriptionOf(customer) })
  return { kind: 'done', customer } as const
}
