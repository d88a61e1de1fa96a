import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'fflate'
import { nameMaker } from './known-makers.ts'
import { writeVendorTable } from './vendor-table.ts'

/** Words of a manufacturer's name that do not identify it. */
const legalForms =
  /\b(?:co|ltd|inc|llc|corp|corporation|limited|gmbh|company|technology|technologies|international|electronics?|industrial|telecommunications?|communications?|sa|sas|ag|bv|kg|srl|spa|oy|ab|as|pte|pty|private|sdn|bhd|kk)\b/gi
/** Registered owners of address ranges that no single manufacturer uses. */
const nobody = /^(?:private|ieee registration authority)$/i
const longestName = 28

/** A manufacturer's short name, as on a label: without its legal form, and not all in capitals. */
export function shortenVendor(full: string): string {
  const plain = full.replaceAll(/\(.*?\)/g, ' ').replaceAll(/[.,]/g, ' ')
  const words = plain
    .replaceAll(legalForms, ' ')
    .split(/[\s&/]+/)
    .filter((word) => word !== '')
  const name = (words.length > 0 ? words : plain.trim().split(/\s+/)).map(capitalise).join(' ')
  return name.length <= longestName ? name : name.slice(0, name.lastIndexOf(' ', longestName) + 1 || longestName).trim()
}

const capitalise = (word: string): string =>
  word.length > 4 && (word === word.toUpperCase() || word === word.toLowerCase())
    ? word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()
    : word

/** The path of the published list of all manufacturers. The small table that ships with the app is made from this list. */
export const vendorSource = createRequire(import.meta.url).resolve('oui-data')

/**
 * The table of manufacturers that ships with the app: only 24-bit ranges, with short names, deflated. Node's own deflate gives other bytes on
 * other processors, and the archive of the app must be the same on every system.
 */
export function makeVendorFile(): Uint8Array {
  const list = JSON.parse(readFileSync(vendorSource, 'utf8')) as Readonly<Record<string, string>>
  const entries = Object.entries(list)
    .map(([prefix, text]) => ({ prefix, vendor: text.split('\n')[0]?.trim() ?? '' }))
    .filter(({ prefix, vendor }) => prefix.length === 6 && vendor !== '' && !nobody.test(vendor))
    .map(({ prefix, vendor }) => ({ prefix: prefix.toUpperCase(), vendor }))
    .map(({ prefix, vendor }) => ({ prefix, vendor: nameMaker(prefix, vendor) ?? shortenVendor(vendor) }))
  return deflateSync(writeVendorTable(entries), { level: 9 })
}
