import { expect, test } from 'vitest'
import { findDialect } from '../../../../src/main/handlers/connections/connection-handlers.ts'
test.each([
  ['JSON inside a JSON text', ['[]', JSON.stringify('{"userid":"1"}')], 'classic'],
  ['a bare message beside plain lists', ['[{"userid":"1"}]', '{"Message":"No such customer"}'], 'classic'],
  ['an envelope with an outcome', ['{"success":true,"data":{}}', '{"success":false,"message":"no"}'], 'modern'],
  ['plain JSON only', ['{"customers":[{"userid":"1"}]}'], 'modern'],
  ['bare words', ['{"1":"Active"}', 'ERROR: no such customer'], 'terse'],
  ['words in quotes', ['"Active"'], 'terse'],
  ['XML', ['<Customers><Customer><userid>1</userid></Customer></Customers>'], 'unknown'],
  ['a web page', ['<!doctype html><p>Hello'], 'unknown'],
  ['a body that was cut short', ['{"customers":['], 'unknown'],
  ['an empty body', [], 'unknown'],
])('the dialect of %s is recognized', (_, answers, dialect) => {
  expect(findDialect(answers)).toBe(dialect)
})
