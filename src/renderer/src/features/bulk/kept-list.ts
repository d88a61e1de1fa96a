import { succeed } from '../../../../shared/result.ts'
import type { ListClient } from './list/list-client.ts'
import type { OpenedList, MendedRows } from './list/list-reader.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { KeptList } from '../../../../shared/bridge/list-channels.ts'
import { bulkFields, type BulkKind } from './list/bulk-fields.ts'
import type { BulkState, NamedList, SavedBefore } from './bulk-state.ts'
import type { CommonValues, RowRules } from './list/read-row.ts'
import type { Bridge, Reply } from '../../../../shared/bridge/bridge.ts'
import type { Response } from '../../../../shared/bridge/contract.ts'
import { digestOf } from './list/list-bytes.ts'

/** What was saved of this list before, if anything. */
export const savedBeforeOf = (found: Response<'bulk.find'> | undefined): SavedBefore | undefined =>
  found?.firstSavedAt === undefined ? undefined : { count: found.saved, at: found.firstSavedAt }

type Shown = Pick<BulkState, 'rules' | 'saving' | 'progress' | 'isChecking'>

/** The list in the form in which it is stored. */
export function writeKeptList({ name, digest, parts }: NamedList, shown: Shown, mending: Mending): KeptList {
  const { kind, columns, common, completesMobiles } = shown.rules
  return {
    name,
    digest,
    parts,
    stage: stageOf(shown),
    kind,
    columns: columns.map((path) => path ?? ''),
    common: { ...common },
    completesMobiles,
    mended: written(mending.mended()),
    typed: written(rowsOf(mending.typed.getState())),
  }
}

/** Reads the rules of a stored list. Fields that this version does not know are dropped. */
export function readKeptRules({ kind, columns, common, completesMobiles }: KeptList): RowRules {
  const paths = bulkFields[kind].map(({ path }) => path)
  const known: CommonValues = Object.fromEntries(
    paths.flatMap((path) => (common[path] === undefined ? [] : [[path, common[path]] as const])),
  )
  return { kind, completesMobiles, common: known, columns: columns.map((text) => paths.find((path) => path === text)) }
}

function stageOf({ saving, progress, isChecking }: Shown): KeptList['stage'] {
  if (saving !== undefined) return 'saved'
  return isChecking || progress !== undefined ? 'checked' : 'columns'
}

const written = (rows: MendedRows): KeptList['mended'] => rows.map(({ line, cells }) => ({ line, cells: [...cells] }))

/** Finds the batch of a list by its contents and its kind. */
export async function findBatch(
  bridge: Bridge,
  connectionId: string,
  digest: string,
  kind: BulkKind,
): Promise<Reply<Response<'bulk.find'>>> {
  return await bridge.call('bulk.find', {
    connectionId,
    digest: await digestOf(new TextEncoder().encode(`${digest} ${kind}`)),
  })
}

type Rows = ReadonlyMap<number, readonly string[]>

/** The technician's fixes to the bad rows of a list. */
export interface Mending {
  /**
   * Cells being typed in open forms, by line. Kept out of the screen's state, so that a key press does not render the
   * whole screen.
   */
  readonly typed: StoreApi<Rows>
  /** Stores the cells being typed; undefined when the form of the row closes. */
  readonly type: (line: number, cells: readonly string[] | undefined) => void
  /** Fixed rows, the latest last. */
  readonly mended: () => MendedRows
  readonly mend: (line: number, cells: readonly string[]) => void
  /** Replaces everything with the rows of another list. */
  readonly put: (mended: MendedRows, typed: MendedRows) => void
}

export function createMending(): Mending {
  const typed = createStore<Rows>(() => new Map())
  let mended: Rows = new Map()
  return {
    typed,
    type(line, cells) {
      typed.setState(without(typed.getState(), line, cells), true)
    },
    mended: () => rowsOf(mended),
    mend(line, cells) {
      mended = without(mended, line, cells)
    },
    put(before, typing) {
      mended = mapOf(before)
      typed.setState(mapOf(typing), true)
    },
  }
}

/** A map of rows by line as a list. */
const rowsOf = (rows: Rows): MendedRows => Array.from(rows, ([line, cells]) => ({ line, cells }))

const mapOf = (rows: MendedRows): Rows => new Map(rows.map(({ line, cells }) => [line, cells] as const))

/** The other rows, then this one if it has cells. */
const without = (rows: Rows, line: number, cells: readonly string[] | undefined): Rows =>
  new Map([...[...rows].filter(([other]) => other !== line), ...(cells === undefined ? [] : [[line, cells] as const])])

/** Passes the bytes of a stored list to the reader, part by part, and opens it with its fixed rows. */
export async function fetchList(
  bridge: Bridge,
  connectionId: string,
  { digest, parts, mended }: KeptList,
  reader: Pick<ListClient, 'take' | 'openTaken'>,
): Promise<Reply<OpenedList>> {
  for (let part = 0; part < parts; part += 1) {
    const reply = await bridge.call('list.read-part', { connectionId, digest, part })
    if (!reply.ok) return reply
    await reader.take(reply.value.bytes)
  }
  return succeed(await reader.openTaken(mended))
}
