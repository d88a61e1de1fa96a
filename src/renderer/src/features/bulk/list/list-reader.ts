import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import { decodeText, type SavedAs, type TextProblem } from '../../../../../shared/decode-text.ts'
import { groupFaults, replaceIn, type FaultGroup, type Replacement } from './fault-groups.ts'
import {
  createListBytes,
  digestOf,
  nextTurn,
  parseTable,
  type Table,
  type TableProblem,
  type TableRow,
  toCells,
  toRows,
} from './parse-table.ts'
import {
  createRowCheck,
  type BadRow,
  type GoodRow,
  type RowCheck,
  staysDark,
  type RowRules,
  writeRows,
} from './read-row.ts'

/** Why a list was not opened. The locale has a message for each problem. */
type ListProblem = TextProblem | TableProblem | 'too-large' | 'unreadable'

export type OpenedList =
  | { readonly ok: false; readonly problem: ListProblem; readonly line?: number }
  | {
      readonly ok: true
      readonly header: readonly string[]
      readonly hasHeader: boolean
      readonly delimiter: string
      readonly encoding: string
      readonly rows: number
      /** The first rows, shown below the columns. */
      readonly samples: readonly (readonly string[])[]
      /** Some cells with letters that another encoding would change. */
      readonly unusual: readonly string[]
      /** The lines with more or fewer cells than the header. `count` is their number, and `lines` has the first few. */
      readonly ragged: { readonly count: number; readonly lines: readonly number[] }
      /** SHA-256 of the file, in hexadecimal digits. */
      readonly digest: string
    }

/** The progress of a check, in rows. */
export interface CheckProgress {
  readonly checked: number
  readonly total: number
  readonly good: number
  readonly bad: number
  /** The number of good rows whose box gets no hostname. Absent if there are none. */
  readonly dark?: number
  /** The number of rows that the technician left out. Absent if there are none. */
  readonly leftOut?: number
  /** Whether no further row can be corrected, because as many are corrected as are stored with a list. */
  readonly isFull?: true
}

const slice = 500
/** The largest number of corrected rows that are stored with a list. */
const mostFixed = 20_000
const shownSamples = 3
const shownLines = 20
const shownUnusual = 4
const longestUnusual = 40

export type ListReader = ReturnType<typeof createListReader>

/**
 * Creates the reader of one list, which opens the list, checks its rows and returns them in pieces. The page runs the reader in a worker.
 */
export function createListReader() {
  let table: Extract<Table, { ok: true }> | undefined
  let rowCheck: RowCheck | undefined
  let columns: RowRules['columns'] = []
  let country = ''
  let good: GoodRow[] = []
  let bad: BadRow[] = []
  let mended = new Map<number, readonly string[]>()
  let dark = 0
  let run = 0
  const takeIn = (result: ReturnType<RowCheck['check']>): void => {
    if ('bad' in result) bad.push(result.bad)
    else {
      good.push(result.good)
      if (staysDark(result.good.intent)) dark += 1
    }
  }
  const withRepeats = (rows: readonly BadRow[]): readonly BadRow[] =>
    rows.map((row) => rowCheck?.withRepeat(row) ?? row)
  /** A row that was left out counts as a corrected row without cells, so it stays left out when the list is restored. */
  const leftOut = (): readonly number[] => [...mended].flatMap(([line, cells]) => (cells.length === 0 ? [line] : []))
  const progressNow = (checked = good.length + bad.length): CheckProgress => ({
    checked,
    total: table?.rows.length ?? 0,
    good: good.length,
    bad: bad.length,
    ...(dark > 0 && { dark }),
    ...(leftOut().length > 0 && { leftOut: leftOut().length }),
    ...(mended.size >= mostFixed && { isFull: true }),
  })
  return {
    /**
     * `fixedBefore`: corrected rows of a restored list, in the order of their corrections. Each corrected row replaces the row of the same
     * line in the file.
     */
    async open(
      bytes: Uint8Array<ArrayBuffer>,
      fixedBefore: readonly TableRow[] = [],
      savedAs: SavedAs = {},
    ): Promise<OpenedList> {
      table = undefined
      mended = toCells(fixedBefore)
      run += 1
      const read = readTable(bytes, savedAs)
      if (!read.ok) return read
      table = read.table
      return await describe(read, bytes)
    },
    /**
     * Reads the open file again in another encoding. The corrected rows and the rows that are being typed keep the cells that the user
     * changed; their other cells are read again. If the file is no list in this encoding, nothing changes.
     */
    async reread(bytes: Uint8Array<ArrayBuffer>, encoding: string, typed: readonly TableRow[]) {
      const read = readTable(bytes, { encoding })
      if (!read.ok) return { opened: read, typed, mended: toRows(mended) }
      const renew = renewRows(table?.rows ?? [], read.table.rows)
      run += 1
      table = read.table
      mended = toCells(renew(toRows(mended)))
      return { opened: await describe(read, bytes), typed: renew(typed), mended: toRows(mended) }
    },
    /**
     * Checks all rows in slices, so that a newer check or `stop` can interrupt the check. An interrupted check resolves to the progress so
     * far.
     */
    check: async (
      rules: RowRules,
      connection: Connection,
      onProgress: (progress: CheckProgress) => void,
    ): Promise<CheckProgress> => {
      const mine = (run += 1)
      const isWanted = (): boolean => mine === run
      const rows = table?.rows ?? []
      good = []
      bad = []
      dark = 0
      rowCheck = createRowCheck(rules, connection)
      columns = rules.columns
      country = connection.phoneCountry
      for (let at = 0; at < rows.length && isWanted(); at += slice) {
        for (const row of rows.slice(at, at + slice)) {
          if (mended.has(row.line)) continue
          takeIn(rowCheck.check(row))
        }
        onProgress(progressNow(Math.min(rows.length, at + slice)))
        await nextTurn()
      }
      // Corrected rows are checked last, as in the first check, so that a corrected row cannot take a box from a good row.
      if (isWanted() && mended.size > 0) {
        for (const [line, cells] of mended) if (cells.length > 0) takeIn(rowCheck.check({ line, cells }))
        bad.sort((one, other) => one.line - other.line)
      }
      return progressNow()
    },
    stop(): void {
      run += 1
    },
    goodRows: (from: number, count: number): readonly GoodRow[] => good.slice(from, from + count),
    badRows: (from: number, count: number): readonly BadRow[] => withRepeats(bad.slice(from, from + count)),
    /** Checks a row again with other cells. Without cells, the row is left out. `isTaken` is false if no further row can be corrected. */
    fix(line: number, cells: readonly string[]) {
      if (mended.size >= mostFixed && !mended.has(line))
        return { isTaken: false, isGood: false, progress: progressNow() }
      mended.delete(line)
      mended.set(line, cells)
      if (cells.length === 0) {
        bad = bad.filter((row) => row.line !== line)
        rowCheck?.leaveOut(line)
        return { isTaken: true, isGood: true, progress: progressNow() }
      }
      const result = rowCheck?.check({ line, cells })
      if (result !== undefined && 'bad' in result) bad = bad.map((row) => (row.line === line ? result.bad : row))
      else if (result !== undefined) {
        bad = bad.filter((row) => row.line !== line)
        takeIn(result)
      }
      return { isTaken: true, isGood: result !== undefined && 'good' in result, progress: progressNow() }
    },
    /** Checks the rows that were left out as they are in the file. Returns their lines. */
    bringBack() {
      const lines = leftOut()
      for (const line of lines) {
        mended.delete(line)
        const row = table?.rows.find((one) => one.line === line)
        if (row !== undefined && rowCheck !== undefined) takeIn(rowCheck.check(row))
      }
      bad.sort((one, other) => one.line - other.line)
      return { lines, progress: progressNow() }
    },
    faultGroups: (): readonly FaultGroup[] => groupFaults(withRepeats(bad), columns, country),
    /**
     * Checks the rows of a group again with another value in the faulty field, as many as can be corrected. Returns the changed rows as
     * `fixed`.
     */
    fixGroup(group: FaultGroup, replacement: Replacement) {
      let free = mostFixed - mended.size
      const fixed = replaceIn(withRepeats(bad), columns, country, group, replacement).filter(({ line }) => {
        if (!mended.has(line)) free -= 1
        return free >= 0 || mended.has(line)
      })
      const lines = new Set(fixed.map(({ line }) => line))
      bad = bad.filter(({ line }) => !lines.has(line))
      for (const row of fixed) {
        mended.delete(row.line)
        mended.set(row.line, row.cells)
        if (rowCheck !== undefined) takeIn(rowCheck.check(row))
      }
      bad.sort((one, other) => one.line - other.line)
      return { fixed, progress: progressNow() }
    },
    /**
     * Moves the good rows of saved lines to the front, and removes the bad rows of these lines. `saved` is the number of good rows that
     * were moved.
     */
    putSavedFirst(lines: readonly number[]) {
      const isSaved = new Set(lines)
      const saved = good.filter(({ line }) => isSaved.has(line))
      good = [...saved, ...good.filter(({ line }) => !isSaved.has(line))]
      bad = bad.filter(({ line }) => !isSaved.has(line))
      return { saved: saved.length, progress: progressNow() }
    },
  }
}

type ReadTable = { readonly table: Extract<Table, { ok: true }>; readonly encoding: string }

function readTable(
  bytes: Uint8Array,
  savedAs: SavedAs,
): ({ ok: true } & ReadTable) | Extract<OpenedList, { ok: false }> {
  const decoded = decodeText(bytes, savedAs)
  if (!decoded.ok) return decoded
  const table = parseTable(decoded.text)
  return table.ok ? { ok: true, table, encoding: decoded.encoding } : table
}

async function describe({ table, encoding }: ReadTable, bytes: Uint8Array<ArrayBuffer>): Promise<OpenedList> {
  const { header, hasHeader, delimiter, rows, ragged } = table
  return {
    ok: true,
    header,
    hasHeader,
    delimiter,
    encoding,
    rows: rows.length,
    samples: rows.slice(0, shownSamples).map(({ cells }) => cells),
    unusual: findUnusual(rows),
    ragged: { count: ragged.length, lines: ragged.slice(0, shownLines) },
    digest: await digestOf(bytes),
  }
}

/** The first different cells with a character beyond ASCII. */
function findUnusual(rows: readonly TableRow[]): readonly string[] {
  const found = new Set<string>()
  for (const { cells } of rows) {
    for (const cell of cells) if (/[^\0-\u007F]/.test(cell)) found.add(cell.slice(0, longestUnusual))
    if (found.size >= shownUnusual) break
  }
  return [...found].slice(0, shownUnusual)
}

/** Returns a function that replaces each cell that is as it was read before by the cell as it is read now. */
function renewRows(before: readonly TableRow[], after: readonly TableRow[]) {
  const [was, is] = [toCells(before), toCells(after)]
  return (rows: readonly TableRow[]): readonly TableRow[] =>
    rows.map(({ line, cells }) => ({
      line,
      cells: cells.map((cell, at) => (cell === was.get(line)?.[at] ? (is.get(line)?.[at] ?? cell) : cell)),
    }))
}

/** Creates the functions of the worker. The functions read a list and hold the bytes of the list's file. */
export function createListService() {
  const reader = createListReader()
  const bytes = createListBytes()
  return {
    open: async (whole: Uint8Array<ArrayBuffer>, savedAs: SavedAs) => {
      bytes.hold(whole)
      return await reader.open(whole, [], savedAs)
    },
    /** Opens the file whose parts were passed to `take`. */
    openTaken: async (mended: readonly TableRow[], savedAs: SavedAs) =>
      await reader.open(await bytes.join(), mended, savedAs),
    reread: async (encoding: string, typed: readonly TableRow[]) => await reader.reread(bytes.whole(), encoding, typed),
    check: reader.check,
    stop: async () => {
      reader.stop()
    },
    goodRows: async (from: number, count: number) => writeRows(reader.goodRows(from, count)),
    badRows: async (from: number, count: number) => reader.badRows(from, count),
    fix: async (line: number, cells: readonly string[]) => reader.fix(line, cells),
    bringBack: async () => reader.bringBack(),
    faultGroups: async () => reader.faultGroups(),
    fixGroup: async (group: FaultGroup, replacement: Replacement) => reader.fixGroup(group, replacement),
    putSavedFirst: async (lines: readonly number[]) => reader.putSavedFirst(lines),
    /** A part of the open file, in base 64. */
    part: bytes.part,
    take: async (part: string) => {
      bytes.take(part)
    },
  }
}
