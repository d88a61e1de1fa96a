import { changeCustomer, findCustomers, lengthOf, refuse, valueOf, type Handler } from '../call.ts'
import { addLength } from '../days.ts'

/** All five renewal calls. Adds months or days to the end date or, if the call asks for that, to today (Renewal). */
export const handleRenewal: Handler = (call) => {
  const found = findCustomers(call)
  if ('kind' in found) return found
  const [before] = found
  const length = lengthOf(call, 'months', 'days')
  const isFromEnd = valueOf(call, 'fromExpireDate') !== 'false'
  const isWaiting = before.pending === 1 && before.startsAtFirstLogIn === 1
  return changeCustomer(call, 'renew', before, {
    lengthInMonths: isWaiting ? before.lengthInMonths + length.months : length.months,
    lengthInDays: isWaiting ? before.lengthInDays + length.days : length.days,
    endDate: addLength(isFromEnd ? before.endDate : call.platform.today(), length),
    trial: 0,
  })
}

/** All four calls that change the product. The new length counts from today or from the last expiry date (Product change). */
export const changeProduct: Handler = (call) => {
  const isFromEnd = readDirection(valueOf(call, 'fromExpireDate') ?? '')
  if (isFromEnd === undefined) return refuse('bad-request', 'Parameter fromExpireDate is neither true nor false.')
  const product = call.platform.offer.product(valueOf(call, 'productid') ?? '')
  if (product === undefined) return refuse('unknown-product', 'There is no such product.')
  const found = findCustomers(call)
  if ('kind' in found) return found
  const [before] = found
  const length = lengthOf(call, 'subscriptionlengthinmonths', 'subscriptionlengthindays')
  const startDate = isFromEnd ? before.endDate : call.platform.today()
  return changeCustomer(call, 'change', before, {
    productid: product.id,
    lengthInMonths: length.months,
    lengthInDays: length.days,
    startDate: isFromEnd ? before.startDate : startDate,
    endDate: addLength(startDate, length),
    trial: product.trial ? 1 : 0,
  })
}

/** Parses `fromExpireDate`, whose values the interface document does not show. Undefined unless the text is `true`, `1`, `false` or `0`. */
function readDirection(text: string): boolean | undefined {
  if (/^(?:true|1)$/i.test(text)) return true
  return /^(?:false|0)$/i.test(text) ? false : undefined
}
