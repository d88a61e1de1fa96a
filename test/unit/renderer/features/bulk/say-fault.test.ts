import { describe, expect, it } from 'vitest'
import { identifierProblems } from '../../../../../src/shared/domain/device-identifier.ts'
import { guessColumns } from '../../../../../src/renderer/src/features/bulk/list/bulk-fields.ts'
import { parseTable } from '../../../../../src/renderer/src/features/bulk/list/parse-table.ts'
import { sayFault, tabulateFaults } from '../../../../../src/renderer/src/features/bulk/panels/fault-part.tsx'
import { writeCsv } from '../../../../../src/shared/domain/csv-cell.ts'

describe('the message for a fault', () => {
  it('names the field and what is wrong with it', () => {
    expect(sayFault({ path: 'box.raw', code: 'mac-length' })).toBe(
      'Box: A MAC address has 12 digits; this has more or fewer. If it is a serial number, write SN and a space before it.',
    )
    expect(sayFault({ path: 'customer.zipcode', code: 'required' })).toBe('Zip code: Fill this in.')
  })

  it('says where the currency is entered, for which a list has no column', () => {
    expect(sayFault({ path: 'options.currency', code: 'required' })).toBe(
      'Currency: Fill this in. It is in the connection’s settings, under “Sent with every creation”.',
    )
  })

  it('names the line with the same value', () => {
    expect(sayFault({ path: 'logIn.userid', code: 'repeated:17' })).toBe('User ID: same as in line 17.')
  })

  it('names the letters that are not valid in an address, and how to mark a serial number', () => {
    expect(sayFault({ path: 'box.raw', code: 'nearly-mac:G, Z' })).toBe(
      'Box: This is almost a MAC address, but no MAC address contains G, Z. If it is a serial number, write SN and a space before it.',
    )
  })

  it('exists for every problem of a box', () => {
    for (const code of identifierProblems) expect(sayFault({ path: 'box.raw', code })).toMatch(/^Box: [A-Z].+\.$/)
  })
})

describe('the file of the rows with faults', () => {
  it('is read with its columns again, also if the list had no column names', () => {
    const columns = ['box.raw', undefined, 'logIn.userid'] as const
    const rows = tabulateFaults({ header: ['1', '2', '3'], hasHeader: false }, { columns, kind: 'existing-customer' }, [
      { line: 7, cells: ['001A79', 'shelf 4'], faults: [{ path: 'box.raw', code: 'mac-length' }] },
    ])
    const table = parseTable(writeCsv(rows))
    expect(table).toMatchObject({
      hasHeader: true,
      rows: [{ cells: ['001A79', 'shelf 4', '', '7', expect.any(String)] }],
    })
    expect(table.ok && guessColumns(table.header, 'existing-customer')).toEqual([...columns, undefined, undefined])
  })

  it('has the values without a column, too, so that their row stays bad until it is corrected', () => {
    const columns = ['box.raw', 'hostname'] as const
    const rows = tabulateFaults({ header: ['mac', 'host'], hasHeader: true }, { columns, kind: 'hostname' }, [
      { line: 7, cells: ['001A79000001', 'Bat B', 'tv.a'], faults: [{ path: 'box.raw', code: 'too-many-cells' }] },
    ])
    const reason = expect.stringContaining('more values than there are columns')
    expect(parseTable(writeCsv(rows))).toMatchObject({
      header: ['mac', 'host', 'Line', 'Reason'],
      rows: [{ cells: ['001A79000001', 'Bat B', '7', reason, 'tv.a'] }],
    })
  })
})
