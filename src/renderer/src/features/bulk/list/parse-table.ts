import papaparse from 'papaparse'
import { isHeader } from './bulk-fields.ts'

/** The largest list. A file with more rows or columns is no list of boxes. */
export const mostRows = 100_000
const mostColumns = 100
const longestCell = 2000

/** A row with the line of the file at which it begins, counted from 1. */
export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** Why a text is no list. `line` is set if the place is known. */
export type TableProblem = 'no-rows' | 'too-many-rows' | 'too-many-columns' | 'quote-never-closed'

export type Table =
  | {
      readonly ok: true
      /** Column names, or numbers if the file has none. */
      readonly header: readonly string[]
      readonly hasHeader: boolean
      readonly delimiter: string
      readonly rows: readonly TableRow[]
      /** Rows with more or fewer cells than the header. */
      readonly ragged: readonly number[]
    }
  | { readonly ok: false; readonly problem: TableProblem; readonly line?: number }

/** Parses a list with any usual delimiter. A single column is a list too. */
export function parseTable(text: string): Table {
  const rows: TableRow[] = []
  let failure: { problem: TableProblem; line?: number } | undefined
  let delimiter = ','
  const lines = countLines(text)
  papaparse.parse<string[]>(text.startsWith('\uFEFF') ? text.slice(1) : text, {
    delimiter: guessDelimiter(text),
    step: ({ data, errors, meta }, parser) => {
      delimiter = meta.delimiter
      const line = lines.next(meta.cursor)
      if (errors.some(({ code }) => code === 'MissingQuotes')) failure = { problem: 'quote-never-closed', line }
      else if (data.length > mostColumns) failure = { problem: 'too-many-columns', line }
      else if (rows.length > mostRows) failure = { problem: 'too-many-rows', line }
      if (failure !== undefined) parser.abort()
      else if (data.some((cell) => cell.trim() !== ''))
        rows.push({ line, cells: data.map((cell) => cell.slice(0, longestCell).trim()) })
    },
  })
  if (failure !== undefined) return { ok: false, ...failure }
  const [first, ...others] = rows
  if (first === undefined) return { ok: false, problem: 'no-rows' }
  const hasHeader = isHeader(first.cells)
  const body = hasHeader ? others : rows
  if (body.length === 0) return { ok: false, problem: 'no-rows' }
  const header = hasHeader ? first.cells : first.cells.map((_, index) => String(index + 1))
  const ragged = body.filter(({ cells }) => cells.length !== header.length).map(({ line }) => line)
  return { ok: true, header, hasHeader, delimiter, rows: body, ragged }
}

const delimiters = [';', '\t', ',', '|'] as const

/** The most frequent delimiter in the first lines, outside quotes; a comma if there is none. */
function guessDelimiter(text: string): string {
  const sample = text
    .slice(0, 20_000)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .slice(0, 20)
  const counts = delimiters.map((sign) => {
    const perLine = sample.filter((line) => line.trim() !== '').map((line) => line.split(sign).length - 1)
    const isSteady = perLine.length > 0 && perLine.every((count) => count === perLine[0])
    return { sign, weight: perLine.reduce((sum, count) => sum + count, 0) * (isSteady ? 4 : 1) }
  })
  return counts.toSorted((one, other) => other.weight - one.weight).find(({ weight }) => weight > 0)?.sign ?? ','
}

/** Returns the line at which the row before each position begins. Positions must increase. */
function countLines(text: string) {
  const offset = text.startsWith('\uFEFF') ? 1 : 0
  let at = offset
  let line = 1
  return {
    next(cursor: number): number {
      const begun = line
      const end = cursor + offset
      for (; at < end; at += 1) {
        const sign = text.charCodeAt(at)
        if (sign === 10 || (sign === 13 && text.charCodeAt(at + 1) !== 10)) line += 1
      }
      return begun
    },
  }
}
