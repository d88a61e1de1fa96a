import papaparse from 'papaparse'

/** A spreadsheet takes a text with such a start for a formula, and may run it. */
const formulaStart = /^[=+\-@\t\r]/

/** A text that a spreadsheet shows unchanged: one that would be a formula gets an apostrophe. */
export const csvCell = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

/** Lines of CSV (RFC 4180), each with a line end; no cell is a formula. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  return `${papaparse.unparse(
    rows.map((row) => row.map(csvCell)),
    { newline: '\r\n' },
  )}\r\n`
}
