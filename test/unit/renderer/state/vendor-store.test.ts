import { describe, expect, it, vi } from 'vitest'
import { createVendorStore } from '../../../../src/renderer/src/state/services.tsx'
import { writeVendorTable } from '../../../../scripts/lib/vendor-table.ts'
import { readVendorTable } from '../../../../src/shared/domain/vendor-table.ts'

const table = readVendorTable(writeVendorTable([{ prefix: '001A79', vendor: 'Infomir' }]))

describe('the table of makers on the page', () => {
  it('is fetched once, for the first box', async () => {
    const fetchTable = vi.fn(() => Promise.resolve(table))
    const vendors = createVendorStore(fetchTable)
    expect(fetchTable).not.toHaveBeenCalled()
    vendors.getState().load()
    vendors.getState().load()
    await vi.waitFor(() => {
      expect(vendors.getState().table?.find('001A79000000')).toBe('Infomir')
    })
    expect(fetchTable).toHaveBeenCalledTimes(1)
  })

  it('is fetched again after a failure', async () => {
    const fetchTable = vi.fn(() => Promise.resolve(table)).mockRejectedValueOnce(new Error('gone'))
    const vendors = createVendorStore(fetchTable)
    vendors.getState().load()
    await vi.waitFor(() => {
      vendors.getState().load()
      expect(vendors.getState().table).toBe(table)
    })
    expect(fetchTable).toHaveBeenCalledTimes(2)
  })
})
