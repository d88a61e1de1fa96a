import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { DeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import { useDesk } from './desk.tsx'

/** The maker of a box by its MAC address; absent for a serial number, an unknown range, and until the table is here. */
export function useVendor(identifier: DeviceIdentifier): string | undefined {
  const { vendors } = useDesk()
  const mac = identifier.kind === 'mac' ? identifier.value : undefined
  useEffect(() => {
    if (mac !== undefined) vendors.getState().load()
  }, [vendors, mac])
  return useStore(vendors, ({ table }) => (mac === undefined ? undefined : table?.find(mac)))
}

/** Whether nobody is known to make addresses that begin like this one. Told only once the table is here, and not of made-up addresses. */
export function useIsUnusual(identifier: DeviceIdentifier): boolean {
  const { vendors } = useDesk()
  const vendor = useVendor(identifier)
  const isHere = useStore(vendors, ({ table }) => table !== undefined)
  if (identifier.kind !== 'mac' || !isHere || vendor !== undefined) return false
  // Multicast and locally administered ones are in no table, and have words of their own.
  return (Number.parseInt(identifier.value.slice(0, 2), 16) & 3) === 0 && identifier.value !== '000000000000'
}
