import { describe, expect, test } from 'vitest'
import { readAddress } from '../../../../../src/shared/domain/connection/address.ts'
import { connectionSchema } from '../../../../../src/shared/domain/connection/connection.ts'

describe('the address of a platform', () => {
  test.each([
    ['https://tv.example', 'https://tv.example', []],
    ['  https://tv.example:8443/tvms  ', 'https://tv.example:8443/tvms', []],
    ['tv.example', 'https://tv.example', ['scheme-added']],
    ['tv.example:8443', 'https://tv.example:8443', ['scheme-added']],
    ['//tv.example', 'https://tv.example', ['scheme-added']],
    ['localhost:8080/', 'https://localhost:8080', ['scheme-added', 'slash-removed']],
    ['https://tv.example/', 'https://tv.example', ['slash-removed']],
    ['https://tv.example/tvms//', 'https://tv.example/tvms', ['slash-removed']],
    ['https://tv.example/api', 'https://tv.example', ['api-removed']],
    ['https://tv.example/tvms/API/', 'https://tv.example/tvms', ['api-removed']],
    ['https://tv.example/api/AddCustomer/addCustomer', 'https://tv.example', ['api-removed']],
    ['https://tv.example/tvms/api/GetCustomer', 'https://tv.example/tvms', ['api-removed']],
    ['https://api.tv.example/apis', 'https://api.tv.example/apis', []],
    ['https://tv.example/api/v2', 'https://tv.example/api/v2', []],
    ['https://tv.example?', 'https://tv.example', ['query-removed']],
    ['https://tv.example#top', 'https://tv.example', ['query-removed']],
    ['https://tv.example/?authToken=a/', 'https://tv.example', ['query-removed', 'slash-removed']],
    ['https://anna:geheim@tv.example', 'https://tv.example', ['credentials-removed']],
    ['anna@tv.example', 'https://tv.example', ['scheme-added', 'credentials-removed']],
    [
      'anna:geheim@tv.example/api/GetCustomer/getCustomer?authToken=abc',
      'https://tv.example',
      ['scheme-added', 'credentials-removed', 'query-removed', 'api-removed'],
    ],
    ['HTTPS://TV.Example', 'https://tv.example', []],
    ['https://[::1]:8443', 'https://[::1]:8443', []],
    ['https://bücher.example', 'https://xn--bcher-kva.example', []],
  ])('may be typed as %s, and the corrections are listed', (typed, baseUrl, mended) => {
    expect(readAddress(typed)).toEqual({ ok: true, baseUrl, mended, plainHttp: false })
    expect(connectionSchema.shape.baseUrl.safeParse(baseUrl).success).toBe(true)
  })

  test('may begin with http, which is reported because token and passwords would be sent in clear text', () => {
    expect(readAddress('http://tv.example:8080')).toEqual({
      ok: true,
      baseUrl: 'http://tv.example:8080',
      mended: [],
      plainHttp: true,
    })
  })
})

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['ftp://tv.example', 'scheme'],
  ['file:///etc', 'scheme'],
  ['https://', 'not-understood'],
  ['https://tv example', 'not-understood'],
  ['https://https://tv.example', 'not-understood'],
  ['http:tv.example', 'not-understood'],
  ['https://tv.example:99999', 'not-understood'],
  ['https://[::1', 'not-understood'],
])('an address typed as "%s" is rejected: %s', (typed, problem) => {
  expect(readAddress(typed)).toEqual({ ok: false, problem })
})
