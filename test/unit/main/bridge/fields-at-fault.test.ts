import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsAtFault } from '../../../../src/main/bridge/dispatch.ts'
const faults = (schema: z.ZodType, value: unknown) => fieldsAtFault(schema.safeParse(value).error ?? new z.ZodError([]))

test('names a rule by its own name, or else by its kind', () => {
  const schema = z.object({ a: z.string().min(1, 'required'), b: z.object({ c: z.int() }) })
  expect(faults(schema, { a: '', b: { c: 'x' } })).toEqual({ a: 'required', 'b.c': 'invalid-type' })
})

test('names only the first of several rules that are broken at one path', () => {
  expect(faults(z.object({ a: z.string().min(3, 'short').regex(/^\d/, 'digits') }), { a: 'x' })).toEqual({ a: 'short' })
})

test('shows "?" instead of a key that the sender chose', () => {
  const secret = `pass word ${randomUUID()}`
  expect(faults(z.record(z.string(), z.number()), { [secret]: 'x' })).toEqual({ '?': 'invalid-type' })
})

test('lists at most 50 of a thousand faults', () => {
  expect(
    Object.keys(
      faults(
        z.array(z.string()),
        Array.from({ length: 1000 }, () => 1),
      ),
    ),
  ).toHaveLength(50)
})
