import { expect, test } from 'vitest'
import {
  readCreationValues,
  toCreationValues,
} from '../../../../../../src/renderer/src/features/settings/connection/creation-values.ts'

test.each([
  {},
  { currency: 'EUR', sendMail: true, checkCountry: false },
  { productmappingid: 'P-1', order_id: 'O-1', StartSubscriptionFromFirstLogin: false },
])('the creation settings pass through the form unchanged: %j', (settled) => {
  expect(readCreationValues(toCreationValues(settled))).toEqual(settled)
})

test('an empty text and a flag that is left out set nothing', () => {
  const values = toCreationValues({})
  expect(readCreationValues({ ...values, texts: { ...values.texts, currency: ' ' } })).toEqual({})
})
