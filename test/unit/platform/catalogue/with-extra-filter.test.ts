import { describe, expect, it } from 'vitest'
import { operation, withExtraFilter } from '../../../../src/platform/catalogue/catalogue.ts'

const list = operation('getCustomers')

describe('the getCustomers filter that the interface document does not name', () => {
  it('is added under the name that the connection gives, and is sent like the other filters', () => {
    const widened = withExtraFilter(list, 'smartcard')
    expect(widened.parameters).toHaveLength(list.parameters.length + 1)
    expect(widened.parameters.at(-1)).toMatchObject({
      name: 'smartcard',
      requirement: 'unmarked',
      type: 'string',
      carriedIn: 'retrieval',
    })
    expect(Object.isFrozen(widened.parameters)).toBe(true)
  })

  it('leaves the catalogue unchanged', () => {
    withExtraFilter(list, 'smartcard')
    expect(operation('getCustomers').parameters.some(({ name }) => name === 'smartcard')).toBe(false)
  })

  it('is not added if it has no name, or the name of an existing filter', () => {
    expect(withExtraFilter(list, '')).toBe(list)
    expect(withExtraFilter(list, 'city')).toBe(list)
  })

  it('applies only to getCustomers', () => {
    const other = operation('getCustomer')
    expect(withExtraFilter(other, 'smartcard')).toBe(other)
  })
})
