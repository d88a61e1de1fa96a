import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { t } from '../../../../src/renderer/src/locale.ts'
import { sayRule } from '../../../../src/renderer/src/ui/text-field.tsx'
import { intentSchema } from '../../../../src/shared/domain/activation.ts'
import { connectionSchema } from '../../../../src/shared/domain/connection/connection.ts'
import {
  chosenPasswordSchema,
  customerSchema,
  logInPatternSchema,
  planSchema,
  useridSchema,
} from '../../../../src/shared/domain/customer/customer.ts'
import { northConnection } from '../../../fakes/world.ts'

const long = 'a'.repeat(600)
const box = { identifier: { kind: 'mac', value: '001A794EB20F' }, raw: '', model: '' }
const plan = { productid: '1', months: 1, days: 0, renewalinterval: 1 }

const bad: readonly (readonly [z.ZodType, unknown])[] = [
  [customerSchema, Object.fromEntries(Object.keys(customerSchema.shape).map((field) => [field, '']))],
  [customerSchema, Object.fromEntries(Object.keys(customerSchema.shape).map((field) => [field, long]))],
  [chosenPasswordSchema, '0'],
  [chosenPasswordSchema, 'ab'],
  [chosenPasswordSchema, 'a b c d'],
  [chosenPasswordSchema, long],
  [useridSchema, ''],
  [useridSchema, 'a b'],
  [useridSchema, long],
  [logInPatternSchema, 'fixed'],
  [logInPatternSchema, 'a b'],
  [planSchema, { ...plan, months: 0 }],
  [planSchema, { ...plan, days: 3 }],
  [planSchema, { ...plan, months: 1.5 }],
  [planSchema, { ...plan, renewalinterval: 0 }],
  [planSchema, { ...plan, months: 5000 }],
  [connectionSchema, { ...northConnection, baseUrl: 'nowhere', name: '', extraCustomerFilter: 'a-b' }],
  [intentSchema, { kind: 'hostname', box, hostname: '' }],
  [intentSchema, { kind: 'hostname', box, hostname: 'a b' }],
]

describe('the message of a rule', () => {
  it.each(bad.map(([schema, value]) => [JSON.stringify(value).slice(0, 60), schema, value] as const))(
    'is specific for every problem in %s',
    (_, schema, value) => {
      const codes = (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message)
      expect(codes.length).toBeGreaterThan(0)
      for (const code of codes) expect([code, sayRule(code)]).not.toEqual([code, t('rules.other')])
    },
  )

  it('is the general one for an unknown code, and does not exist without a code', () => {
    expect(sayRule('constructor')).toBe(t('rules.other'))
    expect(sayRule(undefined)).toBeUndefined()
    expect(sayRule('')).toBeUndefined()
  })
})
