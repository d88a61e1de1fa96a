import { describe, expect, test } from 'vitest'
import { plainWords } from '../../../src/platform/answer.ts'
import { proposeTextLayout } from '../../../src/platform/text/propose-text-layout.ts'
import { readTextRecords } from '../../../src/platform/text/text-records.ts'
import { lineBreak, type TextLayout } from '../../../src/shared/domain/field-mapping/field-mapping.ts'
import { answerTo } from './answer-to.ts'

const million = 1_000_000

/** Each of these would take minutes if the time grew with the square of the length. */
describe('an answer with a very long text', () => {
  test.each([
    ['line ends within a text', `a${'\n'.repeat(million)}b`],
    ['line ends after a JSON object', `{}${'\n'.repeat(million)}x`],
    ['full stops', `a${'.'.repeat(million)}b`],
    ['underscores', `a${'_'.repeat(million)}b`],
    ['a number under an unknown name', JSON.stringify({ wat: `${'0'.repeat(million)}§` })],
    ['a word without an end', JSON.stringify({ result: 'x'.repeat(million) })],
    ['a code', JSON.stringify({ code: 'a-'.repeat(million / 2) })],
    ['an error', JSON.stringify({ error: 'niet gelukt '.repeat(million / 12) })],
    ['many errors', JSON.stringify({ errors: Array.from({ length: 100_000 }, () => 'niet gelukt') })],
  ])('is judged as unclear: %s', (_, text) => {
    for (const id of ['renewCustomerV2', 'getCustomer'] as const) expect(answerTo(id, text).verdict).toBe('unclear')
  })

  test('has its list of unknown words cut at 500 characters', () => {
    expect(answerTo('renewCustomerV2', JSON.stringify({ code: 'x'.repeat(million) })).unknownWords).toHaveLength(500)
  })
})

describe('the records of a text', () => {
  const layout: TextLayout = {
    form: 'named',
    recordSeparator: lineBreak,
    fieldSeparator: ';',
    nameSeparator: '=',
    columns: {},
  }

  test('are read if one name occurs many times', () => {
    const [record] = readTextRecords('a=b;'.repeat(150_000), layout, 'devices') ?? []
    expect(record?.['a']).toHaveLength(150_000)
  })

  test('are read if a value in quotes is as long as an answer may be', () => {
    const value = '""'.repeat(4 * million)
    const [record] = readTextRecords(`a="${value}";b=1`, layout, 'devices') ?? []
    expect(record).toEqual({ a: '"'.repeat(4 * million), b: '1' })
    expect(readTextRecords(`a="${value}`, layout, 'devices')).toBeUndefined()
    expect(readTextRecords('a="x""";b="";c="y"', layout, 'devices')).toEqual([{ a: 'x"', b: '', c: 'y' }])
  })
})

test('punctuation is removed only at the end of a very long text', () => {
  expect(plainWords(`a${'. !'.repeat(million)}b. ! `)).toBe(`a${'. !'.repeat(million)}b`)
  expect(plainWords('. ! ')).toBe('')
})

test('a layout is proposed for the beginning of a very long text', () => {
  expect(proposeTextLayout('a=1;b=2\n'.repeat(million / 8))?.form).toBe('named')
})
