import { expect, test } from 'vitest'
import { existingCustomer, newCustomer } from '../../jobs/make-job.ts'
import { keepUnasked } from '../../../../../src/main/handlers/activation/activation.ts'

const replaces = { id: '00:1A:79:00:00:01' }
const options = { order_id: 'PO-1' }

test('a correction keeps which box another takes the place of, and how the customer is created', () => {
  expect(keepUnasked(existingCustomer(), existingCustomer({ replaces }))).toEqual(existingCustomer({ replaces }))
  expect(keepUnasked(newCustomer(), newCustomer({ options }))).toEqual(newCustomer({ options }))
})

test('a correction keeps the name of the same customer, and not for another', () => {
  const named = existingCustomer({ customerName: 'Rosa Marín' })
  expect(keepUnasked(existingCustomer(), named)).toEqual(named)
  expect(keepUnasked(existingCustomer({ userid: 'other' }), named)).toEqual(existingCustomer({ userid: 'other' }))
  expect(keepUnasked({ kind: 'disable', userid: 'rosa' }, { ...named, kind: 'disable', userid: 'rosa' })).toEqual({
    kind: 'disable',
    userid: 'rosa',
    customerName: 'Rosa Marín',
  })
})

test('what the correction says itself comes first', () => {
  const other = { order_id: 'PO-2' }
  expect(keepUnasked(newCustomer({ options: other }), newCustomer({ options }))).toEqual(
    newCustomer({ options: other }),
  )
})

test('where there was nothing, nothing is added', () => {
  expect(keepUnasked(newCustomer(), newCustomer())).toEqual(newCustomer())
})
