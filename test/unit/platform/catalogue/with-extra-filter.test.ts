import { describe, expect, it } from 'vitest'
import { operation } from '../../../../src/platform/catalogue/catalogue.ts'
import { withExtraFilter } from '../../../../src/platform/catalogue/with-extra-filter.ts'

const list = operation('getCustomers')

describe('the filter of getCustomers that the interface document does not name', () => {
  it('is added under the name the connection gives it, carried like the other filters', () => {
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

  it('leaves the catalogue as it was', () => {
    withExtraFilter(list, 'smartcard')
    expect(operation('getCustomers').parameters.some(({ name }) => name === 'smartcard')).toBe(false)
  })

  it('is absent while nobody has named it, and never doubles a filter that is there', () => {
    expect(withExtraFilter(list, '')).toBe(list)
    expect(withExtraFilter(list, 'city')).toBe(list)
  })

  it('belongs to getCustomers alone', () => {
    const other = operation('getCustomer')
    expect(withExtraFilter(other, 'smartcard')).toBe(other)
  })
})
