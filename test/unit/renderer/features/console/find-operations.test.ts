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
])('“%s” finds operations by name, method, path or parameter, every word of it', (wanted, ids) => {
  expect(found(wanted)).toEqual(ids)
})

test('a section without an operation that was found is left out', () => {
  expect(findOperations(fakeCatalogue, 'renew').map(({ section }) => section)).toEqual(['RenewCustomer'])
})
