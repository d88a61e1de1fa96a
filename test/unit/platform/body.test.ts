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
  ['a boolean', 'false', data(false)],
  ['a number', '12', data(12)],
  ['digits in quotes', '"0012"', text('0012')],
  ['a long number', '{"userid":12345678901234567890}', data({ userid: '12345678901234567890' })],
  ['words', 'Customer not found', text('Customer not found')],
  ['words in quotes', '"OK"', text('OK')],
  ['words that begin with a digit', '404 page not found', text('404 page not found')],
  ['a MAC address', '00:1A:79:00:00:01', text('00:1A:79:00:00:01')],
  ['a row with an empty value at its end', ' a\tb\t\r\n', text('a\tb\t')],
  ['JSON that was cut short', '{"a":', { kind: 'broken' }],
  ['JSON in a text that was cut short', JSON.stringify('{"a":'), { kind: 'broken' }],
  ['a text that was cut short', '"abc', { kind: 'broken' }],
  ['text after the end of the JSON', '{"a":1}{"a":2}', { kind: 'broken' }],
  ['JSON that is nested too deep', nested(10_000), { kind: 'broken' }],
  ['an HTML page', '<!DOCTYPE html><html></html>', { kind: 'html' }],
  ['an HTML page with a comment before it', '<!-- IIS -->\n<HTML><body/></HTML>', { kind: 'html' }],
  ['a piece of an HTML page', '<h1>Success</h1>', { kind: 'html' }],
  ['the JSON of a captive network', '{"captive":true}', { kind: 'html' }],
  ['XML', '<?xml version="1.0"?><a><b>001</b><b/></a>', data({ a: { b: ['001', ''] } })],
  ['XML with name spaces', '<x:a xmlns:x="u" xmlns="v"><x:b>c</x:b></x:a>', data({ a: { b: 'c' } })],
  ['XML with character references', '<a><b>&#65;&amp;&lt;</b></a>', data({ a: { b: 'A&<' } })],
  ['JSON in XML', '<string>{&quot;a&quot;:1}</string>', data({ a: 1 })],
  ['words in XML', '<string>OK</string>', text('OK')],
  ['an empty list in XML', '<ArrayOfDevice xmlns="u"/>', data([])],
  ['an empty list of results in XML', '<Results></Results>', data([])],
  ['an empty list inside XML', '<r><Results/><Total>0</Total></r>', data({ r: { Results: [], Total: '0' } })],
  ['an empty list of XML with a name space', '<Items xmlns="u"/>', data([])],
  ['an empty text that ends like a list', '<r><Address/></r>', data({ r: { Address: '' } })],
  ['attributes', '<c id="1"><n>A</n></c>', data({ c: { id: '1', n: 'A' } })],
  ['a text with attributes', '<r code="0">OK</r>', data({ r: { code: '0', text: 'OK' } })],
  ['a value in an attribute', '<c><s value="Active"/></c>', data({ c: { s: 'Active' } })],
  ['fields by name', '<c><field name="a" value="1"/><field name="b" value=""/></c>', data({ c: { a: '1', b: '' } })],
  [
    'two fields that an attribute gives the same name, which become a list',
    '<c><f name="count" value="2"/><f name="a" value="1"/><f name="a" value="2"/></c>',
    data({ c: { count: '2', a: ['1', '2'] } }),
  ],
  [
    'an element with a name, a value and more',
    '<c><f name="a" value="1" x="2"/></c>',
    data({ c: { f: { name: 'a', value: '1', x: '2' } } }),
  ],
  ['a nil element', '<c><a nil="true"/><b/></c>', data({ c: { a: null, b: '' } })],
  [
    'attributes of XML itself',
    '<c xml:lang="en" schemaLocation="u"><a type="xs:string">b</a></c>',
    data({ c: { a: 'b' } }),
  ],
  ['words under a name that means something', '<Failed>none</Failed>', data({ Failed: 'none' })],
  ['words under a name that means nothing', '<LogInResult>OK</LogInResult>', text('OK')],
  ['objects on lines', '{"a":1}\n{"a":2}\n', data([{ a: 1 }, { a: 2 }])],
  ['objects on lines, one of them cut', '{"a":1}\n{"a":', { kind: 'broken' }],
  ['an object and a number on lines', '{"a":1}\n2', { kind: 'broken' }],
  ['a name that occurs twice', '{"a":1,"a":2}', { kind: 'broken' }],
  ['a name that occurs twice, deep inside', '{"l":[{"x":{"a":1,"b":[],"a":2}}]}', { kind: 'broken' }],
  ['a name that occurs in two objects', '{"l":[{"a":1},{"a":2}],"a":"b"}', data({ l: [{ a: 1 }, { a: 2 }], a: 'b' })],
  ['a name with an escaped quote', String.raw`{"a\":":1,"b":"\","}`, data({ 'a":': 1, b: '",' })],
  ['a name with a space before its colon twice', '{"a" :1,"a"\n: 2}', { kind: 'broken' }],
  ['a name that is also a value', '{"a":"a","b":"a"}', data({ a: 'a', b: 'a' })],
  ['an empty element', '<status/>', { kind: 'empty' }],
  ['XML that was cut short', '<a><b>1</b>', { kind: 'broken' }],
  ['XML that declares entities', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', { kind: 'broken' }],
  ['XML with a malicious name', '<a><__proto__><b>1</b></__proto__></a>', { kind: 'broken' }],
  ['XML that is nested too deep', '<a>'.repeat(200) + '</a>'.repeat(200), { kind: 'broken' }],
])('the parser of answer bodies handles %s', (_, body, expected) => {
  expect(readBody(body)).toEqual(expected)
})

test('the name __proto__ in a JSON body does not change the prototype of other objects', () => {
  const body: Body = readBody('{"__proto__":{"polluted":true}}')
  expect(body.kind).toBe('data')
  expect(Object.prototype).not.toHaveProperty('polluted')
})

test.each([
  ['letters', 'x'.repeat(16 * 1024 * 1024)],
  ['escaped line ends', String.raw`\n`.repeat(8 * 1024 * 1024)],
  ['escaped quotes', String.raw`\"`.repeat(8 * 1024 * 1024)],
])('a JSON body with a very long text of %s is read, and is rejected if a name occurs twice', (_, long) => {
  expect(readBody(`{"filling":"${long}","status":"Active"}`)).toMatchObject({ data: { status: 'Active' } })
  expect(readBody(`{"filling":"${long}","a":1,"a":2}`)).toEqual({ kind: 'broken' })
})

test.each([
  ['backslashes', '\\'.repeat(1_000_000)],
  ['comments', `${'<!---->'.repeat(100_000)}<a/>`],
  ['open comments', '<!--'.repeat(200_000)],
  ['open objects', '{"a":'.repeat(200_000)],
])('a large body of %s is read in one pass', (_, body) => {
  expect(['broken', 'text', 'data', 'empty']).toContain(readBody(body).kind)
})
