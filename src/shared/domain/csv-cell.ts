import papaparse from 'papaparse'

/**
 * Places where a spreadsheet could start a formula: the start of a cell, and after a character that separates cells in some
 * country's format. Quotes after such a character do not count, because a spreadsheet may drop them. Spreadsheets also take wide signs. A
 * spreadsheet may run a formula, so each place gets an apostrophe.
 */
const formulaStart = /^(?=[\t\r])|(^|[;,\t\n\r])(?="*[=+\-@＝＋－＠])/g

/** Makes a text safe for a spreadsheet: an apostrophe before each possible formula keeps it plain text. */
export const csvCell = (text: string): string => text.replace(formulaStart, "$1'")

/** The apostrophe that `csvCell` writes, with the sign before it. */
const writtenApostrophe = /^'(?=[\t\r])|(^|[;,\t\n\r])'(?="*[=+\-@＝＋－＠])/g

/** The formula with which a spreadsheet keeps a number as text. */
const textFormula = /^="([^"]*)"$/

/** Reads a cell that `csvCell` or a spreadsheet wrote. A cell whose text has an apostrophe of its own in such a place loses it. */
export const readCsvCell = (cell: string): string =>
  textFormula.exec(cell)?.[1] ?? cell.replace(writtenApostrophe, '$1')

/** Writes CSV (RFC 4180) with every cell in quotes and CRLF after every line. No cell can be a formula. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  return `${papaparse.unparse(
    rows.map((row) => row.map(csvCell)),
    { newline: '\r\n', quotes: true },
  )}\r\n`
}
