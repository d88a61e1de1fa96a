import { describe, expect, it } from 'vitest'
import { operation, operations, withSingularService } from '../../../../src/platform/catalogue/catalogue.ts'

describe('the singular service name of a renewal', () => {
  it('is an optional query parameter beside the plural one', () => {
    const renewal = operation('renewCustomerV2')
    const widened = withSingularService(renewal)
    expect(widened.parameters.slice(0, -1)).toEqual(renewal.parameters)
    expect(widened.parameters.at(-1)).toMatchObject({ name: 'crmService', requirement: 'optional', carriedIn: 'query' })
    expect(Object.isFrozen(widened.parameters)).toBe(true)
  })

  it('leaves the catalogue unchanged', () => {
    withSingularService(operation('renewCustomer'))
    expect(operation('renewCustomer').parameters.some(({ name }) => name === 'crmService')).toBe(false)
  })

  it('is added only to the five renewals', () => {
    const widened = operations.filter((entry) => withSingularService(entry) !== entry)
    expect(widened.map(({ section }) => section)).toEqual(Array.from({ length: 5 }, () => 'RenewCustomer'))
  })
})
