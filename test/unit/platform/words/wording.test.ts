import { expect, test } from 'vitest'
import { operation, type OperationId } from '../../../../src/platform/catalogue/catalogue.ts'
import { plainWords } from '../../../../src/platform/answer.ts'
import {
  isAboutCredentials,
  isRouteMessage,
  readWording,
  namesOtherOwner,
  saysLimit,
  saysThere,
  soundsLikeNo,
  type Wording,
} from '../../../../src/platform/words/wording.ts'

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
  ['Status Message:data is empty', 'says-nothing'],
  ['The list was empty.', 'says-nothing'],
  ['', 'says-nothing'],
])('the words "%s" are read as: %s', (text, wording) => {
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
])('the answer to %s, "%s", is read as: %s', (id, text, wording) => {
  expect(readWording(text, operation(id)).says).toBe(wording)
})

const approves = { speaksForYes: true, speaksForNo: false }

test.each<readonly [OperationId, string, Wording]>([
  ['addCustomer', 'Import in progress', { says: 'busy', speaksForYes: false, speaksForNo: true }],
  ['addCustomer', 'OK', { says: 'approves', ...approves }],
  ['addCustomer', 'Customer added', { says: 'approves', namesWork: true, ...approves }],
  ['addCustomer', 'OK. Customer added. Thank you.', { says: 'approves', namesWork: true, ...approves }],
  ['addCustomer', 'Customer added. Hello', { says: 'says-nothing', ...approves }],
  ['addCustomer', 'Customer added. Mail failed', { says: 'says-nothing', speaksForYes: true, speaksForNo: true }],
  ['addCustomer', 'No such user', { says: 'says-absent', speaksForYes: false, speaksForNo: true }],
  ['addCustomer', 'User exists', { says: 'refuses', speaksForYes: false, speaksForNo: true }],
  ['addCustomer', 'NOK', { says: 'refuses', speaksForYes: false, speaksForNo: true }],
  ['addCustomer', 'Mail failed', { says: 'says-nothing', speaksForYes: false, speaksForNo: true }],
  ['addCustomer', 'Hello', { says: 'says-nothing', speaksForYes: false, speaksForNo: false }],
  ['addCustomer', 'Hello without errors', { says: 'says-nothing', speaksForYes: false, speaksForNo: false }],
])('the answer to %s is read with all its meanings: "%s"', (id, text, wording) => {
  expect(readWording(text, operation(id))).toEqual(wording)
})

test.each<readonly [OperationId, string, Says]>([
  ['addCustomer', '  Customer does not exist...', 'says-absent'],
  ['addCustomer', 'Customer not added... Choose another', 'refuses'],
  ['addCustomer', 'Customer not added;', 'refuses'],
  ['addCustomer', 'Customer not added  --  order', 'refuses'],
  ['addCustomer', 'Customer not added - order', 'refuses'],
  ['addCustomer', 'User exists; customer not added', 'refuses'],
  ['addCustomer', 'OK;', 'approves'],
  ['addCustomer', 'OK!  Thank you', 'approves'],
  ['addCustomer', 'OK ; thank you', 'approves'],
  ['addCustomer', 'Status:  OK', 'says-nothing'],
  ['Disable', 'Customer blocked, log-in could not be locked', 'says-nothing'],
])('the answer to %s is read part by part: "%s" is %s', (id, text, wording) => {
  expect(readWording(text, operation(id)).says).toBe(wording)
})

test.each<readonly [OperationId, string, Says]>([
  ['GetMacAddressesUnderHostname', 'Unknown hostname', 'says-absent'],
  ['AddMacAddressToHostname', 'Unknown hostname', 'says-absent'],
  ['devices', 'No devices found', 'says-absent'],
  ['devices', 'Unknown hostname', 'refuses'],
  ['getCustomer', 'No devices found', 'refuses'],
])('an absence counts only of what a call like %s is about: "%s" is %s', (id, text, says) => {
  // Another call with the same parameters and the same kind of answer is read in the same way.
  const another = { ...operation(id), id: 'another' }
  expect(readWording(text, another).says).toBe(says)
})

test.each<readonly [string, Says]>([
  ['Error: user exists', 'refuses'],
  ['Error:user exists', 'refuses'],
  ['Error : user exists', 'refuses'],
  ['ERROR:\nUser exists', 'refuses'],
  ['Error 17: user exists', 'refuses'],
  ['Error17: user exists', 'refuses'],
  ['Error #17: user exists', 'refuses'],
  ['Error code 17: user exists', 'refuses'],
  ['Error code #17 - user exists', 'refuses'],
  ['Failure: user exists', 'refuses'],
  ['Failed: user exists', 'refuses'],
  ['Fault: user exists', 'refuses'],
  ['Faults: user exists', 'refuses'],
  ['Rejected - user exists', 'refuses'],
  ['Error: 1062, user exists', 'refuses'],
  ['Error: order 17: user exists', 'refuses'],
  ['Error: e-mail already taken', 'refuses'],
  ['Error: e-mail already registered', 'refuses'],
  ['Error', 'refuses'],
  ['Error: Hello', 'says-nothing'],
  ['Error:', 'says-nothing'],
  ['Error - Hello', 'says-nothing'],
  ['Error  -  Hello', 'says-nothing'],
  ['Error – Hello', 'says-nothing'],
  ['Error 17: Hello', 'says-nothing'],
  ["Error: reseller O'Neil already exists", 'says-nothing'],
])('the text after an error label decides: "%s" is %s', (text, wording) => {
  expect(readWording(text, operation('addCustomer')).says).toBe(wording)
})

test.each<readonly [OperationId, string, Says]>([
  ['AddMacAddressForUser', 'Error: MAC address already bound', 'refuses'],
  ['AddMacAddressForUser', 'MAC address already bound', 'says-nothing'],
  ['AddMacAddressForUser', 'MAC address already bound, error: 17', 'says-nothing'],
  ['AddMacAddressForUser', 'Error: MAC address already bound to this customer', 'says-nothing'],
  ['addCustomer', 'Could not add: order', 'refuses'],
  ['addCustomer', 'Could not add, error: order', 'refuses'],
  ['addCustomer', 'Could not add:order', 'says-nothing'],
  ['addCustomer', 'Order 17: could not add', 'says-nothing'],
  ['addCustomer', 'Invalid: Hello', 'says-nothing'],
])('the answer to %s is read by the text before a colon or after an error label: "%s" is %s', (id, text, wording) => {
  expect(readWording(text, operation(id)).says).toBe(wording)
})

test.each<readonly [string, Says]>([
  ['Failed:invalid password; Count:4', 'says-nothing'],
  ['Failed:invalid password\r\n\tCount:4', 'says-nothing'],
  ['Failed: invalid password | Count: 4', 'says-nothing'],
  ['Failed:invalid password', 'refuses'],
  ['count=4, unknown user 7', 'says-nothing'],
  ['Unknown user 7, n=4', 'says-nothing'],
  ['Unknown user 7, n = 4', 'refuses'],
  ["Can't add: order; can't add: mobile", 'refuses'],
])('names with values are not read as a sentence: "%s" is %s', (text, wording) => {
  expect(readWording(text, operation('addCustomer')).says).toBe(wording)
})

test.each([
  ['Request timed out', true],
  ['Mail failed', true],
  ['malformed request', true],
  ['NOK', true],
  ['no errors', false],
  ['added', false],
])('the words "%s" sound like a refusal: %s', (text, sounds) => {
  expect(soundsLikeNo(text)).toBe(sounds)
})

test.each([
  ["No HTTP resource was found that matches the request URI 'http://x'.", true],
  ["No type was found that matches the controller named 'GetCustomer'.", true],
  ['Cannot GET /api/GetCustomer', true],
  ['The requested URL was not found on this server.', true],
  ['The resource cannot be found.', true],
  ['Customer not found', false],
  ['Not found', false],
])('the words "%s" are about a path: %s', (text, about) => {
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
])('the words "%s" are about credentials: %s', (text, about) => {
  expect(isAboutCredentials(text)).toBe(about)
})

test.each([
  ['Success: false', 'says-nothing'],
  ['Verified = no', 'says-nothing'],
  ['Added: 0', 'says-nothing'],
  ['Customer found: no', 'says-absent'],
  ['Nobody here', 'says-absent'],
  ['Code: 404', 'says-absent'],
])('the words "%s", which were mapped to absence, are read as %s', (text, says) => {
  const absenceWord = [plainWords(text)]
  const names = { approvalWord: [], refusalWord: [], absenceWord }
  expect(readWording(text, operation('getCustomer'), names).says).toBe(says)
})

test.each([
  ['Device limit reached', true],
  ['MAX_DEVICES: quota exceeded', true],
  ['Too many devices', true],
  ['Límite de dispositivos', true],
  ['unlimited product not found', false],
  ['Product not found', false],
])('the refusal %j says that a limit is reached: %j', (text, expected) => {
  expect(saysLimit(text)).toBe(expected)
})

test.each([
  ['User already exists.', true],
  ['{"code":"user_exists"}', true],
  ['The user ID is taken', true],
  ['Duplicate userid', true],
  ['Customer could not be created: user ID already exists.', true],
  ["Can't create: user exists", true],
  ['Not created. Duplicate user id', true],
  ['Mapping ID no. 123 already in use', true],
  ['The product no longer exists', false],
  ['User ID is not in use', false],
  ['No such product exists', false],
  ['Product not found', false],
  ['Existing balance too low', false],
])('the refusal %j says that something exists already: %j', (text, expected) => {
  expect(saysThere(text)).toBe(expected)
})

test.each([
  ['Device is already assigned to another customer.', true],
  ['MAC registered by a different account', true],
  ['This box is bound to some other hostname', true],
  ['Device already registered.', false],
  ['Already assigned to customer 7000000001', false],
])('the refusal %j names another owner of the box: %j', (text, expected) => {
  expect(namesOtherOwner(text)).toBe(expected)
})
