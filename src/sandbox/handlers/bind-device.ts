import { noteEffect, type Call } from '../call.ts'
import { refuse, type Failure } from '../outcome.ts'
import { deviceKey } from '../store/bindings.ts'
import type { StoredCustomer } from '../store/customers.ts'

/** Why a box cannot be bound to a customer of this product who has `taken` boxes already; undefined if it can. */
export function refuseDevice(call: Call, uuid: string, productid: string, taken: number): Failure | undefined {
  const { bindings, offer, options } = call.platform
  if (!options().uniqueUserids) return undefined
  if (bindings.devicesByKey(deviceKey(uuid)).length > 0)
    return refuse('device-registered', 'Device already registered.')
  const product = offer.product(productid)
  if (product !== undefined && taken >= product.maxDevices)
    return refuse('device-limit', `Device limit of ${product.maxDevices} reached.`)
  return undefined
}

/** Binds a box to a customer and records it. */
export function bindDevice(call: Call, customer: StoredCustomer, uuid: string, model: string): void {
  const { bindings, now } = call.platform
  const devices = bindings.devicesOf(customer.id).length
  bindings.addDevice({ customer: customer.id, key: deviceKey(uuid), uuid, model, boundAt: now() })
  noteEffect(call, 'bind-user', { customer, box: uuid, before: { devices }, after: { devices: devices + 1 } })
}
