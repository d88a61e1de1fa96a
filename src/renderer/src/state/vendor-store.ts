import { createStore, type StoreApi } from 'zustand/vanilla'
import { readVendorTable, type VendorTable } from '../../../shared/domain/vendor-table.ts'

/** The table of makers, once loaded. `load` fetches it on the first call. */
export interface Vendors {
  readonly table: VendorTable | undefined
  readonly load: () => void
}
export type VendorStore = StoreApi<Vendors>

/** A store that fetches its table from the app's own files when the first box is shown. Without it, boxes show no maker. */
export function createVendorStore(fetchTable: () => Promise<VendorTable> = fetchVendorTable): VendorStore {
  let isAsked = false
  return createStore<Vendors>()((set) => ({
    table: undefined,
    load: () => {
      if (isAsked) return
      isAsked = true
      void take(set, fetchTable).then((isHere) => {
        // A maker's name is optional. If the fetch fails, the next box tries again.
        isAsked = isHere
        return isHere
      })
    },
  }))
}

async function take(set: VendorStore['setState'], fetchTable: () => Promise<VendorTable>): Promise<boolean> {
  try {
    set({ table: await fetchTable() })
    return true
  } catch {
    return false
  }
}

async function fetchVendorTable(): Promise<VendorTable> {
  const answer = await fetch('./vendors.bin')
  if (!answer.ok || answer.body === null) throw new Error('The table of makers is not there.')
  const plain = answer.body.pipeThrough(new DecompressionStream('deflate-raw'))
  return readVendorTable(new Uint8Array(await new Response(plain).arrayBuffer()))
}
