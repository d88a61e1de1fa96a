import { noteEffect, valueOf, type Call, type Handler } from '../call.ts'
import { findCustomers } from '../find-customer.ts'
import { refuse, type Failure } from '../outcome.ts'
import { deviceKey } from '../store/bindings.ts'
import { bindDevice, refuseDevice } from './bind-device.ts'

/** Tells a box which operator to load. Moves a box that is under another hostname (MAC addresses). */
export const bindToHostname: Handler = (call) => {
  const macAddress = valueOf(call, 'macAddress')
  if (macAddress === undefined) return refuse('bad-request', 'Parameter macAddress is not valid: required.')
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

/** Binds one more box to a customer. */
export const bindToUser: Handler = (call) => {
  const macAddress = valueOf(call, 'macAddress')
  if (macAddress === undefined) return refuse('bad-request', 'Parameter macAddress is not valid: required.')
  const found = findCustomers(call)
  if (!found.ok) return found.failure
  const [customer] = found.customers
  const taken = call.platform.bindings.devicesOf(customer.id).length
  const refusal = refuseDevice(call, macAddress, customer.productid, taken)
  if (refusal !== undefined) return refusal
  bindDevice(call, customer, macAddress, valueOf(call, 'model') ?? '')
  return { kind: 'done', customer }
}

function readHostname(call: Call): string | Failure {
  const given = valueOf(call, 'hostname')
  if (given === undefined) return refuse('bad-request', 'Parameter hostname is not valid: required.')
  return call.platform.offer.hostname(given) ?? refuse('no-such-hostname', 'Hostname not found.')
}
