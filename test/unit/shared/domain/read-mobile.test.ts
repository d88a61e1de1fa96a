import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mobileSchema } from '../../../../src/shared/domain/customer/customer.ts'
import { readMobile } from '../../../../src/shared/domain/customer/read-mobile.ts'

describe('a mobile number without its country code', () => {
  it.each([
    ['0612345678', 'NL', '+31612345678', 'NL'],
    ['06 12 34 56 78', 'FR', '+33612345678', 'FR'],
    ['0033612345678', 'NL', '+33612345678', 'FR'],
    ['07400 123456', 'GB', '+447400123456', 'GB'],
    ['06.12.34.56.78', 'FR', '+33612345678', 'FR'],
    ['+33 (0)6 12 34 56 78', '', '+33612345678', 'FR'],
    ['0151 12345678', 'DE', '+4915112345678', 'DE'],
  ])('is read from %j in %s as %s', (typed, country, mobile, of) => {
    expect(readMobile(typed, country)).toEqual({ mobile, country: of })
  })

  it.each([
    ['12345', 'NL'],
    ['061234567', 'NL'],
    ['0201234567', 'NL'],
    ['0612345678', ''],
    ['0612345678', 'ZZ'],
    ['no mobile', 'NL'],
    ['', 'NL'],
  ])('is not read from %j in %j', (typed, country) => {
    expect(readMobile(typed, country)).toBeUndefined()
  })

  it('is only read as a number that the mobile field accepts', () => {
    const countries = fc.constantFrom('', 'FR', 'DE', 'NL', 'CM', 'US')
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[0-9 ()./-]{0,20}$/), countries, (typed, country) => {
        const found = readMobile(typed, country)
        expect(found === undefined || mobileSchema.safeParse(found.mobile).success).toBe(true)
      }),
    )
  })
})
