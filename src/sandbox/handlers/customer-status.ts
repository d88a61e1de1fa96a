import { changeCustomer, findCustomers, valueOf, type Handler } from '../call.ts'

/** The customers on one page of GetCustomerStatusByReseller (Limits). */
export const resellerPageSize = 1000

export const handleStatus: Handler = (call) => {
  const found = findCustomers(call)
  return 'kind' in found ? found : { kind: 'status', customer: found[0] }
}

/** Reseller 0 selects the customers without a reseller. */
export const readStatusByReseller: Handler = (call) => {
  const reseller = valueOf(call, 'reseller_id') ?? '0'
  const status = valueOf(call, 'status_type')
  const page = Number(valueOf(call, 'page'))
  const by = { resellerId: reseller === '0' ? null : reseller, status }
  const customers = call.platform.customers.ofReseller(by, resellerPageSize, (page - 1) * resellerPageSize)
  return { kind: 'statuses', customers }
}

/** Leaves unknown userids out of the answer. */
export const readStatusByIds: Handler = (call) => ({
  kind: 'statuses',
  customers: call.userIds.flatMap((userid) => call.platform.customers.find({ userid })),
})

const toggle =
  (effect: 'disable' | 'enable'): Handler =>
  (call) => {
    const found = findCustomers(call)
    if ('kind' in found) return found
    return changeCustomer(call, effect, found[0], { disabled: effect === 'disable' ? 1 : 0 })
  }

export const disableCustomer: Handler = toggle('disable')

/** Enables a customer. An expired customer is expired again afterwards. */
export const enableCustomer: Handler = toggle('enable')
