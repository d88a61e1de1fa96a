import { expect, test } from 'vitest'
import { operation, type OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { isAboutCredentials } from '../../../src/platform/credential-words.ts'
import type { Wording } from '../../../src/platform/said.ts'
import { isRouteMessage, readWording } from '../../../src/platform/wording.ts'

type Says = Wording['says']

test.each<readonly [string, Says]>([
  ['OK', 'approves'],
  ['  ok. ', 'approves'],
  ['Done!', 'approves'],
  ['Successfully created', 'approves'],
  ['Customer has been added.', 'approves'],
  ['The new customer has been created', 'approves'],
  ['Customer not added', 'refuses'],
  ['A customer of this name was added on Monday', 'says-nothing'],
  ['unsuccessful', 'refuses'],
  ['Success, but no mail was sent', 'says-nothing'],
  ["Couldn't add", 'refuses'],
  ['User exists', 'refuses'],
  ['Device limit reached', 'refuses'],
  ['Customer does not exist', 'says-absent'],
  ['No such user', 'says-absent'],
  ['No records', 'says-nothing'],
  ['The service was not found', 'refuses'],
  ['Token not found', 'refuses'],
  ['Request timed out', 'busy'],
  ['Transaction was deadlocked on lock resources', 'busy'],
  ['Import in progress', 'busy'],
  ['Hello', 'says-nothing'],
  ['', 'says-nothing'],
])('"%s" %s', (text, wording) => {
  expect(readWording(text, operation('addCustomer')).says).toBe(wording)
})

test.each<readonly [OperationId, string, Says]>([
  ['AddMacAddressForUser', 'MAC address registered', 'approves'],
  ['renewCustomer', 'Subscription extended', 'approves'],
  ['changeCustomerProduct', 'Product changed', 'approves'],
  ['Disable', 'User disabled', 'approves'],
  ['Enable', 'User enabled', 'approves'],
  ['Enable', 'User disabled', 'says-nothing'],
  ['renewCustomer', 'Customer has been disabled', 'says-nothing'],
  ['getCustomer', 'Customer added', 'says-nothing'],
])('to %s "%s" %s', (id, text, wording) => {
  expect(readWording(text, operation(id)).says).toBe(wording)
})

test.each([
  ["No HTTP resource was found that matches the request URI 'http://x'.", true],
  ["No type was found that matches the controller named 'GetCustomer'.", true],
  ['Cannot GET /api/GetCustomer', true],
  ['The requested URL was not found on this server.', true],
  ['The resource cannot be found.', true],
  ['Customer not found', false],
  ['Not found', false],
])('"%s" is about a path: %s', (text, about) => {
  expect(isRouteMessage(text)).toBe(about)
})

test.each([
  ['Authorization has been denied for this request.', true],
  ['authToken missing', true],
  ['Wrong user or credentials', true],
  ['Invalid user name', true],
  ['The password is incorrect', true],
  ['Password contains a space', false],
  ['Mobile number is wrong', false],
])('"%s" is about credentials: %s', (text, about) => {
  expect(isAboutCredentials(text)).toBe(about)
})
