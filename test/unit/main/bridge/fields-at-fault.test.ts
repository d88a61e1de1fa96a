import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsAtFault } from '../../../../src/main/bridge/dispatch.ts'
const faults = (schema: z.ZodType, value: unknown) => fieldsAtFault(schema.safeParse(value).error ?? new z.ZodError([]))

test('a rule with a name of its own is called by it, any other by its kind', () => {
  const schema = z.object({ a: z.string().min(1, 'required'), b: z.object({ c: z.int() }) })
  expect(faults(schema, { a: '', b: { c: 'x' } })).toEqual({ a: 'required', 'b.c': 'invalid-type' })
})

test('of several rules broken at one path the first is named', () => {
  expect(faults(z.object({ a: z.string().min(3, 'short').regex(/^\d/, 'digits') }), { a: 'x' })).toEqual({ a: 'short' })
})

test('a key that was sent is not repeated where it may be anything', () => {
  const secret = `pass word ${randomUUID()}`
  expect(faults(z.record(z.string(), z.number()), { [secret]: 'x' })).toEqual({ '?': 'invalid-type' })
})

test('a thousand faults are cut short', () => {
  expect(
    Object.keys(
      faults(
        z.array(z.string()),
        Array.from({ length: 1000 }, () => 1),
      ),
    ),
  ).toHaveLength(50)
})
