/**
 * Reads the table of the makers of MAC addresses. Its bytes, in this order: the number of prefixes (4 bytes); each prefix as its distance
 * from the prefix before (7 bits per byte, and a set top bit means that more bytes follow); the number of each prefix's maker, first all low
 * bytes and then all high bytes; the makers' names, one per line. The build writes it (`scripts/lib/vendor-table.ts`).
 */
export function readVendorTable(bytes: Uint8Array) {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const prefixes = new Uint32Array(size)
  let at = 4
  for (let index = 0, prefix = 0; index < size; index += 1) {
    for (let shift = 0, more = true; more; shift += 7, at += 1) {
      const byte = bytes[at] ?? 0
      prefix += (byte & 0x7f) << shift
      more = byte > 0x7f
    }
    prefixes[index] = prefix
  }
  const makers = bytes.subarray(at, at + 2 * size)
  const vendors = new TextDecoder().decode(bytes.subarray(at + 2 * size)).split('\n')
  return {
    size,
    /** The maker of a box. `mac`: twelve upper-case hexadecimal digits. Undefined if the table has no range with this address. */
    find(mac: string): string | undefined {
      const index = findSorted(prefixes, Number.parseInt(mac.slice(0, 6), 16))
      return index === undefined ? undefined : vendors[(makers[index] ?? 0) + ((makers[size + index] ?? 0) << 8)]
    },
  }
}

export type VendorTable = ReturnType<typeof readVendorTable>

function findSorted(sorted: Uint32Array, wanted: number): number | undefined {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return sorted[low] === wanted ? low : undefined
}
