import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsAtFault } from '../../../../src/main/bridge/dispatch.ts'
const faults = (schema: z.ZodType, value: unknown) => fieldsAtFault(schema.safeParse(value).error ?? new z.ZodError([]))

test('a fault is reported by the name of the broken rule, or by the kind of the fault if the rule has no name', () => {
  const schema = z.object({ a: z.string().min(1, 'required'), b: z.object({ c: z.int() }) })
  expect(faults(schema, { a: '', b: { c: 'x' } })).toEqual({ a: 'required', 'b.c': 'invalid-type' })
})

test('a field that breaks several rules is listed with the first rule only', () => {
  expect(faults(z.object({ a: z.string().min(3, 'short').regex(/^\d/, 'digits') }), { a: 'x' })).toEqual({ a: 'short' })
})

test('a faulty field whose name the sender chose is listed as "?"', () => {
  const secret = `pass word ${randomUUID()}`
  expect(faults(z.record(z.string(), z.number()), { [secret]: 'x' })).toEqual({ '?': 'invalid-type' })
})

test('the report on a request with a thousand faults lists 50 of them', () => {
  expect(
    Object.keys(
      faults(
        z.array(z.string()),
        Array.from({ length: 1000 }, () => 1),
      ),
    ),
  ).toHaveLength(50)
})

test('a fault in a value that may have several forms is reported for the form that the value has', () => {
  const text = z.string().refine((value) => value === 'all', 'not-all')
  const schema = z.object({ rows: z.union([text, z.array(z.object({ line: z.int().min(1, 'too-low') })).min(1)]) })
  expect(faults(schema, { rows: [{ line: 0 }] })).toEqual({ 'rows.0.line': 'too-low' })
  expect(faults(schema, { rows: [] })).toEqual({ rows: 'too-small' })
  expect(faults(schema, { rows: 'none' })).toEqual({ rows: 'not-all' })
  expect(faults(schema, { rows: 7 })).toEqual({ rows: 'invalid-union' })
})
