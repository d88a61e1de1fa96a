import { expect, test } from 'vitest'
import { openSandbox, send, type Opened } from './open-sandbox.ts'

const ask = async (sandbox: Opened, changed: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams({ crmService: sandbox.crmService, authToken: sandbox.authToken, ...changed })
  return await send(`${sandbox.url}/api/GetProducts/getProducts_V2?${query}`)
}

test('the product list of the classic dialect has the id and the name of each product, and needs the right token', async () => {
  const sandbox = await openSandbox()
  const reply = await ask(sandbox)
  expect(reply.status).toBe(200)
  expect(JSON.parse(reply.text)).toEqual(sandbox.products.map(({ id, name }) => ({ ProductID: id, ProductName: name })))
  expect((await ask(sandbox, { authToken: 'another' })).status).toBe(401)
  expect((await ask(sandbox, { crmService: 'another' })).status).toBe(400)
  expect((await send(`${sandbox.url}/api/GetProducts/getProducts_V2`)).status).toBe(401)
})

test('the product list waits as long as every answer, and is in the request log', async () => {
  const sandbox = await openSandbox({ latencyMs: 300 })
  const started = performance.now()
  await ask(sandbox)
  expect(performance.now() - started).toBeGreaterThanOrEqual(290)
  expect(sandbox.requests()).toMatchObject([{ operation: null, outcome: 'accepted', status: 200 }])
})

test.each(['modern', 'terse'] as const)(
  'the product list does not exist in the %s dialect, as in the interface document',
  async (dialect) => {
    expect((await ask(await openSandbox({ dialect }))).status).toBe(404)
  },
)
