import {
  findCustomers,
  needValue,
  noteEffect,
  refuse,
  valueOf,
  type Call,
  type Failure,
  type Handler,
} from '../call.ts'
import { deviceKey } from '../store/bindings.ts'
import type { StoredCustomer } from '../store/stored-customers.ts'

/** Binds a box to a hostname, or moves it from another one (MAC addresses). The hostname tells the box which operator to load. */
export const bindToHostname: Handler = (call) => {
  const macAddress = needValue(call, 'macAddress')
  if (typeof macAddress !== 'string') return macAddress
  const hostname = readHostname(call)
  if (typeof hostname !== 'string') return hostname
  const { bindings, now, options } = call.platform
  const key = deviceKey(macAddress)
  const [bound] = bindings.hostnamesOf(key)
  const isAdded = bound === undefined || !options().uniqueUserids
  if (isAdded) bindings.addToHostname({ hostname, key, macAddress, boundAt: now() })
  else if (bound.hostname !== hostname) bindings.moveToHostname(bound.id, hostname)
  const before = bound === undefined ? null : { hostname: bound.hostname }
  noteEffect(call, 'bind-hostname', { box: macAddress, hostname, before, after: { hostname } })
  return { kind: 'done' }
}

export const listUnderHostname: Handler = (call) => {
  const hostname = readHostname(call)
  if (typeof hostname !== 'string') return hostname
  return { kind: 'mac-addresses', bindings: call.platform.bindings.underHostname(hostname) }
}

export const bindToUser: Handler = (call) => {
  const macAddress = needValue(call, 'macAddress')
  if (typeof macAddress !== 'string') return macAddress
  const found = findCustomers(call)
  if ('kind' in found) return found
  const [customer] = found
  // Boxes whose subscription has expired do not count towards the limit.
  const taken = customer.status === 'Expired' ? 0 : call.platform.bindings.devicesOf(customer.id).length
  const refusal = refuseDevice(call, macAddress, customer.productid, taken)
  if (refusal !== undefined) return refusal
  bindDevice(call, customer, macAddress, valueOf(call, 'model') ?? '')
  return { kind: 'done', customer }
}

function readHostname(call: Call): string | Failure {
  const given = needValue(call, 'hostname')
  if (typeof given !== 'string') return given
  return call.platform.offer.hostname(given) ?? refuse('no-such-hostname', 'Hostname not found.')
}

/** Why a box cannot be bound to a customer of this product who already has `taken` boxes. Undefined if the box can be bound. */
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

export function bindDevice(call: Call, customer: StoredCustomer, uuid: string, model: string): void {
  const { bindings, now } = call.platform
  const devices = bindings.devicesOf(customer.id).length
  bindings.addDevice({ customer: customer.id, key: deviceKey(uuid), uuid, model, boundAt: now() })
  noteEffect(call, 'bind-user', { customer, box: uuid, before: { devices }, after: { devices: devices + 1 } })
}
