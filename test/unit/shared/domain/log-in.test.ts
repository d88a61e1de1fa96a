import { randomInt } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chosenPasswordSchema,
  knownPasswordSchema,
  knownUseridSchema,
  logInPatternSchema,
  makePassword,
  makeUserid,
  useridSchema,
} from '../../../../src/shared/domain/customer/customer.ts'

const firstProblem = (parsed: { readonly error?: { readonly issues: readonly { readonly message: string }[] } }) =>
  parsed.error?.issues[0]?.message
const below = (bound: number): number => randomInt(bound)

describe('a password that the technician chooses', () => {
  it.each(['abcd', 'A1!#@=()_$+-', '0000', 'x'.repeat(64)])('may be %j', (password) => {
    expect(chosenPasswordSchema.safeParse(password).success).toBe(true)
  })

  it.each([
    ['0', 'password-zero'],
    ['abc', 'password-short'],
    ['', 'password-short'],
    ['pässword', 'password-characters'],
    ['with space', 'password-characters'],
    ['a&b', 'password-characters'],
    ['abc%', 'password-characters'],
    ['abcd\n', 'password-characters'],
    ['x'.repeat(65), 'password-long'],
  ])('is rejected as %j: %s', (password, problem) => {
    expect(firstProblem(chosenPasswordSchema.safeParse(password))).toBe(problem)
  })
})

describe('the user ID and password of an existing customer', () => {
  it('may be shorter or have more characters than new ones', () => {
    expect(knownPasswordSchema.safeParse('ab').success).toBe(true)
    expect(knownUseridSchema.parse(' jo&co/münchen ')).toBe('jo&co/münchen')
  })

  it.each([
    ['', 'required'],
    ['two words', 'userid-characters'],
    ['a\u0000b', 'userid-characters'],
    ['\uD800', 'userid-characters'],
    ['x'.repeat(65), 'userid-long'],
  ])('are rejected with the user ID %j: %s', (userid, problem) => {
    expect(firstProblem(knownUseridSchema.safeParse(userid))).toBe(problem)
  })

  it('are rejected with the password 0, which means "not known" to the platform', () => {
    expect(firstProblem(knownPasswordSchema.safeParse('0'))).toBe('password-zero')
  })
})

describe('a user ID that the technician types', () => {
  it.each([
    ['', 'required'],
    ['amélie', 'userid-characters'],
    ['a b', 'userid-characters'],
    ['x'.repeat(65), 'userid-long'],
  ])('is rejected as %j: %s', (userid, problem) => {
    expect(firstProblem(useridSchema.safeParse(userid))).toBe(problem)
  })
})

describe('the pattern of user IDs', () => {
  it.each(['{digits:10}', 'north-{digits:6}', '{mobile}', 'tv.{mobile}.{digits:4}'])('may be %j', (pattern) => {
    expect(logInPatternSchema.safeParse(pattern).success).toBe(true)
  })

  it.each([
    ['', 'pattern'],
    ['fixed', 'pattern-fixed'],
    ['{digits:3}', 'pattern'],
    ['{digits:20}', 'pattern'],
    ['{name}', 'pattern'],
    ['has space {mobile}', 'pattern'],
    ['{digits:19}{digits:19}{digits:19}{digits:19}', 'pattern-long'],
  ])('is rejected as %j: %s', (pattern, problem) => {
    expect(firstProblem(logInPatternSchema.safeParse(pattern))).toBe(problem)
  })

  it('gives only user IDs that the platform accepts and a remote control can type', () => {
    const piece = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9._@+-]{1,4}$/),
      fc.integer({ min: 4, max: 19 }).map((count) => `{digits:${count}}`),
      fc.constant('{mobile}'),
    )
    const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(pattern, (pattern) => {
        fc.pre(logInPatternSchema.safeParse(pattern).success)
        expect(useridSchema.safeParse(makeUserid(pattern, '+123456789012345', below)).success).toBe(true)
      }),
    )
  })

  it('is filled with digits without a leading zero, and with the digits of the mobile number', () => {
    expect(makeUserid('{digits:4}-{mobile}', '+33 612', () => 0)).toBe('1000-33612')
    expect(makeUserid('{digits:10}', '', (bound) => bound - 1)).toBe('9999999999')
  })
})

describe('a generated password', () => {
  it('follows the rules for typed passwords, and has no characters that are easily confused', () => {
    for (let round = 0; round < 200; round++) {
      const password = makePassword(below)
      expect(chosenPasswordSchema.safeParse(password).success).toBe(true)
      expect(password).toMatch(/^[^0O1lIi]{10}$/)
    }
  })

  it('can contain every character of its alphabet', () => {
    const seen = new Set(Array.from({ length: 400 }, () => makePassword(below)).join(''))
    expect(seen.size).toBe(31)
  })

  it('is valid, and so is a user ID of digits, but not an empty user ID', () => {
    expect(chosenPasswordSchema.safeParse(makePassword(below)).success).toBe(true)
    expect(useridSchema.safeParse('4820913775').success).toBe(true)
    expect(useridSchema.safeParse('').success).toBe(false)
  })
})
