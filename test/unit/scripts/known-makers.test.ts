import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makersByName, makersByPrefix } from '../../../scripts/lib/known-makers.ts'
import { makeVendorFile, vendorSource } from '../../../scripts/lib/vendor-file.ts'
import { readVendorTable } from '../../../src/shared/domain/vendor-table.ts'

const list = JSON.parse(readFileSync(vendorSource, 'utf8')) as Readonly<Record<string, string>>
const table = readVendorTable(new Uint8Array(inflateRawSync(makeVendorFile())))

describe('the well-known names of makers', () => {
  it('are in the table that is shipped', () => {
    expect(table.find('001A79123456')).toBe('Infomir MAG')
    for (const [prefix, name] of Object.entries(makersByPrefix)) expect(table.find(`${prefix}000000`)).toBe(name)
  })

  it.each(makersByName)('replace a registered name: %s', (pattern, name) => {
    const [prefix] =
      Object.entries(list).find(([digits, text]) => digits.length === 6 && pattern.test(text.split('\n')[0] ?? '')) ??
      []
    expect(prefix).toBeDefined()
    const shown = makersByPrefix[prefix ?? ''] ?? table.find(`${prefix ?? ''}000000`)
    expect(makersByName.map((row) => row[1])).toContain(shown)
    expect(shown).toBe(name)
  })
})
