import { describe, expect, it } from 'vitest'
import { guessColumns } from '../../../../../../src/renderer/src/features/bulk/list/bulk-fields.ts'
import {
  createListReader,
  type CheckProgress,
} from '../../../../../../src/renderer/src/features/bulk/list/list-reader.ts'
import { connectionDefaults, type Connection } from '../../../../../../src/shared/domain/connection/connection.ts'

const connection: Connection = {
  ...connectionDefaults,
  id: 'one',
  kind: 'platform',
  name: 'One',
  baseUrl: 'https://example.org',
  crmService: 'crm',
  cmsService: 'cms',
}
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const macAt = (index: number): string => `001A79${index.toString(16).padStart(6, '0')}`
const rules = {
  kind: 'hostname' as const,
  columns: guessColumns(['mac', 'hostname'], 'hostname'),
  common: {},
  completesMobiles: false,
}

/** A new customer with their own user ID. */
const row = (mac: string, userid: string): string =>
  `${mac},${userid},Amélie,Okonkwo,2 Quai,69001,Lyon,-,France,+33612345678,a@example.org,101,12,0,1`

async function openList(count: number) {
  const reader = createListReader()
  const lines = Array.from(
    { length: count },
    (_, index) => `${index % 10 === 0 ? 'rubbish!' : macAt(index)},tv.example.net`,
  )
  const opened = await reader.open(bytes(`mac,hostname\n${lines.join('\n')}`))
  return { reader, opened }
}

describe('the list reader', () => {
  it('describes a file, and gives the same file the same digest', async () => {
    const { opened } = await openList(25)
    expect(opened).toMatchObject({ ok: true, header: ['mac', 'hostname'], rows: 25, encoding: 'utf-8', delimiter: ',' })
    const again = (await openList(25)).opened
    expect(opened.ok && again.ok && opened.digest === again.digest).toBe(true)
    expect(opened.ok && opened.digest).toMatch(/^[0-9a-f]{64}$/)
  })

  it('leaves out a single row with an error, also when the list is restored, and takes it in again as it is in the file', async () => {
    const { reader } = await openList(25)
    await reader.check(rules, connection, () => undefined)
    const left = reader.fix(12, [])
    expect(left).toMatchObject({ isGood: true, progress: { good: 22, bad: 2, leftOut: 1 } })
    expect(reader.badRows(0, 9).map(({ line }) => line)).toEqual([2, 22])
    expect(await reader.check(rules, connection, () => undefined)).toMatchObject({ good: 22, bad: 2, leftOut: 1 })
    expect(reader.bringBack()).toEqual({ lines: [12], progress: { checked: 25, total: 25, good: 22, bad: 3 } })
    expect(reader.badRows(0, 9).map(({ line, cells }) => [line, cells[0]])).toContainEqual([12, 'rubbish!'])
  })

  it('checks all rows, reports progress, and returns the rows in parts', async () => {
    const { reader } = await openList(1200)
    const steps: CheckProgress[] = []
    const last = await reader.check(rules, connection, (progress) => steps.push(progress))
    expect(steps.map(({ checked }) => checked)).toEqual([500, 1000, 1200])
    expect(last).toEqual({ checked: 1200, total: 1200, good: 1080, bad: 120 })
    expect(reader.goodRows(1070, 500)).toHaveLength(10)
    expect(reader.badRows(0, 2).map(({ line }) => line)).toEqual([2, 12])
  })

  it('counts the good rows whose box gets no hostname', async () => {
    const reader = createListReader()
    await reader.open(
      bytes(`mac,userid,hostname\n${macAt(1)},4471920385\n${macAt(2)},4471920386,tv.own.example\nno box,1`),
    )
    const columns = guessColumns(['mac', 'userid', 'hostname'], 'existing-customer')
    const check = async (common: Readonly<Record<string, string>>) =>
      await reader.check({ ...rules, kind: 'existing-customer', columns, common }, connection, () => undefined)
    expect(await check({ hostname: '' })).toEqual({ checked: 3, total: 3, good: 2, bad: 1, dark: 1 })
    expect(await check({ hostname: 'tv.all.example' })).not.toHaveProperty('dark')
    expect(await check({ hostname: '' })).toMatchObject({ dark: 1 })
  })

  it('can be stopped in the middle of a check', async () => {
    const { reader } = await openList(3000)
    const last = await reader.check(rules, connection, ({ checked }) => {
      if (checked === 1000) reader.stop()
    })
    expect(last.checked).toBe(1000)
  })

  it('counts a row as bad until the row is really corrected', async () => {
    const { reader } = await openList(20)
    await reader.check(rules, connection, () => undefined)
    expect(reader.fix(2, ['rub bish!', 'tv.example.net'])).toMatchObject({
      isGood: false,
      progress: { good: 18, bad: 2 },
    })
    expect(reader.badRows(0, 1)).toMatchObject([{ line: 2, cells: ['rub bish!', 'tv.example.net'] }])
    expect(reader.fix(2, ['001A79FFFFF0', 'tv.example.net'])).toMatchObject({
      isGood: true,
      progress: { good: 19, bad: 1 },
    })
    expect(reader.badRows(0, 10).map(({ line }) => line)).toEqual([12])
    expect(reader.goodRows(18, 5).map(({ line }) => line)).toEqual([2])
  })

  it('accepts a row once a new user ID replaces the repeated one', async () => {
    const reader = createListReader()
    const header =
      'mac,userid,firstname,lastname,street,zipcode,city,state,country,mobile,email,productid,months,days,renewalinterval'
    await reader.open(bytes([header, row(macAt(1), '447'), row(macAt(2), '447')].join('\n')))
    const columns = guessColumns(header.split(','), 'new-customer')
    await reader.check({ ...rules, kind: 'new-customer', columns }, connection, () => undefined)
    expect(reader.badRows(0, 9)).toMatchObject([{ line: 3, faults: [{ path: 'logIn.userid', code: 'repeated:2' }] }])
    expect(reader.fix(3, row(macAt(2), '448').split(','))).toMatchObject({ isGood: true })
  })

  it('reports at a bad row that its box is also in another row, which stays good', async () => {
    const reader = createListReader()
    const box = macAt(1)
    const own = macAt(2)
    await reader.open(bytes(`mac,hostname\n${box},no name\n${box},tv.example.net\n${own},no name\n${own},no name`))
    await reader.check(rules, connection, () => undefined)
    const faultsOf = () => reader.badRows(0, 9).map(({ line, faults }) => [line, ...faults.map(({ code }) => code)])
    expect(reader.goodRows(0, 9).map(({ line }) => line)).toEqual([3])
    expect(faultsOf()).toEqual([
      [2, 'hostname', 'repeated:3'],
      [4, 'hostname'],
      [5, 'hostname', 'repeated:4'],
    ])
    expect(reader.faultGroups().map(({ path, rows: count }) => [path, count])).toEqual([
      ['hostname', 3],
      ['box.raw', 2],
    ])
    // First the row's own fault is fixed, and then its repeated box.
    expect(reader.fix(2, [box, 'tv.example.net'])).toMatchObject({ isGood: false })
    expect(faultsOf()[0]).toEqual([2, 'repeated:3'])
    expect(reader.fix(2, [macAt(3), 'tv.example.net'])).toMatchObject({ isGood: true })
    // The first of two bad rows gets another box, so that the second repeats none.
    reader.fix(4, [macAt(4), 'no name'])
    expect(faultsOf()).toEqual([
      [4, 'hostname'],
      [5, 'hostname'],
    ])
  })

  it('reports a repeated box even if the first of the two rows is bad because of its user ID', async () => {
    const reader = createListReader()
    const header =
      'mac,userid,firstname,lastname,street,zipcode,city,state,country,mobile,email,productid,months,days,renewalinterval'
    await reader.open(bytes([header, row(macAt(1), '447'), row(macAt(2), '447'), row(macAt(2), '448')].join('\n')))
    const columns = guessColumns(header.split(','), 'new-customer')
    await reader.check({ ...rules, kind: 'new-customer', columns }, connection, () => undefined)
    expect(reader.badRows(0, 9)).toMatchObject([
      {
        line: 3,
        faults: [
          { path: 'logIn.userid', code: 'repeated:2' },
          { path: 'box.raw', code: 'repeated:4' },
        ],
      },
    ])
  })

  it('keeps edited rows in another check and in a restored list', async () => {
    const { reader } = await openList(20)
    await reader.check(rules, connection, () => undefined)
    // The fixed row gets the box of the good line 3, so the fixed row is the one that repeats a box.
    reader.fix(2, [macAt(1), 'tv.example.net'])
    reader.fix(12, ['001A79FFFFF1', 'tv.example.net'])
    const stands = (one: typeof reader): void => {
      expect(one.badRows(0, 9)).toMatchObject([{ line: 2, faults: [{ path: 'box.raw', code: 'repeated:3' }] }])
      expect(one.goodRows(18, 9).map(({ line }) => line)).toEqual([12])
    }
    stands(reader)
    expect(await reader.check(rules, connection, () => undefined)).toMatchObject({ total: 20, good: 19, bad: 1 })
    stands(reader)

    const again = createListReader()
    const lines = Array.from({ length: 20 }, (_, index) => `${index % 10 === 0 ? 'rubbish!' : macAt(index)},a.example`)
    await again.open(bytes(`mac,hostname\n${lines.join('\n')}`), [
      { line: 2, cells: [macAt(1), 'tv.example.net'] },
      { line: 12, cells: ['001A79FFFFF1', 'tv.example.net'] },
    ])
    await again.check(rules, connection, () => undefined)
    stands(again)
    // Another file has no fixed rows.
    await again.open(bytes('mac\nrubbish!'))
    expect(await again.check(rules, connection, () => undefined)).toMatchObject({ good: 0, bad: 1 })
  })

  it('corrects no more rows than are stored with a list, and says so', async () => {
    const reader = createListReader()
    const lines = Array.from(
      { length: 20_010 },
      (_, index) => `${macAt(index)},bad host ${index % 2 === 0 ? '1' : '2'}`,
    )
    await reader.open(bytes(`mac,hostname\n${lines.join('\n')}`))
    await reader.check(rules, connection, () => undefined)
    const fixAll = () => {
      const [group] = reader.faultGroups()
      if (group === undefined) throw new Error('no group')
      return reader.fixGroup(group, { text: 'tv.example.net' })
    }
    expect(fixAll().progress).toMatchObject({ good: 10_005, bad: 10_005 })
    expect(fixAll().progress).toMatchObject({ good: 20_000, bad: 10, isFull: true })
    expect(fixAll()).toMatchObject({ fixed: [], progress: { good: 20_000, bad: 10 } })
    const [bad] = reader.badRows(0, 1)
    expect(reader.fix(bad?.line ?? 0, [])).toMatchObject({ isGood: false, progress: { bad: 10 } })
  })

  it('moves saved rows to the front and removes them from the bad rows', async () => {
    const { reader } = await openList(20)
    await reader.check(rules, connection, () => undefined)
    expect(reader.putSavedFirst([5, 12, 9])).toMatchObject({ saved: 2, progress: { good: 18, bad: 1 } })
    expect(reader.goodRows(0, 3).map(({ line }) => line)).toEqual([5, 9, 3])
    expect(reader.badRows(0, 9).map(({ line }) => line)).toEqual([2])
  })

  it('reports why a file is not a list, and drops the rows of the former list', async () => {
    const { reader } = await openList(20)
    expect(await reader.open(bytes('mac,city\n"a,b\n'))).toEqual({ ok: false, problem: 'quote-never-closed', line: 2 })
    expect(await reader.check(rules, connection, () => undefined)).toMatchObject({ total: 0, good: 0, bad: 0 })
  })
})
