import { expect, test } from 'vitest'
import { fakeCatalogue } from '../../../../fakes/console.ts'
import { findOperations } from '../../../../../src/renderer/src/features/console/console-screen.tsx'
const found = (wanted: string): readonly string[] =>
  findOperations(fakeCatalogue, wanted).flatMap(({ operations }) => operations.map(({ id }) => id))

test.each([
  ['', ['renewCustomer', 'getCustomer']],
  ['  RENEW ', ['renewCustomer']],
  ['get password', ['getCustomer']],
  ['fromExpireDate', ['renewCustomer']],
  ['post getcustomer', []],
])('the search “%s” finds operations that contain every word in name, method, path or parameters', (wanted, ids) => {
  expect(found(wanted)).toEqual(ids)
})

test('a search for operations leaves out sections without results', () => {
  expect(findOperations(fakeCatalogue, 'renew').map(({ section }) => section)).toEqual(['RenewCustomer'])
})
