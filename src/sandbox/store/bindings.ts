import { identifierKey, readDeviceIdentifier, formatMac } from '../../shared/domain/device-identifier.ts'
import type { Store } from './open-store.ts'

/** A box of a customer; `key` is the same for every notation of one box. */
export interface Device {
  readonly id: number
  readonly customer: number
  readonly key: string
  /** As it was sent. */
  readonly uuid: string
  readonly model: string
  readonly boundAt: number
}

/** A box that was told which operator to load. */
export interface HostnameBinding {
  readonly id: number
  readonly hostname: string
  readonly key: string
  readonly macAddress: string
  readonly boundAt: number
}

export interface Bindings {
  readonly devicesOf: (customer: number) => readonly Device[]
  readonly devicesByKey: (key: string) => readonly Device[]
  readonly addDevice: (device: Omit<Device, 'id'>) => void
  readonly underHostname: (hostname: string) => readonly HostnameBinding[]
  readonly hostnamesOf: (key: string) => readonly HostnameBinding[]
  readonly addToHostname: (binding: Omit<HostnameBinding, 'id'>) => void
  readonly moveToHostname: (id: number, hostname: string) => void
}

/** Both kinds of binding: boxes to customers, and boxes to hostnames. */
export function createBindings(store: Store): Bindings {
  return {
    devicesOf: (customer) =>
      store.all('SELECT * FROM devices WHERE customer = :customer ORDER BY id', { customer }) as readonly Device[],
    devicesByKey: (key) =>
      store.all('SELECT * FROM devices WHERE key = :key ORDER BY id', { key }) as readonly Device[],
    addDevice: (device) => {
      store.run(
        'INSERT INTO devices (customer, key, uuid, model, boundAt) VALUES (:customer, :key, :uuid, :model, :boundAt)',
        { ...device },
      )
    },
    underHostname: (hostname) =>
      store.all('SELECT * FROM hostnameBindings WHERE hostname = :hostname ORDER BY id', {
        hostname,
      }) as readonly HostnameBinding[],
    hostnamesOf: (key) =>
      store.all('SELECT * FROM hostnameBindings WHERE key = :key ORDER BY id', { key }) as readonly HostnameBinding[],
    addToHostname: (binding) => {
      store.run(
        'INSERT INTO hostnameBindings (hostname, key, macAddress, boundAt) VALUES (:hostname, :key, :macAddress, :boundAt)',
        { ...binding },
      )
    },
    moveToHostname: (id, hostname) => {
      store.run('UPDATE hostnameBindings SET hostname = :hostname WHERE id = :id', { id, hostname })
    },
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
