import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { boxKey, customerKey, keysOf } from '../../../../../src/main/jobs/ledger/job-keys.ts'
import { createSealing } from '../../../../../src/main/vault/sealing.ts'
import { existingCustomer, hostnameOnly, makeConnection, newCustomer } from '../../jobs/make-job.ts'

const sealing = createSealing(randomBytes(32))
const [north, south] = [makeConnection(), makeConnection({ id: 'south' })]
const hex = (key: Uint8Array | undefined): string | undefined => key && Buffer.from(key).toString('hex')

test('the key of a customer does not depend on the case of the user ID, and differs between connections', () => {
  expect(hex(customerKey(sealing, north, 'Rosa.Marin'))).toBe(hex(customerKey(sealing, north, 'rosa.marin')))
  expect(hex(customerKey(sealing, north, 'rosa'))).not.toBe(hex(customerKey(sealing, south, 'rosa')))
})

test('the key of a box differs from the key of a customer with the same text', () => {
  const key = (value: string) => hex(boxKey(sealing, north, { kind: 'serial', value }))
  expect(key('Sn-0042')).toBe(key('SN-0042'))
  expect(key('Sn-0042')).not.toBe(key('Sn-0043'))
  expect(key('Sn-0042')).not.toBe(hex(customerKey(sealing, north, 'Sn-0042')))
})

test('a new and an existing customer with the same user ID have the same key, and a hostname job has no customer key', () => {
  const fresh = keysOf(sealing, north, newCustomer({ logIn: { userid: 'rosa.marin' } }))
  expect(hex(fresh.customerKey)).toBe(hex(keysOf(sealing, north, existingCustomer()).customerKey))
  expect(keysOf(sealing, north, hostnameOnly()).customerKey).toBeUndefined()
  expect(hex(keysOf(sealing, north, hostnameOnly()).boxKey)).toBe(hex(fresh.boxKey))
})
