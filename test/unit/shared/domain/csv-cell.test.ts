import papaparse from 'papaparse'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, readCsvCell, writeCsv } from '../../../../src/shared/domain/csv-cell.ts'

test.each(['=1+1', '+33612345678', '-5', '@SUM(A1)', '\t=1', '\r=1'])(
  'a cell with %j becomes visible text instead of a formula',
  (text) => {
    expect(csvCell(text)).toBe(`'${text}`)
  },
)

test.each(['', 'Rosa', '1=1', ' =1', "'=1", '00:1A:79:00:00:01'])('a cell with %j stays unchanged', (text) => {
  expect(csvCell(text)).toBe(text)
})

test('no part of a cell becomes a formula, whatever delimiter the spreadsheet uses', () => {
  expect(csvCell('Rosa;=HYPERLINK("http://evil.example")')).toBe(`Rosa;'=HYPERLINK("http://evil.example")`)
  expect(csvCell('a,+1\t@SUM(A1)\r\n-2')).toBe("a,'+1\t'@SUM(A1)\r\n'-2")
  const line = writeCsv([['Rosa', 'B;=1+1', 'C\t=1+1', 'D,=1+1', '=1']])
  for (const delimiter of [';', ',', '\t'])
    expect(line.split(delimiter).filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([])
})

/** Splits a line as a spreadsheet does: what follows the closing quote of a cell still belongs to the cell. */
const readAsSpreadsheet = (line: string, delimiter: string): readonly string[] =>
  [...line.matchAll(new RegExp(`(?:"((?:[^"]|"")*)")?([^${delimiter}]*)(?:${delimiter}|$)`, 'g'))].map(
    ([, quoted = '', rest = '']) => quoted + rest,
  )

test('a quote right after a delimiter does not hide a formula from the check', () => {
  const line = writeCsv([['Rosa', 'B;"=1+1;C', 'D\t""@SUM(A1)\tE', 'F,"+1,G']]).trimEnd()
  for (const delimiter of [';', ',', '\t'])
    expect(readAsSpreadsheet(line, delimiter).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
})

test('a wide sign, as a Japanese keyboard types it, does not begin a formula', () => {
  for (const text of ['＝1+1', '＋1', '－1', '＠SUM(A1)']) expect(csvCell(text)).toBe(`'${text}`)
})

test('a cell with commas, quotes or line breaks is written in quotes', () => {
  expect(writeCsv([['a,b', 'say "no"', 'two\nlines']])).toBe('"a,b","say ""no""","two\nlines"\r\n')
  expect(writeCsv([])).toBe('')
})

test('a written table can be read back with all its texts, and no cell of the file is a formula', () => {
  const cells = fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(cells, (row) => {
      const [read] = papaparse.parse<string[]>(writeCsv([row]), { newline: '\r\n', delimiter: ',' }).data
      expect(read).toEqual(row.map(csvCell))
      expect(read?.some((cell) => /^[=+\-@\t\r]/.test(cell))).toBe(false)
    }),
  )
})

test('a cell that was written is read with its own text, and an apostrophe in any other place stays', () => {
  const signs = fc.string({ unit: fc.constantFrom('=', '+', '＝', ';', ',', '\t', '\r', '"', ' ', 'a') })
  fc.assert(fc.property(signs, (text) => readCsvCell(csvCell(text)) === text))
  for (const text of ["O'Brien", "'A1'", "a'=1", "'", "''"]) expect(readCsvCell(csvCell(text))).toBe(text)
})
