import { expect, test } from 'vitest'
import { newCustomer, openSandbox, send } from './open-sandbox.ts'

test('the sandbox accepts control calls only with the control token, at both addresses', async () => {
  const sandbox = await openSandbox()
  expect((await sandbox.control('GET', '/sandbox/ledger', undefined, 'wrong')).status).toBe(403)
  expect((await sandbox.control('GET', '/sandbox/ledger', undefined, sandbox.authToken)).status).toBe(403)
  expect((await send(`${sandbox.url}/sandbox/ledger`)).status).toBe(403)
  const headers = { 'x-sandbox-control': sandbox.controlToken }
  expect((await send(`${sandbox.url}/sandbox/ledger`, { headers })).text).toBe('[]')
  expect((await sandbox.control('GET', '/sandbox/elsewhere')).status).toBe(404)
})

test('the sandbox returns its ledger completely or after a given row, and never shows the token', async () => {
  const sandbox = await openSandbox({ uniqueUserids: false })
  await sandbox.call('addCustomer', newCustomer)
  await sandbox.call('addCustomer', newCustomer)
  const all = await sandbox.control('GET', '/sandbox/ledger')
  expect(JSON.parse(all.text)).toEqual(sandbox.ledger())
  expect(JSON.parse((await sandbox.control('GET', '/sandbox/ledger?after=1')).text)).toEqual(sandbox.ledger(1))
  expect(all.text).not.toContain(sandbox.authToken)
  expect(sandbox.ledger()[0]?.parameters).toEqual({
    ...newCustomer,
    crmService: sandbox.crmService,
    cmsService: sandbox.cmsService,
  })
})

test("the sandbox's request log numbers the requests and does not show the token", async () => {
  const sandbox = await openSandbox()
  await sandbox.call('addCustomer', newCustomer)
  await send(`${sandbox.url}/api/AddCustomer/nothing?authToken=${sandbox.authToken}`, { method: 'POST' })
  const { text } = await sandbox.control('GET', '/sandbox/requests')
  expect(JSON.parse(text)).toMatchObject([
    { seq: 1, operation: 'addCustomer', method: 'POST', userid: '7000000001', outcome: 'accepted', status: 200 },
    { seq: 2, operation: null, outcome: 'not-carried-out', status: 404 },
  ])
  expect(text).not.toContain(sandbox.authToken)
})

test('the sandbox accepts faults and options while it runs, and ignores invalid ones', async () => {
  const sandbox = await openSandbox()
  const faults = [{ match: { operation: 'getCustomers' }, fault: { kind: 'status', status: 418, commit: false } }]
  expect((await sandbox.control('POST', '/sandbox/faults', faults)).status).toBe(200)
  expect((await sandbox.call('getCustomers')).status).toBe(418)
  const wrong = await sandbox.control('POST', '/sandbox/faults', [{ fault: { kind: 'earthquake' } }])
  expect(wrong).toMatchObject({ status: 400, text: '{"error":"faults[0]: wrong value of fault"}' })
  expect((await sandbox.call('getCustomers')).status).toBe(418)
  await sandbox.control('POST', '/sandbox/options', { dialect: 'modern', faults: [] })
  expect(await sandbox.read('getCustomer', { firstname: 'Ada', userid: 'nobody' })).toMatchObject({ success: false })
  expect((await sandbox.control('POST', '/sandbox/options', { dialect: 'latin' })).status).toBe(400)
  expect(JSON.parse((await sandbox.control('GET', '/sandbox/options')).text)).toMatchObject({ dialect: 'modern' })
})

test('the sandbox simulates a customer’s first login on request', async () => {
  const sandbox = await openSandbox()
  await sandbox.call('addCustomer', newCustomer)
  expect((await sandbox.control('POST', '/sandbox/first-log-in?userid=7000000001')).status).toBe(200)
  expect(await sandbox.read('getCustomer_V2', { userid: '7000000001' })).toMatchObject({ Status: 'Active' })
  expect((await sandbox.control('POST', '/sandbox/first-log-in?userid=nobody')).status).toBe(404)
})

test('the sandbox closes its port while offline, but keeps the control interface', async () => {
  const sandbox = await openSandbox()
  await sandbox.control('POST', '/sandbox/options', { offline: true })
  expect((await sandbox.call('getCustomers')).failure).toBe('ECONNREFUSED')
  await sandbox.control('POST', '/sandbox/options', { offline: 'reset' })
  expect((await sandbox.call('getCustomers')).failure).toBe('ECONNRESET')
  await sandbox.control('POST', '/sandbox/options', { offline: false })
  expect((await sandbox.call('getCustomers')).status).toBe(200)
  expect(sandbox.requests()).toHaveLength(1)
})

test('the sandbox can go online after an offline start', async () => {
  const sandbox = await openSandbox({ offline: true })
  expect((await sandbox.call('getCustomers')).failure).toBe('ECONNREFUSED')
  await sandbox.setOptions({ offline: false })
  expect((await sandbox.call('getCustomers')).status).toBe(200)
})
