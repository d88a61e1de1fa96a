import { describe, expect, test } from 'vitest'
import { guessColumns } from '../../../../../../src/renderer/src/features/bulk/list/bulk-fields.ts'
import { groupFaults } from '../../../../../../src/renderer/src/features/bulk/list/fault-groups.ts'
import { createListReader } from '../../../../../../src/renderer/src/features/bulk/list/list-reader.ts'
import { connectionDefaults, type Connection } from '../../../../../../src/shared/domain/connection/connection.ts'

const product = { productid: '101', name: 'Basic TV', months: 12, days: 0, renewalinterval: 1 }
const connection: Connection = {
  ...connectionDefaults,
  id: 'one',
  kind: 'platform',
  name: 'One',
  baseUrl: 'https://example.org',
  crmService: 'crm',
  cmsService: 'cms',
  phoneCountry: 'NL',
  products: [product],
}
const header = 'mac,first name,last name,street,zip,city,country,mobile,product,state,email'
const columns = guessColumns(header.split(','), 'new-customer')
const macAt = (index: number): string => `001A79${index.toString(16).padStart(6, '0')}`

/** A list of new customers, checked. One row for each changed part: its mobile number, its product, or its box. */
async function check(
  rows: readonly { mobile?: string; product?: string; mac?: string }[],
  of: Connection = connection,
) {
  const reader = createListReader()
  const lines = rows.map(
    ({ mobile = '+31612345678', product: asked = 'Basic TV', mac }, index) =>
      `${mac ?? macAt(index)},Rosa,Marin,Kade 1,1017GA,Amsterdam,NL,${mobile},${asked},NH,r@example.org`,
  )
  await reader.open(new TextEncoder().encode([header, ...lines].join('\n')))
  const rules = { kind: 'new-customer' as const, columns, common: {}, completesMobiles: false }
  await reader.check(rules, of, () => undefined)
  return reader
}

describe('equal faults', () => {
  test('form one group with its number of rows, its first lines and its number of local phone numbers', async () => {
    const reader = await check([{ mobile: '0612345671' }, {}, { mobile: '0612345672' }, { mobile: '12345' }])
    expect(reader.faultGroups()).toEqual([
      { path: 'customer.mobile', code: 'mobile-format', rows: 3, lines: [2, 4, 5], local: 2 },
    ])
  })

  test('caused by the same value form a group of their own, and the largest group comes first', async () => {
    const reader = await check([
      { product: 'Basik' },
      { mobile: '0612345671' },
      { product: 'Basik' },
      { mobile: '0612345672' },
      { product: 'Basik' },
    ])
    expect(reader.faultGroups().map(({ path, rows, value }) => [path, rows, value])).toEqual([
      ['plan.productid', 3, 'Basik'],
      ['customer.mobile', 2, undefined],
    ])
  })

  test("caused by an unknown product are not repeated as faults of the plan's length", async () => {
    const products = [101, 102].map((id) => ({ ...product, productid: String(id), name: `TV ${String(id)}` }))
    const reader = await check([{ product: 'Basik' }, { product: 'Basik' }], { ...connection, products })
    expect(reader.faultGroups().map(({ path, code }) => [path, code])).toEqual([['plan.productid', 'product-unknown']])
  })

  test('form no group if only one row has the fault', async () => {
    expect((await check([{ mobile: '0612345671' }, { product: 'Basik' }])).faultGroups()).toEqual([])
  })

  test('in a field without a column have no value that could be replaced', () => {
    const fault = { path: 'customer.city', code: 'required' } as const
    const bad = [2, 3].map((line) => ({ line, cells: ['x'], faults: [fault] }))
    expect(groupFaults(bad, ['box.raw'], '')).toEqual([{ ...fault, rows: 2, lines: [2, 3] }])
  })
})

describe('the fix of a group of faults', () => {
  test('adds the country code to local numbers, and leaves other texts as they are', async () => {
    const reader = await check([{ mobile: '0612345671' }, { mobile: '0612345672' }, { mobile: '12345' }])
    const [group] = reader.faultGroups()
    if (group === undefined) throw new Error('a group')
    const { fixed, progress } = reader.fixGroup(group, 'country-code')
    expect(fixed.map(({ line, cells }) => [line, cells[7]])).toEqual([
      [2, '+31612345671'],
      [3, '+31612345672'],
    ])
    expect(progress).toMatchObject({ good: 2, bad: 1 })
    expect(reader.badRows(0, 9).map(({ line }) => line)).toEqual([4])
  })

  test('replaces a value in all its rows, which stay good in the next check', async () => {
    const reader = await check([{ product: 'Basik' }, { product: 'Basik' }, { product: 'Gold' }, { product: 'Gold' }])
    const group = reader.faultGroups().find(({ value }) => value === 'Basik')
    if (group === undefined) throw new Error('a group')
    expect(reader.fixGroup(group, { text: '101' }).progress).toMatchObject({ good: 2, bad: 2 })
    const rules = { kind: 'new-customer' as const, columns, common: {}, completesMobiles: false }
    expect(await reader.check(rules, connection, () => undefined)).toMatchObject({ good: 2, bad: 2 })
  })

  test('with another wrong value leaves the rows bad, in their order', async () => {
    const reader = await check([{ product: 'Basik' }, { mac: 'rubbish!' }, { product: 'Basik' }])
    const [group] = reader.faultGroups()
    if (group === undefined) throw new Error('a group')
    expect(reader.fixGroup(group, { text: 'Basic' }).progress).toMatchObject({ good: 0, bad: 3 })
    expect(reader.badRows(0, 9).map(({ line, cells }) => [line, cells[8]])).toEqual([
      [2, 'Basic'],
      [3, 'Basic TV'],
      [4, 'Basic'],
    ])
  })
})
