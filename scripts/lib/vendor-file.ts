import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateRawSync } from 'node:zlib'
import { writeVendorTable } from '../../src/shared/domain/vendor-table.ts'

/** What stands behind a maker's name and tells nobody anything. */
const legalForms =
  /\b(?:co|ltd|inc|llc|corp|corporation|limited|gmbh|company|technology|technologies|international|electronics?|industrial|telecommunications?|communications?|sa|sas|ag|bv|kg|srl|spa|oy|ab|as|pte|pty|private|sdn|bhd|kk)\b/gi
/** Ranges that are nobody's, or split among many. */
const nobody = /^(?:private|ieee registration authority)$/i
const longestName = 28

/** A maker's name as a label would have it: without its legal form, and not in capitals alone. */
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

/** The list of all makers, as published; the small one that ships is cut from it. */
export const vendorSource = createRequire(import.meta.url).resolve('oui-data')

/** The table of makers that ships with the app: whole ranges of 24 bits alone, names shortened, deflated. */
export function makeVendorFile(): Uint8Array {
  const list = JSON.parse(readFileSync(vendorSource, 'utf8')) as Readonly<Record<string, string>>
  const entries = Object.entries(list)
    .map(([prefix, text]) => ({ prefix, vendor: text.split('\n')[0]?.trim() ?? '' }))
    .filter(({ prefix, vendor }) => prefix.length === 6 && vendor !== '' && !nobody.test(vendor))
    .map(({ prefix, vendor }) => ({ prefix: prefix.toUpperCase(), vendor: shortenVendor(vendor) }))
  return deflateRawSync(writeVendorTable(entries), { level: 9 })
}
