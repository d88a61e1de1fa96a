import { assert, integer, property, record, string, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeVendorTable } from '../../../../scripts/lib/vendor-table.ts'
import { readVendorTable } from '../../../../src/shared/domain/vendor-table.ts'

describe('the table of makers', () => {
  it('finds a maker by the first half of a MAC address, and none for an unknown range', () => {
    const table = readVendorTable(
      writeVendorTable([
        { prefix: '001A79', vendor: 'Infomir' },
        { prefix: '000000', vendor: 'Xerox' },
        { prefix: 'FFFFFE', vendor: 'Ångström Ö' },
      ]),
    )
    expect(table.size).toBe(3)
    expect(table.find('001A79ABCDEF')).toBe('Infomir')
    expect(table.find('000000000001')).toBe('Xerox')
    expect(table.find('FFFFFE000000')).toBe('Ångström Ö')
    expect(table.find('001A78ABCDEF')).toBeUndefined()
    expect(table.find('FFFFFF000000')).toBeUndefined()
  })

  it('is empty without makers', () => {
    expect(readVendorTable(writeVendorTable([])).find('001A79ABCDEF')).toBeUndefined()
  })

  it('returns every maker that was written, whatever the prefixes', () => {
    const prefix = integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, '0').toUpperCase())
    const vendor = string({ minLength: 1, maxLength: 12 }).map((name) => `V${name.replaceAll('\n', ' ')}`)
    assert(
      property(
        uniqueArray(record({ prefix, vendor }), { selector: (one) => one.prefix, maxLength: 400 }),
        (entries) => {
          const table = readVendorTable(writeVendorTable(entries))
          for (const one of entries) expect(table.find(`${one.prefix}000000`)).toBe(one.vendor)
        },
      ),
    )
  })
})
