import { statSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeVendorFile, shortenVendor, vendorSource } from '../../../scripts/lib/vendor-file.ts'
import { readVendorTable } from '../../../src/shared/domain/vendor-table.ts'

describe('the list of makers that is shipped with the app', () => {
  const file = makeVendorFile()
  const table = readVendorTable(new Uint8Array(inflateRawSync(file)))

  it('has at most a twentieth of the size of the published list', () => {
    expect(file.length / statSync(vendorSource).size).toBeLessThanOrEqual(0.05)
  })

  it('contains the makers of common boxes, and no maker for ranges that are unassigned or shared', () => {
    expect(table.size).toBeGreaterThan(35_000)
    expect(table.find('FCFBFB000000')).toBe('Cisco Systems')
    expect(table.find('000000111111')).toBe('Xerox')
    expect(table.find('ABCDEF123456')).toBeUndefined()
  })

  it.each([
    ['HUAWEI TECHNOLOGIES CO.,LTD', 'Huawei'],
    ['Cisco Systems, Inc', 'Cisco Systems'],
    ['zte corporation', 'zte'],
    ['TP-LINK TECHNOLOGIES CO.,LTD.', 'Tp-link'],
    ['LIMITED', 'Limited'],
    ['Shenzhen Skyworth Digital Technology CO., Ltd', 'Shenzhen Skyworth Digital'],
    ['Guangdong Oppo Mobile Something Very Long Indeed', 'Guangdong Oppo Mobile'],
  ])('has the name %s in a short form', (full, short) => {
    expect(shortenVendor(full)).toBe(short)
  })
})
