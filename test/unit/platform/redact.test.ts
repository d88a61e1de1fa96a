import { array, assert, constantFrom, nat, oneof, property, string } from 'fast-check'
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
  ['in hexadecimal', (secret) => Buffer.from(secret.toWellFormed()).toString('hex')],
  ['in hexadecimal in upper case', (secret) => Buffer.from(secret.toWellFormed()).toString('hex').toUpperCase()],
]
/** The encodings in which each character is still by itself. */
const textWritings = writings.slice(0, -3)
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

const guid = 'B7E1F0C2-93AD-4E5B-8C11-0D2F6A9E7754'
const digits = guid.replaceAll('-', '')
const guids = [guid, guid.toLowerCase(), digits, digits.toLowerCase(), `{${guid}}`]

/** The ways in which platforms write a GUID. */
const guidForms: readonly (readonly [string, string])[] = [
  ['as it is', guid],
  ['in lower case', guid.toLowerCase()],
  ['in mixed case', guid.replaceAll('E', 'e')],
  ['without dashes', digits],
  ['without dashes in lower case', digits.toLowerCase()],
  ['with underscores', guid.toLowerCase().replaceAll('-', '_')],
  ['in other groups', digits.match(/.{4}/g)?.join('-') ?? ''],
]

/** A token in several spellings, as a part, and in base64. */
const spellings = (one: string) =>
  [
    one,
    one.toLowerCase(),
    one.toUpperCase(),
    one.slice(0, 17),
    one.slice(-17),
    one.replaceAll('-', ''),
    'a-K9',
  ].flatMap((spelling) => [spelling, Buffer.from(spelling).toString('base64'), `${spelling.slice(1)} \\"`])

describe('a token in a text', () => {
  const token = 'Sk_Live+8/"Zürich&Ä😀x'

  test.each(writings)('is removed in any case if it is written %s', (_, write) => {
    for (const cased of [token, token.toLowerCase(), token.toUpperCase()])
      expect(createRedactor([], [token]).text(`before ${write(cased)} after`)).toBe(`before ${redacted} after`)
  })

  describe.each(guidForms)('that is a GUID, %s,', (_, form) => {
    test.each(textWritings)('is removed if it is written %s', (__, write) => {
      for (const one of guids)
        expect(createRedactor([], [one]).text(`before ${write(form)} after`)).toBe(`before ${redacted} after`)
    })
  })

  test('that is a GUID is removed from base64 in either case, with and without dashes', () => {
    for (const one of guids)
      for (const written of guids)
        for (const cased of [written.toLowerCase(), written.toUpperCase()])
          for (const before of ['', 'a', 'ab']) {
            const hidden = createRedactor([], [one]).text(btoa(`${before}${cased}`))
            expect(hidden.length).toBeLessThan(redacted.length + 9)
            expect(hidden).toContain(redacted)
          }
  })

  test('that is a GUID is removed in braces', () => {
    for (const one of guids)
      expect(createRedactor([], [one]).text(`{${guid.toLowerCase()}}, {${digits}}`)).toBe(
        `{${redacted}}, {${redacted}}`,
      )
  })

  test.each(textWritings)('is removed if a long part of it is written %s', (_, write) => {
    for (const one of [guid, 'tok-9fA/73 c15"e40&d8Bb'])
      for (let length = 16; length < one.length; length += 1)
        for (const part of [one.slice(0, length), one.slice(-length)].filter((some) => !/^-|-$/.test(some)))
          // The backslashes that escape the first character may stay.
          expect(createRedactor([], [one]).text(`before ${write(part.toLowerCase())} after`)).toMatch(
            /^before \\*••• after$/,
          )
  })

  test('is removed if only its beginning or its end is there, beside other words', () => {
    const redactor = createRedactor([], [guid])
    expect(redactor.text(`${guid.slice(0, 18)}... is not ...${guid.toLowerCase().slice(-20)}.`)).toBe(
      `${redacted}... is not ...${redacted}.`,
    )
    expect(redactor.text(`${digits.slice(1)}${digits.slice(0, -1)}`)).toBe(redacted.repeat(2))
  })

  test('is not removed if only a short part of it is there, or its middle', () => {
    const text = `${guid.slice(0, 15)} ${guid.slice(-14)} ${guid.slice(4, 28)}`
    expect(createRedactor([], [guid]).text(text)).toBe(text)
    expect(createRedactor([], ['a-secret-of-20-letters']).text('a-secret-of-20- 20-letters')).toBe(
      'a-secret-of-20- 20-letters',
    )
  })

  test('is removed as a whole after its own beginning', () => {
    const token = `${'ab'.repeat(8)}xyz`
    expect(createRedactor([], [token]).text(`abab${token} ${token.slice(0, -1)}`)).toBe(`abab${redacted} ${redacted}`)
  })

  test('is removed in the same way from texts with and without escape characters', () => {
    const tokens = string({
      minLength: 8,
      maxLength: 24,
      unit: constantFrom('a', 'B', 'k', 's', '9', '+', '-', 'é', 'ß', 'İ', 'ſ', '"', '\\'),
    })
    const between = constantFrom(' and ', '\\"', '-', '"')
    assert(
      property(
        oneof(tokens, constantFrom(...guids)),
        array(nat({ max: 20 }), { maxLength: 6 }),
        between,
        (token, drawn, sign) => {
          const text = drawn.map((at) => spellings(token)[at]).join(sign)
          const redactor = createRedactor(['another-secret'], [token])
          expect(`${redactor.text(text)}%`).toBe(redactor.text(`${text}%`))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('is removed, whatever the token is and however much of it is there', () => {
    const tokens = string({ minLength: 17, maxLength: 40, unit: 'grapheme-ascii' }).filter(
      (one) => !one.includes('\\') && new Set(one.slice(0, 16)).size > 8,
    )
    assert(
      property(tokens, nat(23), nat(textWritings.length - 1), (token, missing, which) => {
        const write = textWritings[which]?.[1] ?? String
        const length = Math.max(16, token.length - missing)
        for (const part of [token.slice(0, length), token.slice(-length)])
          expect(createRedactor([], [token]).text(`→${write(part)}→`)).toMatch(/^→\\*•••→$/)
      }),
      { seed: 20260302, numRuns: 40 },
    )
  })
})

test('a password is removed only in its own case and as a whole', () => {
  const text = 'GEHEIM Geheim a-long-password-of-a-cust'
  expect(createRedactor(['geheim', 'a-long-password-of-a-customer'], [guid]).text(`geheim ${text}`)).toBe(
    `${redacted} ${text}`,
  )
})

test('a token that may be a word is removed only in its own case', () => {
  expect(createRedactor(['north'], ['south']).text('north North south South')).toBe(
    `${redacted} North ${redacted} South`,
  )
})

test.each([
  ['2026', '{"userid":"20261234","end":"2026-12-31","other":"31.12.2026"}'],
  ['2026', String.raw`{"end":"31\/12\/2026","model":"Premium2026"}`],
  ['user', 'The user1234 and the superuser exist already, %'],
])('a short password %s stays inside a word, a number and a date: %s', (secret, text) => {
  expect(createRedactor([secret]).text(text)).toBe(text)
})

test.each([
  ['2026', '2026', redacted],
  ['2026', 'pass_2026_', `pass_${redacted}_`],
  ['2026', 'http://a.example/live/4820913775/2026/1.ts', `http://a.example/live/4820913775/${redacted}/1.ts`],
  ['2026', 'a%3D2026%26b%252C2026', `a%3D${redacted}%26b%252C${redacted}`],
  ['2026', String.raw`{"a":"\n2026 \u00222026\u0022"}`, String.raw`{"a":"\n${redacted} \u0022${redacted}\u0022"}`],
  ['user', 'user, &#117;ser; user1', `${redacted}, ${redacted}; user1`],
  ['ab12c', 'xab12cd', `x${redacted}d`],
])('a short password %s is removed as a whole word, also after an escape: %s', (secret, text, clean) => {
  expect(createRedactor([secret]).text(text)).toBe(clean)
})

test('a secret that is too short is not removed', () => {
  expect(createRedactor(['0', '', 'ab']).text('0 ab 100')).toBe('0 ab 100')
})

test.each([
  ['backslashes', '\\'.repeat(1_000_000)],
  ['parts of secrets', 'secre'.repeat(200_000)],
  ['zeros', '&#0'.repeat(200_000)],
])('a large text of %s stays unchanged', (_, text) => {
  expect(createRedactor(['secret'], [guid]).text(text) === text).toBe(true)
})

test.each(writings)('a secret with many backslashes is removed if it is written %s', (_, write) => {
  const one = `a${'\\'.repeat(12)}b`
  expect(createRedactor([one]).text(`before ${write(one)} after`)).toBe(`before ${redacted} after`)
})

test('a long text of backslashes stays unchanged, even if the secret has many backslashes', () => {
  const text = '\\'.repeat(20_000)
  expect(createRedactor([`${'\\'.repeat(12)}x`]).text(text)).toBe(text)
})

test('a large text of parts of a token is masked in time', () => {
  const [beginnings, ends] = [digits.slice(0, -1).toLowerCase(), guid.slice(1)]
  for (const part of [beginnings, ends]) {
    const text = `${part} `.repeat(30_000)
    expect(createRedactor([], [guid]).text(text) === `${redacted} `.repeat(30_000)).toBe(true)
  }
})

describe('cached redactors', () => {
  test('find a token in other spellings, and the same secret as a password in its own', () => {
    const redactorOf = rememberRedactors()
    for (let turn = 0; turn < 2; turn += 1) {
      expect(redactorOf([], [guid]).text(digits.toLowerCase())).toBe(redacted)
      expect(redactorOf([guid]).text(`${guid} ${digits}`)).toBe(`${redacted} ${digits}`)
    }
  })

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
