import { createStore } from 'zustand/vanilla'
import { readVendorTable, type VendorTable } from '../../../shared/domain/vendor-table.ts'

/** The table of makers, once loaded. `load` fetches it on the first call. */
interface Vendors {
  readonly table: VendorTable | undefined
  readonly load: () => void
}

/** A store that fetches its table from the app's own files when the first box is shown. Without it, boxes show no maker. */
export function createVendorStore(fetchTable: () => Promise<VendorTable> = fetchVendorTable) {
  return createStore<Vendors>()((set) => {
    let isAsked = false
    const take = async () => {
      isAsked = true
      try {
        set({ table: await fetchTable() })
      } catch {
        // A maker's name is optional. The next box tries again.
        isAsked = false
      }
    }
    return {
      table: undefined,
      load: () => {
        if (!isAsked) void take()
      },
    }
  })
}

async function fetchVendorTable(): Promise<VendorTable> {
  const answer = await fetch('./vendors.bin')
  if (!answer.ok || answer.body === null) throw new Error('The table of makers is not there.')
  const plain = answer.body.pipeThrough(new DecompressionStream('deflate-raw'))
  return readVendorTable(new Uint8Array(await new Response(plain).arrayBuffer()))
}
