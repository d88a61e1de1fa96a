import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { customerKey, unnamedKey } from '../../../../../src/main/jobs/ledger/job-keys.ts'
import { createSealing } from '../../../../../src/main/vault/sealing.ts'

const sealing = createSealing(createHash('sha256').update('key').digest())
const [north, south] = [{ id: 'north' }, { id: 'south' }]

test('the key of a customer does not depend on the case of the user ID, and differs between connections', () => {
  const key = customerKey(sealing, north, 'Rosa.Marin')
  expect(customerKey(sealing, north, 'rosa.marin')).toEqual(key)
  expect(customerKey(sealing, south, 'rosa.marin')).not.toEqual(key)
  expect(customerKey(sealing, north, 'rosa')).not.toEqual(key)
})

test('the key of a customer does not depend on leading zeros, which a platform may leave out', () => {
  expect(customerKey(sealing, north, '0004071')).toEqual(customerKey(sealing, north, '4071'))
  expect(customerKey(sealing, north, '0')).not.toEqual(customerKey(sealing, north, ''))
})

test('the key of a customer is still the one that earlier releases saved', () => {
  expect(customerKey(sealing, north, 'Rosa.Marin')).toEqual(
    sealing.keyedHash('customer north rosa.marin').subarray(0, 16),
  )
  expect(unnamedKey(sealing, north)).toEqual(sealing.keyedHash('customer without a log-in north').subarray(0, 16))
})
