import papaparse from 'papaparse'
import { readCsvCell } from '../../../../../shared/domain/csv-cell.ts'
import { readDeviceIdentifier } from '../../../../../shared/domain/device-identifier.ts'
import { isBox, isBoxOrNumber, isHeader } from './bulk-fields.ts'
import { listPartBytes } from '../../../../../shared/bridge/bulk-channels.ts'
import { readBase64, readBytes } from '../../maintenance/file-text.ts'

/** The limits of a list. A file with more rows or columns is not a list of boxes. */
const mostRows = 100_000
const mostColumns = 100
const longestCell = 2000

/** A row with the line at which it begins in the file, counted from 1. */
export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

export type CellsByLine = ReadonlyMap<number, readonly string[]>

export const toCells = (rows: readonly TableRow[]) => new Map(rows.map(({ line, cells }) => [line, cells]))

export const toRows = (rows: CellsByLine) => Array.from(rows, ([line, cells]) => ({ line, cells: [...cells] }))

export type TableProblem = 'no-rows' | 'too-many-rows' | 'too-many-columns' | 'quote-never-closed'

export type Table =
  | {
      readonly ok: true
      /** The column names, or column numbers if the file has no names. */
      readonly header: readonly string[]
      readonly hasHeader: boolean
      readonly delimiter: string
      readonly rows: readonly TableRow[]
      /** The lines of the rows with more or fewer cells than the header. */
      readonly ragged: readonly number[]
    }
  | { readonly ok: false; readonly problem: TableProblem; readonly line?: number }

/** Parses a list with any usual delimiter. A single column is a list, too. */
export function parseTable(written: string): Table {
  const text = plainLines(written)
  const rows: TableRow[] = []
  let failure: { problem: TableProblem; line?: number } | undefined
  let delimiter = ','
  const lineBefore = countLines(text)
  const told = toldDelimiter.exec(text)?.[1]
  papaparse.parse<string[]>(text, {
    newline: '\n',
    delimiter: told ?? guessDelimiter(text),
    step: ({ data, errors, meta }, parser) => {
      delimiter = meta.delimiter
      const line = lineBefore(meta.cursor)
      if (line === 1 && told !== undefined) return
      if (isTorn(data, errors, delimiter, rows[0]?.cells.length)) failure = { problem: 'quote-never-closed', line }
      else if (data.length > mostColumns) failure = { problem: 'too-many-columns', line }
      else if (data.every((cell) => cell.trim() === '')) return
      else if (rows.length > mostRows) failure = { problem: 'too-many-rows', line }
      if (failure !== undefined) parser.abort()
      else rows.push({ line, cells: data.map((cell) => readCsvCell(cell).slice(0, longestCell).trim()) })
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

/** Returns a text without a byte order mark, with one sign for each line end. A file may mix the line ends of several systems. */
function plainLines(text: string): string {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  return plain.includes('\r') ? plain.replaceAll(/\r\n?/g, '\n') : plain
}

/** Whether the quotation marks of a row join several cells or rows to one cell. A quoted word within a line does no harm. */
function isTorn(
  cells: readonly string[],
  errors: readonly papaparse.ParseError[],
  delimiter: string,
  width = cells.length,
): boolean {
  if (errors.some(({ code }) => code === 'MissingQuotes')) return true
  if (
    errors.length > 0 &&
    ((cells.length !== width && cells.some((cell) => cell.includes(delimiter))) || cells.some(hasLines))
  )
    return true
  return cells.some((cell, index) => hasRow(cell, delimiter, index))
}

const hasLines = (cell: string): boolean => cell.includes('\n')

/**
 * Whether a cell in quotation marks holds the end of one row and the start of another, because its quotation marks stand in two rows. Then
 * a line in the cell has a box and another cell, or both quotation marks are whole cells, as ditto marks.
 */
function hasRow(cell: string, delimiter: string, index: number): boolean {
  if (!hasLines(cell)) return false
  const [, ...lines] = cell.split('\n').map((line) => line.split(delimiter))
  if (lines.some((parts) => parts.length > Math.max(1, index) && parts.some(isBox))) return true
  const ends = [cell.charAt(0), cell.slice(-1)]
  return ends.includes(delimiter) && ends.every((sign) => sign === delimiter || sign === '\n')
}

/** The line before the column names with which Excel notes the delimiter. It is no row. */
const toldDelimiter = /^"?sep=([;\t,|])"?[;\t,|]*\n/i

const delimiters = [';', '\t', ',', '|'] as const

/**
 * Returns the delimiter that follows a box at the start of most lines, or else the one that the first lines use most, outside quotes. A
 * delimiter counts four times if every line has it equally often. Returns a comma if there is no delimiter.
 */
function guessDelimiter(text: string): string {
  const sample = text
    .slice(0, 20_000)
    .replaceAll(/"[^"]*"/g, '')
    .split('\n')
    .slice(0, 20)
    .filter((line) => line.trim() !== '')
  const counts = delimiters.map((sign) => {
    const perLine = sample.map((line) => line.split(sign).length - 1)
    const isSteady = perLine.length > 0 && perLine.every((count) => count === perLine[0])
    const firsts = sample.map((line) => line.split(sign)[0] ?? '')
    const boxes = isBoxLike(firsts[0] ?? '') ? firsts.filter(isBoxLike).length : 0
    return { sign, boxes, weight: perLine.reduce((sum, count) => sum + count, 0) * (isSteady ? 4 : 1) }
  })
  return (
    counts
      .filter(({ weight }) => weight > 0)
      .toSorted((one, other) => other.boxes - one.boxes || other.weight - one.weight)[0]?.sign ?? ','
  )
}

function isBoxLike(cell: string): boolean {
  const reading = readDeviceIdentifier(cell)
  return isBoxOrNumber(cell) || (!reading.ok && (reading.problem === 'spreadsheet' || reading.problem === 'mac-length'))
}

/**
 * Returns a function that takes the position at which a row ends, and returns the number of the line at which that row begins. The function
 * must be called for every row, in order.
 */
function countLines(text: string) {
  let at = 0
  let line = 1
  return (cursor: number): number => {
    const begun = line
    for (; at < cursor; at += 1) if (text.charCodeAt(at) === 10) line += 1
    return begun
  }
}

/** The size limit of a file, in bytes. A larger file is not a list of boxes, and its parsed rows would not fit into memory. */
export const largestBulkFile = 64 * 1024 * 1024

export const countParts = (size: number): number => Math.max(1, Math.ceil(size / listPartBytes))

/** Holds the bytes of a file, which are stored and loaded in parts. */
export function createListBytes() {
  let held = new Uint8Array()
  let taken: Uint8Array<ArrayBuffer>[] = []
  const hold = (bytes: Uint8Array<ArrayBuffer>): void => {
    held = bytes
    taken = []
  }
  return {
    hold,
    whole: () => held,
    /** Returns a part to store, in base 64. `part` counts from 0. */
    part: (part: number): Promise<string> =>
      readBase64(new Blob([held.subarray(part * listPartBytes, (part + 1) * listPartBytes)])),
    take(part: string): void {
      taken.push(readBytes(part))
    },
    /** Joins all loaded parts and keeps the result as the file. */
    async join(): Promise<Uint8Array<ArrayBuffer>> {
      hold(new Uint8Array(await new Blob(taken).arrayBuffer()))
      return held
    },
  }
}

export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Resolves once the messages that are already queued have been handled. A timer would be slower, because browsers delay repeated timers by
 * at least 4 ms, and by a second in a hidden page.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
