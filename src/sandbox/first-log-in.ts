import { subscriptionOf } from './call.ts'
import { addLength } from './days.ts'
import type { Platform } from './platform.ts'
import { requestFingerprintOf } from './read-request.ts'

/** A customer logs in on a box for the first time: Pending ends, and with it the wait of a subscription that starts then. */
export function logInFirst({ customers, ledger, today, now }: Platform, userid: string): boolean {
  const [before] = customers.find({ userid })
  if (before === undefined) return false
  if (before.pending === 0) return true
  const starts = before.startsAtFirstLogIn === 1
  const length = { months: before.lengthInMonths, days: before.lengthInDays }
  customers.subscribe(before.id, {
    productid: before.productid,
    lengthInMonths: before.lengthInMonths,
    lengthInDays: before.lengthInDays,
    trial: before.trial,
    pending: 0,
    startDate: starts ? today() : before.startDate,
    endDate: starts ? addLength(today(), length) : before.endDate,
  })
  const after = customers.byId(before.id)
  ledger.add({
    at: now(),
    request: null,
    operation: null,
    effect: 'first-log-in',
    userid,
    box: null,
    hostname: null,
    customer: before.id,
    fingerprint: requestFingerprintOf({ userid }),
    parameters: { userid },
    before: subscriptionOf(before),
    after: subscriptionOf(after),
  })
  return true
}
