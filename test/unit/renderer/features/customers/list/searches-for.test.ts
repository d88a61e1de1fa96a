import { describe, expect, test } from 'vitest'
import {
  firstView,
  holdsText,
  mayBeIdentifier,
  readUserids,
  searchesFor,
  sourceOf,
} from '../../../../../../src/renderer/src/features/customers/list/list-source.ts'

describe('a search for customers', () => {
  test.each([
    ['an empty text as a search for all customers', ' ', [{}]],
    ['one word as last or first name', 'ada', [{ lastname: 'ada' }, { firstname: 'ada' }]],
    [
      'two words as first and last name, or as one of them',
      'Lotte van  Dyke',
      [{ firstname: 'Lotte', lastname: 'van Dyke' }, { lastname: 'Lotte van Dyke' }, { firstname: 'Lotte van Dyke' }],
    ],
    [
      'digits as a mobile or telephone number',
      '+44 7700 900-101',
      [{ mobile: '+447700900101' }, { telephone: '+447700900101' }],
    ],
    [
      'digits that begin with a zero as a national number',
      '06 1234-5678',
      [{ mobile: '612345678' }, { telephone: '612345678' }, { mobile: '0612345678' }, { telephone: '0612345678' }],
    ],
    ['zeros alone as typed', '000', [{ mobile: '000' }, { telephone: '000' }]],
  ])('reads %s', (_, text, filters) => {
    expect(searchesFor(text, {})).toEqual(filters)
  })

  test('keeps the chosen filters and adds the text to them', () => {
    expect(searchesFor('ada', { status: 'Active', mobile: '0698' })).toEqual([
      { lastname: 'ada', status: 'Active', mobile: '0698' },
      { firstname: 'ada', status: 'Active', mobile: '0698' },
    ])
  })
})

test.each([
  ['ann', { firstname: 'Ann', lastname: 'Smith' }],
  ['Ann Smith', { lastname: 'Smith' }],
  ['0698', { mobile: '0698' }],
])(
  'the text %s is looked for in the answers if a filter is chosen for a field that it would be searched in',
  (text, filter) => {
    expect(sourceOf({ ...firstView, text: ` ${text} `, filter })).toEqual({ kind: 'find', filters: [filter], text })
  },
)

test.each([
  ['ann', true],
  ['smith ANN', true],
  ['', true],
  ['bob', false],
  ['0698 76', true],
  ['0698 77', false],
])('a customer holds the text %j: %s', (text, holds) => {
  expect(holdsText({ firstname: 'Ann', lastname: 'Smith', mobile: '+33 698-76' }, text)).toBe(holds)
})

test.each([
  ['4021770010', true],
  ['CRM-10040', true],
  ['00:1A:79:4C:00:01', true],
  ['Ada', false],
  ['Ada 12345', false],
  ['12', false],
])('the text %s counts as a possible identifier: %s', (text, is) => {
  expect(mayBeIdentifier(text)).toBe(is)
})

test('user IDs are read from any pasted list, each once and in order', () => {
  expect(readUserids(' 4021;4022,"4023"\r\n4021\t4024 ')).toEqual(['4021', '4022', '4023', '4024'])
  expect(readUserids('')).toEqual([])
  expect(readUserids('x'.repeat(65))).toEqual([])
})
