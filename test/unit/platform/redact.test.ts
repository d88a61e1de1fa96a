import { array, assert, constantFrom, nat, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor, redacted, rememberRedactors } from '../../../src/platform/redact.ts'

/** Every encoding in which a platform might quote a secret. */
const writings: readonly (readonly [string, (secret: string) => string])[] = [
  ['raw', (secret) => secret],
  ['percent-encoded', encodeURIComponent],
  [
    'percent-encoded in lower case',
    (secret) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  ],
  ['percent-encoded twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['as a form', (secret) => new URLSearchParams({ a: secret }).toString().slice(2)],
  ['in JSON', (secret) => JSON.stringify(secret).slice(1, -1)],
  ['in JSON in JSON', (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
  [
    'in JSON of code points',
    (secret) => secret.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  ['in XML', (secret) => secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
  ['in numbered entities', (secret) => Array.from(secret, (one) => `&#${one.codePointAt(0)};`).join('')],
  [
    'in hexadecimal entities',
    (secret) => Array.from(secret, (one) => `&#x${one.codePointAt(0)?.toString(16)};`).join(''),
  ],
  ['in base64', (secret) => Buffer.from(secret).toString('base64').replace(/=+$/, '')],
]
const secret = 'aZ9+/ "&<ü😀\\x'

/** The same secret raw, in JSON in JSON, and in base64 by itself and between others. */
const pieces = (secret: string) => [
  secret,
  JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  Buffer.from(secret).toString('base64'),
  Buffer.from(`x${secret}yz`).toString('base64'),
]

describe('a secret in a text', () => {
  test.each(writings)('is removed if it is written %s', (_, write) => {
    const written = write(secret)
    expect(createRedactor([secret]).text(`before ${written} after`)).toBe(`before ${redacted} after`)
  })

  test('is removed from base64 at any offset and in either alphabet', () => {
    const token = '??>>secret-token??>>'
    for (const before of ['', 'a', 'ab', 'abc']) {
      const encoded = Buffer.from(`${before}${token};more`).toString('base64')
      for (const text of [encoded, encoded.replaceAll('+', '-').replaceAll('/', '_')])
        expect(createRedactor([token]).text(text)).toContain(redacted)
    }
  })

  test('is removed in every encoding, whatever the secret is', () => {
    assert(
      property(string({ minLength: 4, maxLength: 40, unit: 'grapheme' }), nat(writings.length - 1), (one, which) => {
        const write = writings[which]?.[1] ?? String
        expect(createRedactor([one]).text(write(one))).toBe(redacted)
      }),
      { seed: 20260301, numRuns: 500 },
    )
  })

  test('is removed in the same way from texts with and without escape characters', () => {
    const secretText = string({
      minLength: 4,
      maxLength: 12,
      unit: constantFrom('a', 'Z', '9', '+', '/', ' ', 'é', '😀', '"', '\\'),
    })
    const between = constantFrom(' and ', '\\"', '\\\\\\"', '\\', '"')
    assert(
      property(secretText, array(nat({ max: 4 }), { maxLength: 6 }), between, (secret, drawn, sign) => {
        const text = drawn.map((at) => pieces(secret)[at] ?? secret.slice(1)).join(sign)
        const redactor = createRedactor([secret, 'another-secret'])
        // With the percent sign the pattern is tried in any case.
        expect(`${redactor.text(text)}%`).toBe(redactor.text(`${text}%`))
      }),
    )
  })

  test('is removed before a shorter secret with which it begins', () => {
    expect(createRedactor(['abcd', 'abcdef']).text('abcdef abcd')).toBe(`${redacted} ${redacted}`)
  })
})

test('a secret that is too short is not removed', () => {
  expect(createRedactor(['0', '', 'ab']).text('0 ab 100')).toBe('0 ab 100')
})

test.each([
  ['backslashes', '\\'.repeat(1_000_000)],
  ['parts of secrets', 'secre'.repeat(200_000)],
  ['zeros', '&#0'.repeat(200_000)],
])('a large text of %s stays unchanged', (_, text) => {
  expect(createRedactor(['secret']).text(text) === text).toBe(true)
})

test.each(writings)('a secret with many backslashes is removed if it is written %s', (_, write) => {
  const one = `a${'\\'.repeat(12)}b`
  expect(createRedactor([one]).text(`before ${write(one)} after`)).toBe(`before ${redacted} after`)
})

test('a long text of backslashes stays unchanged, even if the secret has many backslashes', () => {
  const text = '\\'.repeat(20_000)
  expect(createRedactor([`${'\\'.repeat(12)}x`]).text(text)).toBe(text)
})

describe('cached redactors', () => {
  test('remove a longer secret before a shorter one with which it begins, whichever is given first', () => {
    const redactorOf = rememberRedactors()

    for (const secrets of [
      ['abcd', 'abcdef'],
      ['abcdef', 'abcd'],
    ])
      expect(redactorOf(secrets).text('abcdef abcd abce')).toBe(`${redacted} ${redacted} abce`)
  })

  test('remove the same texts as new redactors, even after many other secrets', () => {
    const redactorOf = rememberRedactors()
    const others = Array.from({ length: 100 }, (_, index) => `secret-${index}-of-somebody`)

    for (const one of [secret, ...others, secret]) {
      const written = writings.map(([, write]) => write(one)).join(' ')
      expect(redactorOf(['a-token-of-all', one]).text(`${written} a-token-of-all`)).toBe(
        createRedactor(['a-token-of-all', one]).text(`${written} a-token-of-all`),
      )
    }
  })

  test('do not remove the secrets of other redactors', () => {
    const redactorOf = rememberRedactors()
    redactorOf(['geheim'])

    expect(redactorOf([]).text('geheim 0')).toBe('geheim 0')
    expect(redactorOf(['0']).text('geheim 0')).toBe('geheim 0')
  })
})
