import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chosenPasswordSchema } from '../../../../src/shared/domain/customer/customer.ts'
import { rules, wireDateSchema, wireTextSchema } from '../../../../src/platform/catalogue/operation.ts'
const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: string) =>
  schema.safeParse(value).success

describe('the check of values before sending', () => {
  it('accepts any text that can be percent-encoded, and no other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        expect(takes(wireTextSchema, text)).toBe(true)
        expect(() => encodeURIComponent(text)).not.toThrow()
      }),
    )
    expect(takes(wireTextSchema, 'a\udfffb')).toBe(false)
    expect(takes(wireTextSchema, '')).toBe(false)
  })

  it('accepts every password that may be chosen, and the password 0', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9!#@=()_$+-]{4,64}$/), (password) => {
        expect(takes(chosenPasswordSchema, password)).toBe(true)
        expect(takes(rules.password.schema, password)).toBe(true)
      }),
    )
    expect(takes(rules.password.schema, '0')).toBe(true)
    expect(takes(rules.password.schema, 'pass\n')).toBe(false)
  })

  it.each(['AA:BB:CC:DD:EE:FF', 'aa-bb-cc-dd-ee-ff', 'AABBCCDDEEFF', 'SN-2024/0042.7', 'AB123456789'])(
    'accepts %s as a box',
    (text) => {
      expect(takes(rules.uuid.schema, text)).toBe(true)
    },
  )

  it.each(['AA:BB:CC:DD:EE', 'AA:BB:CC:DD:EE:FG', 'AA BB CC DD EE FF', 'abc', 'SN 12345', 'Ä1234'])(
    'rejects %s as a box',
    (text) => {
      expect(takes(rules.uuid.schema, text)).toBe(false)
    },
  )

  it('accepts only days that exist in the calendar', () => {
    expect(takes(wireDateSchema, '2028-02-29')).toBe(true)
    for (const text of ['2027-02-29', '2026-13-01', '26-01-01', '2026-1-1', '2026-01-01T00:00'])
      expect(takes(wireDateSchema, text)).toBe(false)
  })
})

describe('the quick test of a rule', () => {
  const tested = Object.entries(rules).flatMap(([name, rule]) =>
    'test' in rule ? [[name, rule.test, rule.schema] as const] : [],
  )

  it.each(tested)('agrees with the schema of the rule: %s', (_, test, schema) => {
    const sign = fc.constantFrom(
      '0',
      '1',
      '9',
      'a',
      'A',
      'f',
      'Z',
      ':',
      '-',
      ';',
      '!',
      '@',
      '_',
      '+',
      ' ',
      '\n',
      '\ud83d',
      'ü',
    )
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: sign, maxLength: 45 }), fc.string({ unit: 'binary' })), (text) => {
        expect(test(text)).toBe(takes(schema, text))
      }),
      { numRuns: 500 },
    )
    for (const text of ['', '0', '12', '12345', 'x'.repeat(2000), 'x'.repeat(2001), 'AA:BB:CC:DD:EE:FF', 'a\udfffb'])
      expect(test(text)).toBe(takes(schema, text))
  })

  it('exists for most rules', () => {
    expect(tested.map(([name]) => name)).toContain('text')
    expect(tested.length).toBeGreaterThan(5)
  })
})
