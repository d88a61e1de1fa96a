import { describe, expect, test } from 'vitest'
import { operation, type OperationId } from '../../../../src/platform/catalogue/catalogue.ts'
import type { ParameterValues } from '../../../../src/platform/catalogue/operation.ts'
import { buildRequest, type RequestSettings } from '../../../../src/platform/transport/exchange.ts'

const settings: RequestSettings = { baseUrl: 'https://tv.example/tvms', retrieval: 'query', timeoutMs: 1000 }

const build = (id: OperationId, values: ParameterValues, more: Partial<RequestSettings> = {}) =>
  buildRequest(operation(id), values, { ...settings, ...more })

describe('a request', () => {
  test('goes to the path of its operation under the base address', () => {
    const request = build('AddMacAddressForUser', { userid: '1' })
    expect(request).toMatchObject({ method: 'POST', changes: true, timeoutMs: 1000 })
    expect(request.url.href).toBe('https://tv.example/tvms/api/MacAddress/AddMacAddressForUser?userid=1')
    expect(request).not.toHaveProperty('body')
  })

  test('counts as a change by its effect, not by its method', () => {
    expect(build('addCustomerAsync_GET', {})).toMatchObject({ method: 'GET', changes: true })
    expect(build('GetCustomerStatus', {})).toMatchObject({ method: 'POST', changes: false })
  })

  test('encodes every value, and never writes a plus sign', () => {
    const { url } = build('AddMacAddressForUser', { userid: 'a b&c=d#é', password: '!#@=()_$+-', model: 'x+y%20' })
    expect(url.search).toBe('?userid=a%20b%26c%3Dd%23%C3%A9&password=!%23%40%3D()_%24%2B-&model=x%2By%2520')
    expect(url.searchParams.get('password')).toBe('!#@=()_$+-')
  })

  test('is built even if a value has half a surrogate pair', () => {
    expect(build('devices', { userid: 'a\ud800' }).url.search).toBe('?userid=a%EF%BF%BD')
  })

  test('leaves out an unused optional parameter, and sends an empty mapping id', () => {
    const values = { customermappingid: '', productmappingid: '', userid: '', sendSMS: undefined }
    const [creation, retrieval, disabling] = (['addCustomer', 'getCustomer', 'Disable'] as const).map(
      (id) => build(id, values).url.search,
    )
    expect(creation).toBe('')
    expect(retrieval).toBe('?customermappingid=')
    expect(disabling).toBe('?customermappingid=')
  })

  test('writes booleans in lower case', () => {
    expect(build('addCustomer', { sendMail: true, sendSMS: false }).url.search).toBe('?sendMail=true&sendSMS=false')
  })

  test('carries the list of user ids in a JSON body and the rest in the query', () => {
    const request = build('GetCustomerStatusByIds', { crmService: 'crm', user_ids: ['1', 'b c'] })
    expect(request.url.search).toBe('?crmService=crm')
    expect(request.body).toBe('{"user_ids":["1","b c"]}')
  })

  test('carries a retrieval in the query or in a body, as the setting says', () => {
    const values = { customermappingid: '', userid: 'a b', crmService: 'crm' }
    expect(build('getCustomer', values).url.search).toBe('?customermappingid=&userid=a%20b&crmService=crm')
    expect(build('getCustomer', values)).not.toHaveProperty('body')
    const inBody = build('getCustomer', values, { retrieval: 'body' })
    expect(inBody.url.search).toBe('')
    expect(inBody.body).toBe('{"customermappingid":"","userid":"a b","crmService":"crm"}')
  })
})
