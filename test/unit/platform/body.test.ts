import { expect, test } from 'vitest'
import { readBody, type Body } from '../../../src/platform/body.ts'

const data = (value: unknown) => ({ kind: 'data', data: value })
const text = (words: string) => ({ kind: 'text', text: words })
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each<readonly [string, string, unknown]>([
  ['nothing', '', { kind: 'empty' }],
  ['white space and a byte order mark', '\uFEFF \r\n', { kind: 'empty' }],
  ['an empty JSON text', '""', { kind: 'empty' }],
  ['JSON', ' {"a":1} ', data({ a: 1 })],
  ['JSON behind a byte order mark', '\uFEFF[1]', data([1])],
  ['JSON in one layer of text', JSON.stringify('{"a":"b"}'), data({ a: 'b' })],
  ['JSON in two layers of text', JSON.stringify(JSON.stringify('[true]')), data([true])],
  ['JSON in three layers of text', JSON.stringify(JSON.stringify(JSON.stringify('[1]'))), text('[1]')],
  ['null', 'null', data(null)],
  ['a flag', 'false', data(false)],
  ['a number', '12', data(12)],
  ['digits in quotes', '"0012"', text('0012')],
  ['a long number', '{"userid":12345678901234567890}', data({ userid: '12345678901234567890' })],
  ['words', 'Customer not found', text('Customer not found')],
  ['words in quotes', '"OK"', text('OK')],
  ['words that begin with a digit', '404 page not found', text('404 page not found')],
  ['a MAC address', '00:1A:79:00:00:01', text('00:1A:79:00:00:01')],
  ['cut JSON', '{"a":', { kind: 'broken' }],
  ['cut JSON in a text', JSON.stringify('{"a":'), { kind: 'broken' }],
  ['a cut text', '"abc', { kind: 'broken' }],
  ['JSON and more', '{"a":1}{"a":2}', { kind: 'broken' }],
  ['JSON too deep', nested(10_000), { kind: 'broken' }],
  ['a page', '<!DOCTYPE html><html></html>', { kind: 'html' }],
  ['a page with a comment before it', '<!-- IIS -->\n<HTML><body/></HTML>', { kind: 'html' }],
  ['a piece of a page', '<h1>Success</h1>', { kind: 'html' }],
  ['XML', '<?xml version="1.0"?><a><b>001</b><b/></a>', data({ a: { b: ['001', ''] } })],
  ['XML with name spaces and attributes', '<x:a xmlns:x="u" n="1"><x:b>c</x:b></x:a>', data({ a: { b: 'c' } })],
  ['XML with character references', '<a><b>&#65;&amp;&lt;</b></a>', data({ a: { b: 'A&<' } })],
  ['JSON in XML', '<string>{&quot;a&quot;:1}</string>', data({ a: 1 })],
  ['words in XML', '<string>OK</string>', text('OK')],
  ['an empty list in XML', '<ArrayOfDevice xmlns="u"/>', data([])],
  ['an empty element', '<status/>', { kind: 'empty' }],
  ['cut XML', '<a><b>1</b>', { kind: 'broken' }],
  ['XML that declares entities', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', { kind: 'broken' }],
  ['XML with a name made to harm', '<a><__proto__><b>1</b></__proto__></a>', { kind: 'broken' }],
  ['XML too deep', '<a>'.repeat(200) + '</a>'.repeat(200), { kind: 'broken' }],
])('%s', (_, body, expected) => {
  expect(readBody(body)).toEqual(expected)
})

test('a name made to harm stays an ordinary key in JSON', () => {
  const body: Body = readBody('{"__proto__":{"polluted":true}}')
  expect(body.kind).toBe('data')
  expect(Object.prototype).not.toHaveProperty('polluted')
})

test.each([
  ['backslashes', '\\'.repeat(1_000_000)],
  ['comments', `${'<!---->'.repeat(100_000)}<a/>`],
  ['open comments', '<!--'.repeat(200_000)],
  ['open objects', '{"a":'.repeat(200_000)],
])('a large body of %s is read in one pass', (_, body) => {
  expect(['broken', 'text', 'data', 'empty']).toContain(readBody(body).kind)
})
