import { describe, expect, it } from 'vitest'
import { operation, operations } from '../../../../src/platform/catalogue/catalogue.ts'
import { withSingularService } from '../../../../src/platform/catalogue/with-singular-service.ts'

describe('the service of a renewal in the singular', () => {
  it('is taken beside the plural, in the query and not as a must', () => {
    const renewal = operation('renewCustomerV2')
    const widened = withSingularService(renewal)
    expect(widened.parameters.slice(0, -1)).toEqual(renewal.parameters)
    expect(widened.parameters.at(-1)).toMatchObject({ name: 'crmService', requirement: 'optional', carriedIn: 'query' })
    expect(Object.isFrozen(widened.parameters)).toBe(true)
  })

  it('leaves the catalogue as it was', () => {
    withSingularService(operation('renewCustomer'))
    expect(operation('renewCustomer').parameters.some(({ name }) => name === 'crmService')).toBe(false)
  })

  it('belongs to the five renewals alone', () => {
    const widened = operations.filter((entry) => withSingularService(entry) !== entry)
    expect(widened.map(({ section }) => section)).toEqual(Array.from({ length: 5 }, () => 'RenewCustomer'))
  })
})
