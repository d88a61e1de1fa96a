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

test('leaves no formula for a spreadsheet that ends cells at another character', () => {
  expect(csvCell('Rosa;=HYPERLINK("http://evil.example")')).toBe(`Rosa;'=HYPERLINK("http://evil.example")`)
  expect(csvCell('a,+1\t@SUM(A1)\r\n-2')).toBe("a,'+1\t'@SUM(A1)\r\n'-2")
  const line = writeCsv([['Rosa', 'B;=1+1', 'C\t=1+1', 'D,=1+1', '=1']])
  for (const delimiter of [';', ',', '\t'])
    expect(line.split(delimiter).filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([])
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
