import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { claimOf, searchKeys } from '../../../../src/main/fleet/claim-keys.ts'
import type { Intent } from '../../../../src/shared/domain/activation.ts'
import { identifierKey } from '../../../../src/shared/domain/device-identifier.ts'
import { newCustomer } from '../../../fakes/intents.ts'

const claimKey = randomBytes(32).toString('base64')
const north = { crmService: 'North' }
const box = { identifier: { kind: 'mac', value: '001A79000001' }, raw: '', model: '' } as const
const activation = newCustomer('101', { box, logIn: { userid: 'Rosa.Marin', password: 'long enough' } })
const keysOf = (intent: Intent, tenant = north, customermappingid?: string) =>
  claimOf({ intent, ...(customermappingid !== undefined && { customermappingid }) }, tenant, claimKey).keys

describe('the claim of a job', () => {
  test('for a new customer covers the box, the user ID and the mapping id that Setdesk made', () => {
    expect(new Set(keysOf(activation, north, 'AB12CD-01J')).size).toBe(3)
    expect(claimOf({ intent: activation }, north, claimKey).isFreedAtEnd).toBe(false)
  })

  test('for a box of an existing customer has the same box key as the claim for a new customer', () => {
    const binding: Intent = { kind: 'existing-customer', box, userid: 'rosa.marin' }
    expect(keysOf(binding)).toEqual([keysOf(activation)[0]])
  })

  test('for other work on a customer covers only the customer, and ends with the work', () => {
    const renewal: Intent = { kind: 'renewal', userid: 'rosa.marin', months: 1, days: 0, from: 'end-date' }
    const { keys, isFreedAtEnd } = claimOf({ intent: renewal }, north, claimKey)
    expect(keys).toHaveLength(1)
    expect(isFreedAtEnd).toBe(true)
    expect(keysOf(activation)).not.toContain(keys[0])
    expect(keysOf({ kind: 'disable', userid: 'rosa.marin' })).toEqual(keys)
  })

  test('for a hostname covers the box, but only against other hostname jobs', () => {
    const hostname: Intent = { kind: 'hostname', box, hostname: 'tv.north.example' }
    expect(keysOf(hostname)).toHaveLength(1)
    expect(keysOf(activation)).not.toContain(keysOf(hostname)[0])
  })

  test('from the console has the same key as the claim of the equivalent ordinary job', () => {
    const values = { userid: 'rosa.marin', macAddress: '00:1A:79:00:00:01', model: '' }
    const console: Intent = { kind: 'console', operation: 'AddMacAddressForUser', values }
    expect(keysOf(console)).toEqual([keysOf(activation)[0]])
  })

  test('for a renewal without a user ID covers nothing', () => {
    const values = {
      customermappingid: '4711',
      userid: '',
      months: '1',
      days: '0',
      fromExpireDate: 'false',
      password: '',
    }
    expect(keysOf({ kind: 'console', operation: 'renewCustomer', values })).toEqual([])
  })

  test('does not cover a typed mapping id, because several customers may have it', () => {
    const values = { userid: 'rosa.marin', customermappingid: '4711', firstname: 'Rosa', lastname: 'Marin' }
    const console: Intent = { kind: 'console', operation: 'addCustomer', values }
    expect(keysOf(console, north, '4711')).toHaveLength(1)
  })
})

test('the claim key of a user ID differs between tenants, but the claim key of a box is the same for all tenants', () => {
  const typed = newCustomer('101', { box, logIn: { userid: 'rosa.MARIN', password: 'long enough' } })
  expect(keysOf(typed, { crmService: ' north ' })).toEqual(keysOf(activation))
  const [sameBox, otherUser] = keysOf(activation, { crmService: 'Coast' })
  expect(sameBox).toBe(keysOf(activation)[0])
  expect(keysOf(activation)).not.toContain(otherUser)
})

test('a search by claim keys finds a box in every kind of job, and a customer by user ID or mapping id', () => {
  const found = searchKeys({ box: identifierKey(box.identifier), userid: 'rosa.marin' }, north, claimKey)
  const hostname: Intent = { kind: 'hostname', box, hostname: 'tv.north.example' }
  for (const intent of [activation, hostname, { kind: 'enable', userid: 'rosa.marin' } as const])
    for (const key of keysOf(intent)) expect(found).toContain(key)
  const customermappingid = 'M-4711-A'
  expect(keysOf(activation, north, customermappingid)).toContain(
    searchKeys({ mappingid: customermappingid.toLowerCase() }, north, claimKey)[0],
  )
  expect(keysOf(activation, north, customermappingid)).not.toContain(
    searchKeys({ mappingid: customermappingid }, { crmService: 'Coast' }, claimKey)[0],
  )
  expect(searchKeys({}, north, claimKey)).toEqual([])
})
