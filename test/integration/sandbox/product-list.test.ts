import { expect, test } from 'vitest'
import { openSandbox, send, type Opened } from './open-sandbox.ts'

const ask = async (sandbox: Opened, changed: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams({ crmService: sandbox.crmService, authToken: sandbox.authToken, ...changed })
  return await send(`${sandbox.url}/api/GetProducts/getProducts_V2?${query}`)
}

test('a platform that lists its products tells id and name of each, to whoever has the token', async () => {
  const sandbox = await openSandbox({ listsProducts: true })
  const reply = await ask(sandbox)
  expect(reply.status).toBe(200)
  expect(JSON.parse(reply.text)).toEqual(sandbox.products.map(({ id, name }) => ({ ProductID: id, ProductName: name })))
  expect((await ask(sandbox, { authToken: 'another' })).status).toBe(401)
  expect((await ask(sandbox, { crmService: 'another' })).status).toBe(400)
  expect((await send(`${sandbox.url}/api/GetProducts/getProducts_V2`)).status).toBe(401)
})

test('a platform that keeps to the interface document has no such call', async () => {
  expect((await ask(await openSandbox())).status).toBe(404)
})
