import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { ScanBatchStore } from '../../state/scan-batch-store.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import type { SerialPattern } from '../../../../shared/domain/label/label.ts'
import type { Language } from '../../../../shared/domain/language.ts'
import { defined } from '../../../../shared/defined.ts'
import { listColumnsOf } from './list/bulk-fields.ts'
import type { ListClient } from './list/list-client.ts'
import type { CheckProgress, OpenedList } from './list/list-reader.ts'
import type { FaultGroup } from './list/fault-groups.ts'
import { type CellsByLine, type TableRow, toCells } from './list/parse-table.ts'
import type { BadRow, RowRules, WrittenRows } from './list/read-row.ts'
import type { Bridge, Reply } from '../../../../shared/bridge/bridge.ts'
import { type LeftRow, rowsInACommit } from '../../../../shared/bridge/bulk-channels.ts'
import type { Response } from '../../../../shared/bridge/contract.ts'

/** An opened list with its name and the number of parts in which its bytes are stored. */
export type NamedList = Extract<OpenedList, { ok: true }> & { readonly name: string; readonly parts: number }

/** Rows of the same list that were saved before. `at`: when the first of these rows was saved, in milliseconds since 1970. */
export interface SavedBefore {
  readonly count: number
  readonly at: number
}

export interface BulkStoreDeps {
  readonly bridge: Bridge
  readonly connectionId: string
  /** The connection's present settings. Undefined while another connection is active. */
  readonly connection: () => Connection | undefined
  readonly createClient: () => ListClient
  readonly patterns?: () => readonly SerialPattern[]
  /** The language on screen, which decides in doubt how a file was saved. */
  readonly language?: () => Language
}

export interface BulkState {
  /** The name of a stored list that is being loaded. */
  readonly coming: string | undefined
  readonly list: NamedList | undefined
  readonly refusal: (Extract<OpenedList, { ok: false }> & { readonly name: string }) | undefined
  readonly rules: RowRules
  /** The result of the check. Undefined until the check is finished. */
  readonly progress: CheckProgress | undefined
  readonly isChecking: boolean
  readonly bad: readonly BadRow[]
  /** Faults that several rows share. */
  readonly groups: readonly FaultGroup[]
  readonly savedBefore: SavedBefore | undefined
  readonly saving: Saving | undefined
  readonly error: BridgeError | undefined
  readonly isBroken: boolean
  /** Why the list on screen is not stored on this computer. */
  readonly trouble: BridgeError | undefined
}

/**
 * The technician's corrections to bad rows, by line. `typed`: the cells that are being typed. `mended`: the corrected rows, latest last.
 * The corrections are separate from the state of the screen, so that a key press does not render the whole screen.
 */
export interface RowFixes {
  readonly typed: CellsByLine
  readonly mended: CellsByLine
}

export const noFixes: RowFixes = { typed: new Map(), mended: new Map() }

/**
 * Adds rows that were corrected together. `column`: the corrected column. What is being typed into the other cells of such a row stays if the
 * row is still bad.
 */
export function withFixed(
  { typed, mended }: RowFixes,
  fixed: readonly TableRow[],
  column: number,
  bad: readonly TableRow[],
): RowFixes {
  const rows = toCells(fixed)
  const stillTyped = [...typed].flatMap(([line, cells]) => {
    const row = rows.get(line)
    if (row === undefined) return [[line, cells] as const]
    const isBad = bad.some((other) => other.line === line)
    return isBad ? [[line, cells.map((cell, at) => (at === column ? (row[at] ?? cell) : cell))] as const] : []
  })
  return {
    typed: new Map(stillTyped),
    mended: new Map([...[...mended].filter(([line]) => !rows.has(line)), ...rows]),
  }
}

/** The scan batch that a list was made from. The batch is told which rows were saved. */
export type ListOrigin = Pick<ScanBatchStore, 'settle' | 'finish' | 'giveBack'>

export const unchecked = {
  progress: undefined,
  isChecking: false,
  bad: [],
  groups: [],
  savedBefore: undefined,
  saving: undefined,
  error: undefined,
} as const satisfies Partial<BulkState>

export const noList: BulkState = {
  ...unchecked,
  coming: undefined,
  list: undefined,
  refusal: undefined,
  rules: { kind: 'hostname', columns: [], common: {}, completesMobiles: false },
  isBroken: false,
  trouble: undefined,
}

export interface Saving {
  readonly batch: string
  /** The number of good rows at the start. */
  readonly total: number
  /** The number of rows handled so far, in order. Each of these rows was saved or is in `left`. */
  readonly seen: number
  readonly saved: number
  readonly left: readonly LeftRow[]
  /** Whether saving has stopped. Rows from `seen` on were not handled. */
  readonly isOver: boolean
}

/** The number of rows of the list that are neither left out nor jobs on this computer, as far as the screen knows. */
export function countUnsaved({ list, progress, saving, savedBefore }: BulkState): number {
  const saved = Math.max(saving?.saved ?? 0, savedBefore?.count ?? 0)
  return Math.max(0, (list?.rows ?? 0) - (progress?.leftOut ?? 0) - saved)
}

interface SaveRowsDeps {
  readonly goodRows: (from: number, count: number) => Promise<WrittenRows>
  readonly save: (rows: WrittenRows) => Promise<Reply<Response<'bulk.save'>>>
  readonly isStopped: () => boolean
  readonly show: (saving: Saving) => void
  /** Called with the lines of rows that were saved or whose box is already in other work on this computer. */
  readonly settle: (lines: readonly number[]) => void
}

/**
 * The number of pieces sent at once. While the main process writes one piece, it already receives and checks the next pieces. A browser has
 * six connections to the host, and other calls need some of them.
 */
export const piecesAtOnce = 3

/**
 * Saves rows in pieces until all rows are saved, the technician stops, or a call fails. Returns the error of the failed call. Pieces that
 * were sent after the failed piece may be saved without being counted. The rows of these pieces are settled, and the host recognises them
 * when they are saved again.
 */
export async function saveRows(begun: Saving, deps: SaveRowsDeps): Promise<BridgeError | undefined> {
  const left = begun.left.slice()
  let { seen, saved } = begun
  let error: BridgeError | undefined
  const show = (isOver: boolean): void => deps.show({ ...begun, seen, saved, left: left.slice(), isOver })
  show(false)
  let next = seen
  const underWay: { readonly lines: readonly number[]; readonly reply: ReturnType<typeof deps.save> }[] = []
  const isMore = (): boolean => next < begun.total && error === undefined && !deps.isStopped()
  for (;;) {
    while (underWay.length < piecesAtOnce && isMore()) {
      const rows = await deps.goodRows(next, Math.min(rowsInACommit, begun.total - next))
      const { lines } = rows
      if (lines.length === 0 || !isMore()) break
      next += lines.length
      underWay.push({ lines, reply: deps.save(rows) })
    }
    const piece = underWay.shift()
    if (piece === undefined) break
    const reply = await piece.reply
    if (!reply.ok) {
      error ??= reply.error
      continue
    }
    const open = new Set(reply.value.left.filter(({ code }) => code === 'bad-request').map(({ line }) => line))
    deps.settle(piece.lines.filter((line) => !open.has(line)))
    if (error !== undefined) continue
    seen += piece.lines.length
    saved += reply.value.saved
    left.push(...reply.value.left)
    show(false)
  }
  show(true)
  return error
}

/**
 * Returns the rules for a new list. Columns are guessed by name. Rows without a hostname get the hostname of the list before, or else the
 * connection's default. All other common values belong to the list for which they were typed.
 */
export function beginRules(rules: RowRules, list: NamedList, connection: Connection | undefined): RowRules {
  const { hostname: said = '' } = rules.common
  const hostname = said === '' ? connection?.hostnames[0] : said
  return { ...rules, common: defined({ hostname }), columns: listColumnsOf(list, rules.kind) }
}

/**
 * Returns the rules for a list that was read again in another encoding. Its columns are guessed again, unless the technician chose other
 * fields for them.
 */
export function rulesAfter(rules: RowRules, before: NamedList, list: NamedList): RowRules {
  const guessed = listColumnsOf(before, rules.kind)
  const isGuess = guessed.every((path, at) => path === rules.columns[at])
  return isGuess || before.header.length !== list.header.length
    ? { ...rules, columns: listColumnsOf(list, rules.kind) }
    : rules
}
