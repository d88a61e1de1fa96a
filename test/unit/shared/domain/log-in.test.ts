import { randomInt } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chosenPasswordSchema,
  knownPasswordSchema,
  knownUseridSchema,
  logInPatternSchema,
  logInSchema,
  makePassword,
  makeUserid,
  useridSchema,
} from '../../../../src/shared/domain/log-in.ts'

const firstProblem = (parsed: { readonly error?: { readonly issues: readonly { readonly message: string }[] } }) =>
  parsed.error?.issues[0]?.message
const below = (bound: number): number => randomInt(bound)

describe('a password that a person chooses', () => {
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
  ])('%j is marked %s', (password, problem) => {
    expect(firstProblem(chosenPasswordSchema.safeParse(password))).toBe(problem)
  })
})

describe('the log-in of a customer who exists', () => {
  it('may have been made shorter or stranger than one made here', () => {
    expect(knownPasswordSchema.safeParse('ab').success).toBe(true)
    expect(knownUseridSchema.parse(' jo&co/münchen ')).toBe('jo&co/münchen')
  })

  it.each([
    ['', 'required'],
    ['two words', 'userid-characters'],
    ['a\u0000b', 'userid-characters'],
    ['\uD800', 'userid-characters'],
    ['x'.repeat(65), 'userid-long'],
  ])('%j is marked %s', (userid, problem) => {
    expect(firstProblem(knownUseridSchema.safeParse(userid))).toBe(problem)
  })

  it('has no password 0, which is how the platform is told that it is not known', () => {
    expect(firstProblem(knownPasswordSchema.safeParse('0'))).toBe('password-zero')
  })
})

describe('a log-in that a person types', () => {
  it.each([
    ['', 'required'],
    ['amélie', 'userid-characters'],
    ['a b', 'userid-characters'],
    ['x'.repeat(65), 'userid-long'],
  ])('%j is marked %s', (userid, problem) => {
    expect(firstProblem(useridSchema.safeParse(userid))).toBe(problem)
  })
})

describe('the pattern of log-ins', () => {
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
  ])('%j is marked %s', (pattern, problem) => {
    expect(firstProblem(logInPatternSchema.safeParse(pattern))).toBe(problem)
  })

  it('makes log-ins that the platform and a remote control take, whatever the pattern', () => {
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

  it('is filled with digits, none of them a leading zero, and with the digits of the mobile', () => {
    expect(makeUserid('{digits:4}-{mobile}', '+33 612', () => 0)).toBe('1000-33612')
    expect(makeUserid('{digits:10}', '', (bound) => bound - 1)).toBe('9999999999')
  })
})

describe('a password made here', () => {
  it('is one a person could have chosen, without characters that are mistaken for others', () => {
    for (let round = 0; round < 200; round++) {
      const password = makePassword(below)
      expect(chosenPasswordSchema.safeParse(password).success).toBe(true)
      expect(password).toMatch(/^[^0O1lIi]{10}$/)
    }
  })

  it('uses the whole of its alphabet', () => {
    const seen = new Set(Array.from({ length: 400 }, () => makePassword(below)).join(''))
    expect(seen.size).toBe(31)
  })

  it('goes with its userid', () => {
    const password = makePassword(below)
    expect(logInSchema.safeParse({ userid: '4820913775', password }).success).toBe(true)
    expect(logInSchema.safeParse({ userid: '', password }).success).toBe(false)
  })
})
