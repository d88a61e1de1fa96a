import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { bodyLimit } from '../../../src/sandbox/read-request.ts'
import { newCustomer, openSandbox, send, type Opened } from './open-sandbox.ts'

/** Writes bytes to the port, and reads until the platform closes the connection. */
function writeRaw(sandbox: Opened, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1', () => socket.end(bytes))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', () => undefined)
  })
}

test.each([
  ['a request that is not HTTP', '\x16\x03\x01\x00\xa5\x01\x00'],
  ['half a head', 'GET /api/GetCustomer/getCustomers HT'],
  ['half a body', 'POST /api/AddCustomer/addCustomer HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\nab'],
  ['an odd target', 'GET // HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ['invalid percent signs', 'GET /api/%zz?a=%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
])('the sandbox survives %s', async (_, bytes) => {
  const sandbox = await openSandbox()
  await writeRaw(sandbox, bytes)
  expect((await sandbox.call('getCustomers')).status).toBe(200)
  expect(sandbox.ledger()).toEqual([])
})

test('the sandbox refuses a body above the size limit', async () => {
  const sandbox = await openSandbox()
  const reply = await sandbox.call('addCustomer', newCustomer, { body: 'x'.repeat(bodyLimit + 1) })
  expect(reply.status).toBe(413)
  expect(sandbox.ledger()).toEqual([])
})

test('the sandbox answers an unknown path or method with 404, without repeating the token', async () => {
  const sandbox = await openSandbox()
  for (const [method, path] of [
    ['GET', '/api/AddCustomer/addCustomer'],
    ['DELETE', '/api/GetCustomer/getCustomer'],
    ['GET', '/'],
  ] as const) {
    const reply = await send(`${sandbox.url}${path}?authToken=${sandbox.authToken}`, { method })
    expect(reply.status).toBe(404)
    expect(reply.text).toContain('No HTTP resource was found')
    expect(reply.text).not.toContain(sandbox.authToken)
  }
})

test('the sandbox finds an operation whether its path is in upper or lower case', async () => {
  const sandbox = await openSandbox()
  const query = `crmService=${sandbox.crmService}&authToken=${sandbox.authToken}`
  expect((await send(`${sandbox.url}/api/getcustomer/GETCUSTOMERS?${query}`)).status).toBe(200)
})

test.each(['//api/GetCustomer/getCustomers', '/api//GetCustomer///getCustomers', '//api/GetProducts/getProducts_V2'])(
  'the sandbox treats doubled slashes in %s as single ones',
  async (path) => {
    const sandbox = await openSandbox()
    const query = `crmService=${sandbox.crmService}&authToken=${sandbox.authToken}`
    expect((await send(`${sandbox.url}${path}?${query}`)).status).toBe(200)
  },
)

test('the sandbox treats hostile text as plain text', async () => {
  const sandbox = await openSandbox()
  const lastname = `'); DROP TABLE customers;-- <script>alert(1)</script> \u0000 日本`
  await sandbox.call('addCustomer', { ...newCustomer, lastname })
  expect(await sandbox.read('getCustomer', { userid: '7000000001' })).toMatchObject({ lastname })
  expect(await sandbox.read('getCustomers', { lastname: 'drop table' })).toMatchObject({ customers: [{ lastname }] })
})

test('the sandbox listens only on the loopback address', async () => {
  const sandbox = await openSandbox()
  expect(new URL(sandbox.url).hostname).toBe('127.0.0.1')
  expect((await send(sandbox.url.replace('127.0.0.1', '127.0.0.2'))).failure).toBe('ECONNREFUSED')
})
