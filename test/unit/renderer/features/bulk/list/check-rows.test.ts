import { describe, expect, it } from 'vitest'
import { guessColumns, type BulkKind } from '../../../../../../src/renderer/src/features/bulk/list/bulk-fields.ts'
import { createRowCheck, type RowRules } from '../../../../../../src/renderer/src/features/bulk/list/read-row.ts'
import { connectionDefaults, type Connection } from '../../../../../../src/shared/domain/connection/connection.ts'

const connection: Connection = {
  ...connectionDefaults,
  id: 'one',
  kind: 'platform',
  name: 'One',
  baseUrl: 'https://example.org',
  crmService: 'crm',
  cmsService: 'cms',
  phoneCountry: 'FR',
  defaults: { state: 'none', email: 'none@example.org', country: 'France' },
  products: [{ productid: '7', name: 'Basic TV', months: 12, days: 0, renewalinterval: 1 }],
  hostnames: ['tv.example.net'],
}
const header = ['mac', 'firstname', 'lastname', 'street', 'zip', 'city', 'mobile', 'product', 'login']
const person = ['Amélie', 'Okonkwo', '14 Rue des Lilas', '75020', 'Paris', '+33612345678']

function check(
  kind: BulkKind,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  more: Partial<RowRules> = {},
  settings: Partial<Connection> = {},
) {
  const rules = { kind, columns: guessColumns(columns, kind), common: {}, completesMobiles: false, ...more }
  const { check: one } = createRowCheck(rules, { ...connection, ...settings })
  return rows.map((cells, index) => one({ line: index + 2, cells }))
}

describe('a row of a list', () => {
  it('gives the same job as the form, with the connection’s defaults and the product found by name', () => {
    const [row] = check('new-customer', header, [['001a79000001', ...person, 'basic tv', '']])
    expect(row).toMatchObject({
      good: {
        line: 2,
        intent: {
          kind: 'new-customer',
          box: { identifier: { kind: 'mac', value: '001A79000001' } },
          customer: { firstname: 'Amélie', state: 'none', phone: '+33612345678' },
          plan: { productid: '7', months: 12, days: 0, renewalinterval: 1 },
        },
      },
    })
  })

  it('reports every fault with its field', () => {
    const [row] = check('new-customer', header, [['00:1A:79', '', ...person.slice(1, 5), '0612345678', '7', 'x y']])
    expect(row).toEqual({
      bad: {
        line: 2,
        cells: ['00:1A:79', '', ...person.slice(1, 5), '0612345678', '7', 'x y'],
        faults: expect.arrayContaining([
          { path: 'box.raw', code: 'mac-length' },
          { path: 'customer.firstname', code: 'required' },
          { path: 'customer.mobile', code: expect.any(String) },
          { path: 'logIn.userid', code: 'userid-characters' },
        ]),
      },
    })
  })

  it('is bad if its box is almost a MAC address, unless that text is marked or known as a serial number', () => {
    const rows = [['001A7920ZZ11'], ['SN 001A7920ZZ11'], ['001A7920Z01'], ['001A79000001']]
    const [near, said, short, good] = check('hostname', ['mac'], rows, { common: { hostname: 'tv.example.net' } })
    expect(near).toMatchObject({ bad: { faults: [{ path: 'box.raw', code: 'nearly-mac:Z' }] } })
    expect(said).toMatchObject({ good: { intent: { box: { identifier: { kind: 'serial', value: '001A7920ZZ11' } } } } })
    expect([short, good].map((row) => row !== undefined && 'good' in row)).toEqual([true, true])
    const patterns = [{ model: 'MAG520', pattern: '###@####@@##' }]
    const [known] = check('hostname', ['mac'], rows, { common: { hostname: 'tv.example.net' }, patterns })
    expect(known).toHaveProperty('good')
  })

  it('is bad with one fault if its box is a word, or was changed by a spreadsheet', () => {
    const rows = [['none'], ['1.2E+11'], ['12/05/2019'], ['="001A79000001"']]
    const [word, rounded, date, kept] = check('hostname', ['mac'], rows, { common: { hostname: 'tv.example.net' } })
    expect(word).toMatchObject({ bad: { faults: [{ path: 'box.raw', code: 'no-number' }] } })
    for (const row of [rounded, date])
      expect(row).toMatchObject({ bad: { faults: [{ path: 'box.raw', code: 'spreadsheet' }] } })
    expect(kept).toMatchObject({ good: { intent: { box: { identifier: { kind: 'mac', value: '001A79000001' } } } } })
  })

  it.each(['4.47192E+09', '3,31457E+10', '#N/A', '#####'])(
    'is bad with one fault a field if a spreadsheet has changed its user ID or phone number to %s',
    (number) => {
      const columns = [...header, 'phone']
      const [row] = check('new-customer', columns, [['001A79000001', ...person, '7', number, number]])
      const faults = ['logIn.userid', 'customer.phone'].map((path) => ({ path, code: 'spreadsheet' }))
      expect(row).toMatchObject({ bad: { faults } })
      const [bound] = check('existing-customer', ['mac', 'userid'], [['001A79000001', number]])
      expect(bound).toMatchObject({ bad: { faults: faults.slice(0, 1) } })
    },
  )

  it.each(['#N/A', '#REF!', '#DIV/0!', '#NOM?', '#¡VALOR!', '#N/D', '#########', '7.5E+04', 'Am\uFFFDlie'])(
    'is bad with one fault a field that has %s instead of its value',
    (text) => {
      const code = text.startsWith('Am') ? 'lost-letter' : 'spreadsheet'
      const paths = ['firstname', 'lastname', 'street', 'zipcode', 'city'].map((name) => `customer.${name}`)
      const cells = ['001A79000001', text, text, text, text, text, '+33612345678', text, '', text]
      const columns = [...header, 'password']
      const faults = [...paths, 'plan.productid', 'logIn.password'].map((path) => ({ path, code }))
      expect(check('new-customer', columns, [cells])[0]).toMatchObject({ bad: { faults } })
      const bound = check('existing-customer', ['mac', 'userid', 'password'], [['001A79000001', '4471920385', text]])
      expect(bound[0]).toMatchObject({ bad: { faults: [{ path: 'logIn.password', code }] } })
    },
  )

  it('may have a dash instead of a name, and a password with signs', () => {
    const cells = ['001A79000001', '-', 'n/a', ...person.slice(2), '7', '', '#TVBOX!']
    expect(check('new-customer', [...header, 'password'], [cells])[0]).toHaveProperty('good')
  })

  it('is bad with values that have no column, because they may be in wrong fields', () => {
    const cells = ['001A79000001', ...person, '7', '']
    const shifted = check('new-customer', header, [[...cells, '', 'Paris']])
    expect(shifted[0]).toMatchObject({ bad: { faults: [{ path: 'box.raw', code: 'too-many-cells' }] } })
    expect(check('new-customer', header, [[...cells, '', '']])[0]).toHaveProperty('good')
  })

  it('finds a product by its ID before its name, and not by a name that several products have', () => {
    const length = { months: 1, days: 0, renewalinterval: 1 }
    const products = [
      { productid: '3', name: '12', ...length },
      { productid: '12', name: 'Sport', ...length },
      { productid: '9', name: 'sport', ...length },
      { productid: '5', name: 'Kids', ...length },
    ]
    const rows = ['12', 'Sport', 'kids'].map((name, index) => [`001A7900000${index}`, ...person, name, ''])
    expect(check('new-customer', header, rows, {}, { products })).toMatchObject([
      { good: { intent: { plan: { productid: '12' } } } },
      { bad: { faults: [{ path: 'plan.productid', code: 'product-unknown' }] } },
      { good: { intent: { plan: { productid: '5' } } } },
    ])
  })

  it('is bad if its box is an article number, unless that text is marked or known as a serial number', () => {
    const rows = [['4006381333931'], ['SN 4006381333931'], ['4006381333932']]
    const common = { hostname: 'tv.example.net' }
    const [article, said, other] = check('hostname', ['mac'], rows, { common })
    expect(article).toMatchObject({ bad: { faults: [{ path: 'box.raw', code: 'article-number' }] } })
    expect(said).toMatchObject({
      good: { intent: { box: { identifier: { kind: 'serial', value: '4006381333931' } } } },
    })
    expect(other).toHaveProperty('good')
    const [known] = check('hostname', ['mac'], rows, { common, patterns: [{ model: 'X', pattern: '#############' }] })
    expect(known).toHaveProperty('good')
  })

  it('gets the default hostname of the connection, unless the row or the list sets another one or none', () => {
    const rows = [['001A79000001', '4471920385']]
    const columns = ['mac', 'userid', 'hostname']
    const hostnameOf = (kind: BulkKind, cells: readonly string[], common: RowRules['common'] = {}) => {
      const [row] = check(kind, columns, [cells], { common })
      return row !== undefined && 'good' in row && 'hostname' in row.good.intent ? row.good.intent.hostname : undefined
    }
    const cells = rows[0] ?? []
    expect(hostnameOf('existing-customer', cells)).toBe('tv.example.net')
    expect(hostnameOf('existing-customer', [...cells, 'own.example.net'])).toBe('own.example.net')
    expect(hostnameOf('existing-customer', cells, { hostname: 'all.example.net' })).toBe('all.example.net')
    expect(hostnameOf('existing-customer', cells, { hostname: '' })).toBeUndefined()
    expect(check('hostname', columns, [cells], { common: { hostname: '' } })[0]).toMatchObject({
      bad: { faults: [{ path: 'hostname' }] },
    })
  })

  it('gets the country code for a local mobile number only if the technician allows it', () => {
    const rows = [['001A79000001', ...person.slice(0, 5), '06 12 34 56 78', '7', '']]
    expect(check('new-customer', header, rows)[0]).toHaveProperty('bad')
    expect(check('new-customer', header, rows, { completesMobiles: true })[0]).toMatchObject({
      good: { intent: { customer: { mobile: '+33612345678' } } },
    })
  })

  it('is bad if it repeats the box or user ID of an earlier row, in any notation', () => {
    const rows = [
      ['001A79000001', ...person, '7', 'abc123'],
      ['00:1a:79:00:00:01', ...person, '7', ''],
      ['001A79000002', ...person, '7', '0ABC123'],
    ]
    const [, second, third] = check('new-customer', header, rows)
    expect(second).toMatchObject({ bad: { faults: [{ path: 'box.raw', code: 'repeated:2' }] } })
    expect(third).toMatchObject({ bad: { faults: [{ path: 'logIn.userid', code: 'repeated:2' }] } })
  })

  it('uses the common hostname of the list for its empty cells', () => {
    const common = { hostname: 'all.example.net' }
    const rows = [['001A79000001', ''], ['001A79000002', 'own.example.net'], ['001A79000003']]
    expect(
      check('hostname', ['mac', 'hostname'], rows, { common }).map((row) => 'good' in row && row.good.intent),
    ).toMatchObject([{ hostname: 'all.example.net' }, { hostname: 'own.example.net' }, { hostname: 'all.example.net' }])
  })

  it('gets no common value in an empty cell of a column, because that value is not on screen', () => {
    const common = { 'logIn.userid': '4471920385', 'box.model': 'MAG520' }
    const rows = [
      ['001A79000001', '5500000001', ''],
      ['001A79000002', '', ''],
    ]
    expect(check('existing-customer', ['mac', 'userid', 'model'], rows, { common })).toMatchObject([
      { good: { intent: { userid: '5500000001', box: { model: '' } } } },
      { bad: { faults: [{ path: 'logIn.userid', code: 'required' }] } },
    ])
  })

  it('of a new customer is bad with a user ID or password if the platform makes them', () => {
    const columns = [...header, 'password']
    const rows = [
      ['001A79000001', ...person, '7', 'wanted-user-1', 'secret99'],
      ['001A79000002', ...person, '7', '', ''],
    ]
    const [typed, plain] = check('new-customer', columns, rows, {}, { logIns: 'platform' })
    const faults = ['logIn.userid', 'logIn.password'].map((path) => ({ path, code: 'made-by-platform' }))
    expect(typed).toMatchObject({ bad: { faults } })
    expect(plain).toMatchObject({ good: { intent: { logIn: {} } } })
    const known = [['001A79000003', 'rosa-user-1']]
    expect(check('existing-customer', ['mac', 'userid'], known, {}, { logIns: 'platform' })[0]).toHaveProperty('good')
  })

  it('for an existing customer needs a user ID, which may be common to all rows', () => {
    const [row] = check('existing-customer', ['mac'], [['001A79000001']], { common: { 'logIn.userid': '4471' } })
    expect(row).toMatchObject({ good: { intent: { kind: 'existing-customer', userid: '4471' } } })
    expect(check('existing-customer', ['mac'], [['001A79000001']])[0]).toMatchObject({
      bad: { faults: [{ path: 'logIn.userid', code: 'required' }] },
    })
  })
})
