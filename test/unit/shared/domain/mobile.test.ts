import { describe, expect, it } from 'vitest'
import { mobileSchema } from '../../../../src/shared/domain/customer/customer.ts'

const problemOf = (text: string): string | undefined => mobileSchema.safeParse(text).error?.issues[0]?.message

describe('a mobile number', () => {
  it.each(['+33612345678', '+4915112345678', '+1202555', '+123456789012345', ' +33612345678 '])('may be %j', (text) => {
    expect(problemOf(text)).toBeUndefined()
  })

  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['0612345678', 'mobile-format'],
    ['0033612345678', 'mobile-format'],
    ['+33 6 12 34 56 78', 'mobile-format'],
    ['+0612345678', 'mobile-format'],
    ['+33612', 'mobile-format'],
    ['+1234567890123456', 'mobile-format'],
  ])('is rejected as %j: %s', (text, problem) => {
    expect(problemOf(text)).toBe(problem)
  })
})
