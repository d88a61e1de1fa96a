import papaparse from 'papaparse'

/**
 * Where a spreadsheet would begin a formula, which it may run: at the start of a cell, and after a character that another country's
 * spreadsheet takes for the end of a cell.
 */
const formulaStart = /^(?=[\t\r])|(^|[;,\t\n\r])(?=[=+\-@])/g

/** A text that a spreadsheet shows as it is: what would begin a formula gets an apostrophe before it. */
export const csvCell = (text: string): string => text.replace(formulaStart, "$1'")

/** Lines of CSV (RFC 4180), each with a line end, each cell in quotes; no cell is a formula. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  return `${papaparse.unparse(
    rows.map((row) => row.map(csvCell)),
    { newline: '\r\n', quotes: true },
  )}\r\n`
}
