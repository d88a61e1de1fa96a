import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { newCustomer, openSandbox } from './open-sandbox.ts'
import { makeFolder } from '../../fakes/folder.ts'

test('the sandbox keeps customers, bindings, ledger, request log and token after a restart, but not the control token', async () => {
  const dataFolder = join(makeFolder(), 'made', 'here')
  const first = await openSandbox({}, { dataFolder })
  await first.call('addCustomerWithDevice', { ...newCustomer, uuid: '00:1A:79:AA:BB:01' })
  const [ledger, customers] = [first.ledger(), await first.read('getCustomers')]
  await first.close()
  const second = await openSandbox({}, { dataFolder })
  expect(second.authToken).toBe(first.authToken)
  expect(second.controlToken).not.toBe(first.controlToken)
  expect(second.ledger()).toEqual(ledger)
  expect(await second.read('getCustomers')).toEqual(customers)
  expect(second.requests()).toHaveLength(3)
  expect((await second.call('addCustomer', newCustomer)).status).toBe(406)
})

test('the sandbox gives each folder its own token, in a file that only its owner can read', async () => {
  const [one, two] = [makeFolder(), makeFolder()]
  const sandboxes = [await openSandbox({}, { dataFolder: one }), await openSandbox({}, { dataFolder: two })]
  expect(sandboxes[0]?.authToken).not.toBe(sandboxes[1]?.authToken)
  expect(readFileSync(join(one, 'company-token'), 'utf8')).toBe(sandboxes[0]?.authToken)
  expect(statSync(join(one, 'company-token')).mode & 0o777).toBe(0o600)
})

test('the sandbox can be started again at its former port', async () => {
  const dataFolder = makeFolder()
  const first = await openSandbox({}, { dataFolder })
  await first.close()
  const second = await openSandbox({}, { dataFolder, port: Number(new URL(first.url).port) })
  expect(second.url).toBe(first.url)
})

test('the sandbox refuses a file of another version and leaves it unchanged', async () => {
  const dataFolder = makeFolder()
  const file = join(dataFolder, 'training-platform.sqlite')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 99; CREATE TABLE theirs (id INTEGER)')
  database.close()
  await expect(openSandbox({}, { dataFolder })).rejects.toThrow('version 99')
  const again = new DatabaseSync(file)
  onTestFinished(() => again.close())
  expect(again.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'theirs' }])
})

test('the sandbox makes a new token if the file of the token is empty', async () => {
  const dataFolder = makeFolder()
  writeFileSync(join(dataFolder, 'company-token'), '')
  const sandbox = await openSandbox({}, { dataFolder })
  expect(sandbox.authToken).toMatch(/^[\w-]{32}$/)
  expect(readFileSync(join(dataFolder, 'company-token'), 'utf8')).toBe(sandbox.authToken)
})

test('the sandbox closes without an error if close is called twice during a request', async () => {
  const sandbox = await openSandbox({ latencyMs: 60_000 })
  const reply = sandbox.call('addCustomer', newCustomer)
  while (sandbox.requests().length === 0) await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([sandbox.close(), sandbox.close()])
  expect((await reply).failure).toBe('ECONNRESET')
})
