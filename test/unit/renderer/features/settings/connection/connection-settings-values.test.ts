import { describe, expect, it } from 'vitest'
import {
  findChangedPlace,
  isOtherProxy,
  readValues,
  toValues,
} from '../../../../../../src/renderer/src/features/settings/connection/connection-settings-values.ts'
import { northConnection, trainingConnection } from '../../../../../fakes/world.ts'

const values = toValues(northConnection)
const problemsOf = (part: Partial<typeof values>) => {
  const reading = readValues({ ...values, ...part }, northConnection)
  return reading.ok ? [] : Object.entries(reading.problems).map(([path, code]) => `${path} ${code}`)
}

describe('the settings form of a connection', () => {
  it.each([northConnection, trainingConnection])(
    'changes nothing in $name if it is saved as it was opened',
    (connection) => {
      expect(readValues(toValues(connection), connection)).toEqual({ ok: true, connection })
    },
  )

  it('reads hostnames line by line, and corrects the address', () => {
    const reading = readValues(
      { ...values, hostnames: ' tv.a.example \n\n tv.b.example', baseUrl: 'sms.b.example/api' },
      northConnection,
    )
    expect(reading).toMatchObject({
      ok: true,
      connection: { hostnames: ['tv.a.example', 'tv.b.example'], baseUrl: 'https://sms.b.example' },
    })
  })

  it('reads countries line by line, and leaves resellers unchanged', () => {
    const resellers = [{ id: '501', name: 'Coast' }]
    const reading = readValues({ ...values, countries: 'FRANCE\n\n SPAIN ', resellers }, northConnection)
    expect(reading).toMatchObject({ ok: true, connection: { countries: ['FRANCE', 'SPAIN'], resellers } })
    expect(problemsOf({ resellers: [{ id: '', name: 'Coast' }] })).toEqual(['resellers.0.id required'])
    expect(problemsOf({ countries: 'x'.repeat(101) })).toEqual(['countries country'])
  })

  it('corrects a proxy, and reports an invalid one', () => {
    expect(readValues({ ...values, proxy: 'proxy.example:8080' }, northConnection)).toMatchObject({
      connection: { proxy: 'http://proxy.example:8080' },
    })
    expect(problemsOf({ proxy: 'http://a:b@proxy.example' })).toEqual(['proxy proxy-log-in'])
  })

  it('drops default values that were emptied', () => {
    const reading = readValues({ ...values, defaults: { ...values.defaults, email: ' ' } }, northConnection)
    expect(reading.ok && Object.keys(reading.connection.defaults)).toEqual(['state', 'country'])
  })

  it.each([
    {},
    { currency: 'EUR', sendMail: true, checkCountry: false },
    { productmappingid: 'P-1', order_id: 'O-1', StartSubscriptionFromFirstLogin: false },
  ])('leaves the options of creations unchanged: %j', (creationDefaults) => {
    const reading = readValues(toValues({ ...northConnection, creationDefaults }), northConnection)
    expect(reading).toMatchObject({ ok: true })
    expect(reading.ok && reading.connection.creationDefaults).toStrictEqual(creationDefaults)
  })

  it('drops a creation option whose text was emptied', () => {
    const creationDefaults = { ...values.creationDefaults, currency: ' ' }
    const reading = readValues({ ...values, creationDefaults }, northConnection)
    expect(reading.ok && reading.connection.creationDefaults).toStrictEqual({})
  })

  it('leaves out the field mapping, which it does not change', () => {
    const mapped = { ...northConnection, fieldNames: { userid: ['Kundennummer'] } }
    expect(Object.keys(toValues(mapped))).not.toContain('fieldNames')
  })

  it('leaves the id and kind of the connection unchanged', () => {
    expect(readValues(values, { id: 'north', kind: 'platform' })).toMatchObject({
      ok: true,
      connection: { id: 'north', kind: 'platform' },
    })
  })

  it.each([
    [{ baseUrl: 'ftp://a' }, ['baseUrl address']],
    [{ concurrency: '99' }, ['concurrency concurrency']],
    [{ timeoutSeconds: 'soon' }, ['timeoutSeconds timeout-seconds']],
    [{ longestProcessingSeconds: '' }, ['longestProcessingSeconds processing-seconds']],
    [{ jobsPerMinute: '-1' }, ['jobsPerMinute jobs-per-minute']],
    [{ unsentWarning: '1.5' }, ['unsentWarning unsent-count']],
    [{ unsentLimit: 'many' }, ['unsentLimit unsent-count']],
    [{ unsentHours: '9000' }, ['unsentHours unsent-hours']],
    [{ phoneCountry: 'fr' }, ['phoneCountry country-code']],
    [{ logInPattern: 'fixed' }, ['logInPattern pattern-fixed']],
    [{ name: ' ' }, ['name required']],
  ])('reports the invalid field in %j', (part, problems) => {
    expect(problemsOf(part)).toEqual(problems)
  })

  it('sets no limit if the field of the limit is empty', () => {
    const reading = readValues({ ...values, jobsPerMinute: '', unsentLimit: ' ' }, northConnection)
    expect(reading).toMatchObject({ ok: true, connection: { jobsPerMinute: 0, unsentLimit: 0 } })
  })

  it('reports the invalid field of a product', () => {
    const [product] = values.products
    expect(product).toBeDefined()
    expect(problemsOf({ products: product === undefined ? [] : [{ ...product, name: '' }] })).toContain(
      'products.0.name required',
    )
  })
})

describe('the token of a connection', () => {
  const authority = 'PEM'
  it.each([
    ['another server', northConnection, { baseUrl: 'https://sms.south.example' }, 'baseUrl'],
    ['no encryption', northConnection, { baseUrl: 'http://sms.north.example' }, 'baseUrl'],
    ['another certificate', northConnection, { authority }, 'authority'],
    [
      'a proxy that a certificate may vouch for',
      { ...northConnection, authority },
      { authority, proxy: 'p:1' },
      'proxy',
    ],
    ['a proxy that cannot read the token', northConnection, { proxy: 'p:1' }, undefined],
    ['the same address, written otherwise', northConnection, { baseUrl: 'sms.north.example/api/' }, undefined],
    ['an address that is not finished', northConnection, { baseUrl: 'https://' }, undefined],
  ])('must be typed again only if a change could expose it: %s', (_, saved, changed, place) => {
    expect(findChangedPlace(saved, { ...values, ...changed })).toBe(place)
  })

  it("is kept for the training platform at any address, but a proxy's credentials are kept only for their proxy", () => {
    const moved = { ...toValues(trainingConnection), baseUrl: 'http://127.0.0.1:9' }
    expect(findChangedPlace(trainingConnection, moved)).toBeUndefined()
    const saved = { ...northConnection, proxy: 'http://p:1' }
    expect(['p:1', 'p:2', ''].map((proxy) => isOtherProxy(saved, { proxy }))).toEqual([false, true, false])
  })
})
