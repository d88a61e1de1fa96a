import { expect, test } from 'vitest'
import { existingCustomer, newCustomer } from '../../jobs/make-job.ts'
import { keepUnasked } from '../../../../../src/main/handlers/activation/activation.ts'

const replaces = { id: '00:1A:79:00:00:01' }
const options = { order_id: 'PO-1' }

test('keeps the replaced box and the creation options in a correction', () => {
  expect(keepUnasked(existingCustomer(), existingCustomer({ replaces }))).toEqual(existingCustomer({ replaces }))
  expect(keepUnasked(newCustomer(), newCustomer({ options }))).toEqual(newCustomer({ options }))
})

test('keeps the name of the same customer in a correction, but not for another customer', () => {
  const named = existingCustomer({ customerName: 'Rosa Marín' })
  expect(keepUnasked(existingCustomer(), named)).toEqual(named)
  expect(keepUnasked(existingCustomer({ userid: 'other' }), named)).toEqual(existingCustomer({ userid: 'other' }))
  expect(keepUnasked({ kind: 'disable', userid: 'rosa' }, { ...named, kind: 'disable', userid: 'rosa' })).toEqual({
    kind: 'disable',
    userid: 'rosa',
    customerName: 'Rosa Marín',
  })
})

test('prefers the values of the correction', () => {
  const other = { order_id: 'PO-2' }
  expect(keepUnasked(newCustomer({ options: other }), newCustomer({ options }))).toEqual(
    newCustomer({ options: other }),
  )
})

test('adds nothing if the former intent had nothing', () => {
  expect(keepUnasked(newCustomer(), newCustomer())).toEqual(newCustomer())
})
