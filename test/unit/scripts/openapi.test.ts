import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/platform/catalogue/catalogue.ts'
import { describeAsOpenApi } from '../../../scripts/lib/openapi.ts'

interface Described {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: unknown
  readonly description?: string
  readonly 'x-setdesk-effect': string
  readonly 'x-setdesk-read-back': readonly { readonly operation: string }[]
}

interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly security: readonly unknown[]
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}

const document = describeAsOpenApi(operations, '1.2.3') as unknown as Document
const at = (path: string, method: string) => {
  const found = document.paths[path]?.[method]
  if (found === undefined) throw new Error(`${method} ${path} is not described`)
  return found
}

describe('the OpenAPI description of the interface', () => {
  it('describes every operation under its path and method, with its id', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info.version).toBe('1.2.3')
    for (const { id, path, method } of operations) expect(at(path, method.toLowerCase()).operationId).toBe(id)
    const described = Object.values(document.paths).flatMap((item) => Object.keys(item))
    expect(described).toHaveLength(operations.length)
  })

  it('lists every query parameter, and marks the required ones', () => {
    for (const { path, method, parameters } of operations) {
      const inQuery = parameters.filter(({ carriedIn }) => carriedIn !== 'body')
      expect(
        at(path, method.toLowerCase()).parameters.map((parameter) => [
          parameter.name,
          parameter.in,
          parameter.required,
        ]),
      ).toEqual(inQuery.map(({ name, requirement }) => [name, 'query', requirement === 'required']))
    }
  })

  it('distinguishes optional parameters from those that the interface document does not mark', () => {
    expect(at('/api/AddCustomer/addCustomer', 'post').parameters).toContainEqual(
      expect.objectContaining({ name: 'order_id', 'x-setdesk-requirement': 'optional' }),
    )
    expect(at('/api/RenewCustomer/renewCustomer', 'post').parameters).toContainEqual(
      expect.objectContaining({ name: 'crmServices', required: false, 'x-setdesk-requirement': 'unmarked' }),
    )
  })

  it('has a request body only for the list of user IDs, in either content type', () => {
    const schema = {
      type: 'object',
      required: ['user_ids'],
      properties: { user_ids: { $ref: '#/components/schemas/user-ids' } },
    }
    expect(at('/api/CustomerStatus/GetCustomerStatusByIds', 'post').requestBody).toEqual({
      required: true,
      content: { 'application/json': { schema }, 'text/json': { schema } },
    })
    const withBody = Object.values(document.paths).flatMap((item) =>
      Object.values(item).filter(({ requestBody }) => requestBody !== undefined),
    )
    expect(withBody).toHaveLength(1)
  })

  it('mentions the request body that the interface document names for a retrieval call', () => {
    const retrieval = at('/api/GetCustomer/getCustomers', 'get')
    expect(retrieval.description).toContain('request body')
    expect(retrieval.parameters[0]).toMatchObject({ in: 'query', 'x-setdesk-carried-in': 'retrieval' })
    expect(at('/api/MacAddress/AddMacAddressToHostname', 'get').description).toBeUndefined()
  })

  it('takes patterns, formats and values from the rules of the catalogue', () => {
    expect(document.components.schemas).toMatchObject({
      mobile: { type: 'string', pattern: String.raw`^\+[1-9][0-9]{6,14}$` },
      email: { type: 'string', format: 'email' },
      date: { type: 'string', format: 'date' },
      status: { type: 'string', enum: ['Active', 'Expired', 'Pending', 'Disabled', 'Trial'] },
      flag: { type: 'boolean' },
      'user-ids': { type: 'array', minItems: 1, items: { type: 'string' } },
    })
    expect(document.components.schemas['text']).not.toHaveProperty('maxLength')
  })

  it('requires the company token in the query', () => {
    expect(document.components.securitySchemes).toMatchObject({
      companyToken: { type: 'apiKey', in: 'query', name: 'authToken' },
    })
    expect(document.security).toEqual([{ companyToken: [] }])
  })

  it('describes the effect of a call and how the effect is read back', () => {
    const enable = at('/api/CustomerStatus/Enable', 'post')
    expect(enable['x-setdesk-effect']).toBe('enable')
    expect(enable['x-setdesk-read-back'].map(({ operation }) => operation)).toEqual(['GetCustomerStatus'])
  })
})
