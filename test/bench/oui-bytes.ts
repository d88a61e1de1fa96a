import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { inProject } from '../../scripts/lib/project.mjs'
import { vendorSource } from '../../scripts/lib/vendor-file.ts'
import { readVendorTable } from '../../src/shared/domain/vendor-table.ts'
import type { Metric } from './metric.ts'
import { mustBe } from './paired.ts'

export const ouiBytes: Metric = {
  key: 'oui_bytes',
  title: 'the table of makers as it ships / the published list it is cut from, bytes',
  gate: { atMost: 0.05 },
  async measure() {
    mustBe('the build is there', await ensureBuilt(), true)
    const shipped = readFileSync(join(inProject('out', 'renderer'), 'vendors.bin'))
    const published = statSync(vendorSource).size
    const table = readVendorTable(new Uint8Array(inflateRawSync(shipped)))
    mustBe('the maker of FC:FB:FB', table.find('FCFBFB000000'), 'Cisco Systems')
    const value = shipped.length / published
    return {
      value,
      low: value,
      high: value,
      notes: [
        `${shipped.length} of ${published} bytes; ${table.size} ranges of 24 bits, no smaller ones, names shortened`,
      ],
    }
  },
}
