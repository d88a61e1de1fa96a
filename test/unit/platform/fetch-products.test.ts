import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { fetchProducts } from '../../../src/platform/client.ts'
import { readProductList } from '../../../src/platform/read/product-list.ts'
import { createHttpTransport } from '../../../src/platform/transport/transport.ts'
import { findClosedPort, startHttpServer } from '../../fakes/http-server.ts'

const token = randomBytes(12).toString('hex')

function ask(baseUrl: string) {
  const transport = createHttpTransport()
  onTestFinished(() => transport.close())
  return fetchProducts({
    transport,
    connection: { baseUrl, crmService: 'my crm', timeoutSeconds: 2 },
    token,
    route: {},
  })
}

const answering = async (status: number, body: string) => {
  const server = await startHttpServer((response) => void response.writeHead(status).end(body))
  return { server, list: await ask(server.url) }
}

test('the products of a platform are listed, whether their ids are numbers or texts', async () => {
  const { server, list } = await answering(
    200,
    '[{"ProductID":12,"ProductName":"Family"},{"productId":"b","product_name":" B "}]',
  )
  expect(list).toEqual({
    kind: 'listed',
    products: [
      { productid: '12', name: 'Family' },
      { productid: 'b', name: 'B' },
    ],
  })
  expect(server.seen).toMatchObject([
    { method: 'GET', url: `/api/GetProducts/getProducts_V2?crmService=my+crm&authToken=${token}` },
  ])
})

test('a doubly encoded list of products and an empty list are read', async () => {
  const doubly = JSON.stringify(JSON.stringify([{ ProductID: 1, ProductName: 'A' }]))
  expect((await answering(200, doubly)).list).toEqual({ kind: 'listed', products: [{ productid: '1', name: 'A' }] })
  expect((await answering(200, '[]')).list).toEqual({ kind: 'listed', products: [] })
})

test.each(['{"products":[*]}', '{"success":true,"data":[*]}', '{"Result":"Success","Data":{"Products":[*]}}'])(
  'a list of products in an envelope is read: %s',
  async (envelope) => {
    const body = envelope.replace('*', '{"ProductID":1,"ProductName":"A"}')
    expect((await answering(200, body)).list).toEqual({ kind: 'listed', products: [{ productid: '1', name: 'A' }] })
    expect((await answering(200, envelope.replace('*', ''))).list).toEqual({ kind: 'listed', products: [] })
  },
)

test.each([
  '{"success":false,"data":[{"ProductID":1,"ProductName":"A"}]}',
  '{"error":"token","products":[]}',
  '{"Message":"Invalid token","products":[]}',
  '{"warnings":[]}',
  '{"products":[],"packages":[]}',
])('an envelope that reports a failure or something else is not a list of products: %s', async (body) => {
  expect((await answering(200, body)).list.kind).toBe('not-understood')
})

test.each([
  [404, '{"Message":"No HTTP resource was found."}', { kind: 'not-offered' }],
  [401, `{"Message":"Token ${token} is wrong"}`, { kind: 'refused', words: 'Token ••• is wrong' }],
  [400, 'ERROR: no', { kind: 'refused', words: 'ERROR: no' }],
  [200, '<!doctype html><h1>Log in</h1>', { kind: 'not-understood' }],
  [200, '[{"ProductID":1}]', { kind: 'not-understood' }],
  [200, '{"Message":"Not today"}', { kind: 'not-understood', words: 'Not today' }],
  [503, 'Service unavailable', { kind: 'not-understood', words: 'Service unavailable' }],
])(
  'an answer to the call for products with status %s and body %s is classified correctly',
  async (status, body, expected) => {
    expect((await answering(status, body)).list).toEqual(expected)
  },
)

test('a short token is removed from the words of a platform, and not from its products', () => {
  const list = JSON.stringify([{ ProductID: 'demo-1', ProductName: 'demo pack' }])
  expect(readProductList(200, list, 'demo')).toEqual({
    kind: 'listed',
    products: [{ productid: 'demo-1', name: 'demo pack' }],
  })
  expect(readProductList(200, '[{"ProductID":12345,"ProductName":"A"}]', '1234').kind).toBe('listed')
  expect(readProductList(401, '{"Message":"Token demo is wrong"}', 'demo')).toEqual({
    kind: 'refused',
    words: 'Token ••• is wrong',
  })
})

test('a token is removed from the products of a platform', () => {
  const list = JSON.stringify([{ ProductID: '1', ProductName: `for ${token}` }])
  expect(readProductList(200, list, token)).toEqual({ kind: 'listed', products: [{ productid: '1', name: 'for •••' }] })
})

test('the call for products reports a platform that cannot be reached', async () => {
  const list = await ask(`http://127.0.0.1:${await findClosedPort()}`)
  expect(list).toEqual({ kind: 'unreached', failure: 'connection-refused' })
})
