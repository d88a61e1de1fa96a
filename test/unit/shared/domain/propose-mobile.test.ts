import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mobileSchema } from '../../../../src/shared/domain/customer/customer.ts'
import { proposeMobile, readMobile } from '../../../../src/shared/domain/customer/propose-mobile.ts'

describe('a local mobile number', () => {
  it.each([
    ['0612345678', 'NL', '+31612345678', 'NL'],
    ['06 12 34 56 78', 'FR', '+33612345678', 'FR'],
    ['0033612345678', 'NL', '+33612345678', 'FR'],
    ['07400 123456', 'GB', '+447400123456', 'GB'],
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
})

describe('a proposed mobile number', () => {
  it.each([
    ['0612345678', 'FR', '+33612345678'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['06.12.34.56.78', 'FR', '+33612345678'],
    ['0033 6 12 34 56 78', '', '+33612345678'],
    ['+33 (0)6 12 34 56 78', '', '+33612345678'],
    ['+33-6-12-34-56-78', 'DE', '+33612345678'],
    ['0151 12345678', 'DE', '+4915112345678'],
  ])('is, for %j in %j, %s', (typed, country, proposal) => {
    expect(proposeMobile(typed, country)).toBe(proposal)
  })

  it('is missing if the country is unknown or invalid, or the number is impossible', () => {
    expect(proposeMobile('0612345678', '')).toBeUndefined()
    expect(proposeMobile('0612345678', 'ZZ')).toBeUndefined()
    expect(proposeMobile('0612', 'FR')).toBeUndefined()
    expect(proposeMobile('no mobile', 'FR')).toBeUndefined()
    expect(proposeMobile('', 'FR')).toBeUndefined()
  })

  it('is always valid for the field', () => {
    const country = fc.constantFrom('', 'FR', 'DE', 'NL', 'CM', 'US')
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[0-9 ()./-]{0,20}$/), country, (typed, country) => {
        const proposal = proposeMobile(typed, country)
        expect(proposal === undefined || mobileSchema.safeParse(proposal).success).toBe(true)
      }),
    )
  })
})
