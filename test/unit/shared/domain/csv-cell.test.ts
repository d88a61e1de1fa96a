import papaparse from 'papaparse'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, writeCsv } from '../../../../src/shared/domain/csv-cell.ts'

test.each(['=1+1', '+33612345678', '-5', '@SUM(A1)', '\t=1', '\r=1'])(
  'makes %j visible instead of a formula',
  (text) => {
    expect(csvCell(text)).toBe(`'${text}`)
  },
)

test.each(['', 'Rosa', '1=1', ' =1', "'=1", '00:1A:79:00:00:01'])('leaves %j unchanged', (text) => {
  expect(csvCell(text)).toBe(text)
})

test('keeps commas, quotes and line breaks inside their cell', () => {
  expect(writeCsv([['a,b', 'say "no"', 'two\nlines']])).toBe('"a,b","say ""no""","two\nlines"\r\n')
  expect(writeCsv([])).toBe('')
})

test('reads back what was written, except for the apostrophe of a formula', () => {
  const cells = fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(cells, (row) => {
      const [read] = papaparse.parse<string[]>(writeCsv([row]), { newline: '\r\n', delimiter: ',' }).data
      expect(read).toEqual(row.map(csvCell))
      expect(read?.some((cell) => /^[=+\-@\t\r]/.test(cell))).toBe(false)
    }),
  )
})
