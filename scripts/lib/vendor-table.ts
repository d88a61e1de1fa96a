/** The maker of a range of MAC addresses: six upper-case hexadecimal digits, and the maker's name. */
interface VendorPrefix {
  readonly prefix: string
  readonly vendor: string
}

/** Writes the table as bytes in the form that `readVendorTable` reads. This form compresses well. */
export function writeVendorTable(entries: readonly VendorPrefix[]): Uint8Array {
  const sorted = entries.toSorted((one, other) => (one.prefix < other.prefix ? -1 : 1))
  const vendors = [...new Set(sorted.map(({ vendor }) => vendor))].toSorted((one, other) => (one < other ? -1 : 1))
  if (vendors.length > 0xffff) throw new RangeError('There are more makers than the table can number.')
  const number = new Map(vendors.map((vendor, index) => [vendor, index]))
  const distances = sorted.flatMap(({ prefix }, index) =>
    writeDistance(Number.parseInt(prefix, 16) - Number.parseInt(sorted[index - 1]?.prefix ?? '0', 16)),
  )
  const makers = sorted.map(({ vendor }) => number.get(vendor) ?? 0)
  const count = sorted.length
  return Uint8Array.from([
    count & 0xff,
    (count >> 8) & 0xff,
    (count >> 16) & 0xff,
    (count >> 24) & 0xff,
    ...distances,
    ...makers.map((maker) => maker & 0xff),
    ...makers.map((maker) => maker >> 8),
    ...new TextEncoder().encode(vendors.join('\n')),
  ])
}

function writeDistance(distance: number): number[] {
  const bytes = []
  let rest = distance
  for (; rest > 0x7f; rest >>= 7) bytes.push((rest & 0x7f) | 0x80)
  return [...bytes, rest]
}
