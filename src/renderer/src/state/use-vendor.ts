import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { DeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import { useServices } from './services.tsx'

/** The maker of a box by its MAC address. Undefined for a serial number, an unknown range, and until the table is loaded. */
export function useVendor(identifier: DeviceIdentifier): string | undefined {
  const { vendors } = useServices()
  const mac = identifier.kind === 'mac' ? identifier.value : undefined
  useEffect(() => {
    if (mac !== undefined) vendors.getState().load()
  }, [vendors, mac])
  return useStore(vendors, ({ table }) => (mac === undefined ? undefined : table?.find(mac)))
}

/** Whether no known maker uses the range of this MAC address. False until the table is loaded, and for made-up addresses. */
export function useIsUnusual(identifier: DeviceIdentifier): boolean {
  const { vendors } = useServices()
  const vendor = useVendor(identifier)
  const isHere = useStore(vendors, ({ table }) => table !== undefined)
  if (identifier.kind !== 'mac' || !isHere || vendor !== undefined) return false
  // Multicast and locally administered addresses are in no table and have their own messages.
  return (Number.parseInt(identifier.value.slice(0, 2), 16) & 3) === 0 && identifier.value !== '000000000000'
}
