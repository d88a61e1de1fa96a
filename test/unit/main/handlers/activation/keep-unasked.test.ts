import { expect, test } from 'vitest'
import { existingCustomer, newCustomer } from '../../jobs/make-job.ts'
import { keepUnasked } from '../../../../../src/main/handlers/activation/activation-handlers.ts'

const replaces = { id: '00:1A:79:00:00:01' }
const options = { order_id: 'PO-1' }

test('a correction keeps the creation options of the job, and the id of the box that the job replaces', () => {
  expect(keepUnasked(existingCustomer(), existingCustomer({ replaces }))).toEqual(existingCustomer({ replaces }))
  expect(keepUnasked(newCustomer(), newCustomer({ options }))).toEqual(newCustomer({ options }))
})

test("a correction keeps the customer's name only if the customer is the same", () => {
  const named = existingCustomer({ customerName: 'Rosa Marín' })
  expect(keepUnasked(existingCustomer(), named)).toEqual(named)
  expect(keepUnasked(existingCustomer({ userid: 'other' }), named)).toEqual(existingCustomer({ userid: 'other' }))
  expect(keepUnasked({ kind: 'disable', userid: 'rosa' }, { ...named, kind: 'disable', userid: 'rosa' })).toEqual({
    kind: 'disable',
    userid: 'rosa',
    customerName: 'Rosa Marín',
  })
})

test("a correction's own creation options replace the former ones", () => {
  const other = { order_id: 'PO-2' }
  expect(keepUnasked(newCustomer({ options: other }), newCustomer({ options }))).toEqual(
    newCustomer({ options: other }),
  )
})

test('a correction stays unchanged if the former job had no options', () => {
  expect(keepUnasked(newCustomer(), newCustomer())).toEqual(newCustomer())
})
