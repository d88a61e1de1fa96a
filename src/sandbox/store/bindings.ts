import { identifierKey, readDeviceIdentifier, formatMac } from '../../shared/domain/device-identifier.ts'
import type { Store, Values } from './open-store.ts'

/** A customer's box. `key` is the same for every notation of one box. */
export interface Device {
  readonly id: number
  readonly customer: number
  readonly key: string
  /** The identifier of the box, in the notation in which a request sent it. */
  readonly uuid: string
  readonly model: string
  readonly boundAt: number
}

export interface HostnameBinding {
  readonly id: number
  readonly hostname: string
  readonly key: string
  readonly macAddress: string
  readonly boundAt: number
}

export function createBindings(store: Store) {
  const devicesWhere = (condition: string, values: Values): readonly Device[] =>
    store.all(`SELECT * FROM devices WHERE ${condition} ORDER BY id`, values) as readonly Device[]
  const hostnamesWhere = (condition: string, values: Values): readonly HostnameBinding[] =>
    store.all(`SELECT * FROM hostnameBindings WHERE ${condition} ORDER BY id`, values) as readonly HostnameBinding[]
  return {
    devicesOf: (customer: number) => devicesWhere('customer = :customer', { customer }),
    devicesByKey: (key: string) => devicesWhere('key = :key', { key }),
    addDevice: (device: Omit<Device, 'id'>) => store.insert('devices', { ...device }),
    underHostname: (hostname: string) => hostnamesWhere('hostname = :hostname', { hostname }),
    hostnamesOf: (key: string) => hostnamesWhere('key = :key', { key }),
    addToHostname: (binding: Omit<HostnameBinding, 'id'>) => store.insert('hostnameBindings', { ...binding }),
    moveToHostname: (id: number, hostname: string) => store.update('hostnameBindings', id, { hostname }),
  }
}

/** A key that is the same for every notation of one box. */
export function deviceKey(text: string): string {
  const reading = readDeviceIdentifier(text)
  return reading.ok ? identifierKey(reading.identifier) : `serial:${text.trim().toUpperCase()}`
}

/** The notation for the ledger: a MAC address as `AA:BB:CC:DD:EE:FF`, a serial number in capitals. */
export function boxName(text: string): string {
  const [kind, value = ''] = deviceKey(text).split(/:(.*)/s)
  return kind === 'mac' ? formatMac(value, 'colon') : value
}
