import type { Bridge, Reply } from '../../../../shared/bridge/bridge.ts'
import type { Response } from '../../../../shared/bridge/contract.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { mostLinesAtOnce, mostMarks, type StoredList } from '../../../../shared/bridge/bulk-channels.ts'
import { succeed } from '../../../../shared/result.ts'
import type { Encoding } from '../../../../shared/decode-text.ts'
import type { BulkState, NamedList, SavedBefore, RowFixes, Saving } from './bulk-state.ts'
import { bulkFields } from './list/bulk-fields.ts'
import type { ListClient } from './list/list-client.ts'
import type { OpenedList } from './list/list-reader.ts'
import { type CellsByLine, digestOf, toCells, toRows } from './list/parse-table.ts'
import { type CommonValues, commonOnScreen, type RowRules } from './list/read-row.ts'
import { createOneAtATime } from '../../../../shared/one-at-a-time.ts'

export const savedBeforeOf = (found: Response<'bulk.find'> | undefined): SavedBefore | undefined =>
  found?.firstSavedAt === undefined ? undefined : { count: found.saved, at: found.firstSavedAt }

type Shown = Pick<BulkState, 'rules' | 'saving' | 'progress' | 'isChecking'>

export function writeStoredList(
  { name, digest, parts, encoding }: NamedList,
  shown: Shown,
  fixes: RowFixes,
): StoredList {
  const { kind, columns, common, completesMobiles } = shown.rules
  return {
    name,
    digest,
    parts,
    encoding,
    stage: stageOf(shown),
    kind,
    columns: columns.map((path) => path ?? ''),
    common: { ...common },
    completesMobiles,
    mended: toRows(fixes.mended),
    typed: toRows(fixes.typed),
  }
}

/** Fields that this version does not know are dropped. */
export function readStoredRules({ kind, columns, common, completesMobiles }: StoredList): RowRules {
  const paths = bulkFields[kind].map(({ path }) => path)
  const known: CommonValues = Object.fromEntries(
    paths.flatMap((path) => (common[path] === undefined ? [] : [[path, common[path]] as const])),
  )
  return { kind, completesMobiles, common: known, columns: columns.map((text) => paths.find((path) => path === text)) }
}

/**
 * Identifies the work that a list stands for: its file, its kind, and what the columns and the common values make of it. The same boxes with
 * another common hostname are other work.
 */
export function digestWork({ digest }: Pick<NamedList, 'digest'>, rules: RowRules): Promise<string> {
  const { kind, columns } = rules
  const common = commonOnScreen(rules)
  const values = bulkFields[kind].map(({ path }) => common[path] ?? '')
  const work = JSON.stringify([digest, kind, columns.map((path) => path ?? ''), values])
  return digestOf(new TextEncoder().encode(work))
}

function stageOf({ saving, progress, isChecking }: Shown): StoredList['stage'] {
  if (saving !== undefined) return 'saved'
  return isChecking || progress !== undefined ? 'checked' : 'columns'
}

export const readStoredFixes = ({ typed, mended }: StoredList): RowFixes => ({
  typed: toCells(typed),
  mended: toCells(mended),
})

/** The encoding in which earlier versions read every file that is not in Unicode, without storing it. */
const formerEncoding: Encoding = 'windows-1252'

/** Passes the bytes of a stored list to the reader, part by part. Then opens the list with its corrected rows. */
export async function fetchList(
  bridge: Bridge,
  reader: ListClient,
  connectionId: string,
  { digest, parts, mended, encoding = formerEncoding }: StoredList,
): Promise<Reply<OpenedList>> {
  for (let part = 0; part < parts; part += 1) {
    const reply = await bridge.call('list.read-part', { connectionId, digest, part })
    if (!reply.ok) return reply
    await reader.take(reply.value.bytes)
  }
  return succeed(await reader.openTaken(mended, { encoding }))
}

/** Returns the rows with new `cells` for one line, which moves to the end. Without `cells`, the line is removed. */
export const withRow = (rows: CellsByLine, line: number, cells: readonly string[] | undefined): CellsByLine =>
  new Map([...[...rows].filter(([other]) => other !== line), ...(cells === undefined ? [] : [[line, cells] as const])])

/** Returns the lines of a batch that are jobs on this computer. Undefined if a call fails. */
export async function findSavedLines(bridge: Bridge, batch: string): Promise<readonly number[] | undefined> {
  const lines: number[] = []
  for (let hasMore = true; hasMore;) {
    const reply = await bridge.call('list.saved-lines', { batch, after: lines.at(-1) ?? 0, limit: mostLinesAtOnce })
    if (!reply.ok) return undefined
    lines.push(...reply.value.lines)
    hasMore = reply.value.hasMore
  }
  return lines
}

/**
 * Finds out which rows of a batch are jobs, and moves these rows and the rows in `left` before all other good rows. `lines`: the lines of the
 * jobs. The lines in `former` do not count. Undefined if a call fails.
 */
export async function countSaved(
  bridge: Bridge,
  reader: ListClient,
  { batch, left }: Pick<Saving, 'batch' | 'left'>,
  former: ReadonlySet<number>,
) {
  const lines = (await findSavedLines(bridge, batch))?.filter((line) => !former.has(line))
  if (lines === undefined) return undefined
  const leftLines = new Set(left.map(({ line }) => line))
  const { saved: seen, progress } = await reader.putSavedFirst([...lines, ...leftLines])
  const saved = lines.filter((line) => !leftLines.has(line)).length
  return { lines, progress, saving: { batch, left, total: progress.good, seen, saved, isOver: true } }
}

const refusePart = () => Promise.reject(new Error('All parts are kept.'))

interface ListSaveState {
  readonly now: () => StoredList
  readonly part: (part: number) => Promise<string>
  /** The next part to store. Undefined until `list.begin` has succeeded. */
  next: number | undefined
  /** The marks that the stored list may have. There are several if a call ended without an answer. */
  marks: readonly string[]
  /** Whether another window has stored the list since. */
  isOutdated?: boolean
  /**
   * Whether a call to store a change is already waiting. The call will store the list as it is when the call starts, so later changes need
   * no other call.
   */
  isDue: boolean
}

/**
 * Stores the open list on this computer whenever it changes, one call at a time. After each attempt, `tell` gets the reason why the
 * list is not stored, or undefined if the list is stored.
 */
export function createListKeeper(
  bridge: Bridge,
  connectionId: string,
  tell: (trouble: BridgeError | undefined) => void,
) {
  let current: ListSaveState | undefined
  const oneAtATime = createOneAtATime()

  const inTurn = (action: () => Promise<void>): void => {
    // A failed worker cannot return a part of the list. The screen already reports that failure.
    oneAtATime(action).catch(() => undefined)
  }
  /** Returns the list as it is now, with a new mark. */
  const markNow = (mine: ListSaveState): StoredList & { readonly mark: string } => ({
    ...mine.now(),
    mark: crypto.randomUUID(),
  })
  /**
   * Stores the parts of the list that are not stored yet, and then the state of the list. Returns the error of a failed call. The next
   * change tries again.
   */
  const keepNow = async (mine: ListSaveState): Promise<BridgeError | undefined> => {
    const isWanted = (): boolean => current === mine
    if (mine.next === undefined) {
      const list = markNow(mine)
      const reply = await bridge.call('list.begin', { connectionId, list })
      if (!reply.ok) return reply.error
      mine.marks = [list.mark]
      mine.next = 0
    }
    for (const { digest, parts } = mine.now(); mine.next < parts && isWanted(); mine.next += 1) {
      const bytes = await mine.part(mine.next)
      const reply = await bridge.call('list.save-part', { connectionId, digest, part: mine.next, bytes })
      if (!reply.ok) return reply.error
    }
    if (!isWanted()) return undefined
    const list = markNow(mine)
    const reply = await bridge.call('list.save', { connectionId, list, was: [...mine.marks] })
    mine.isOutdated = !reply.ok && reply.error.code === 'changed-meanwhile'
    mine.marks = reply.ok ? [list.mark] : [...mine.marks.slice(1 - mostMarks), list.mark]
    return reply.ok ? undefined : reply.error
  }
  /** Stores the changed list as soon as the calls before are finished. */
  const change = (): void => {
    const mine = current
    if (mine === undefined || mine.isDue) return
    mine.isDue = true
    inTurn(async () => {
      mine.isDue = false
      if (current !== mine) return
      const trouble = await keepNow(mine)
      if (current === mine) tell(trouble)
    })
  }
  return {
    /** Starts to store a new list. `now` returns the list's state, and `part` returns a part of its bytes. */
    begin(now: ListSaveState['now'], part: ListSaveState['part']): void {
      current = { now, part, next: undefined, marks: [], isDue: false }
      change()
    },
    /** Continues with a list that is already stored. `mark`: the mark of the stored list. */
    goOn(now: ListSaveState['now'], mark: string | undefined): void {
      current = { now, part: refusePart, next: now().parts, marks: mark === undefined ? [] : [mark], isDue: false }
    },
    /** Stops storing changes. The stored list stays. */
    rest(): void {
      current = undefined
      tell(undefined)
    },
    change,
    /** Deletes the stored list, unless it is the work of another window. */
    forget(): void {
      const mine = current
      current = undefined
      tell(undefined)
      inTurn(async () => {
        if (mine?.isOutdated !== true) await bridge.call('list.forget', { connectionId })
      })
    },
    /** Resolves when everything is stored or storing has failed. */
    settled: () => oneAtATime(async () => undefined),
  }
}
