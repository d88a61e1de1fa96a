import type { Bridge, Reply } from '../../../../shared/bridge/bridge.ts'
import type { Response } from '../../../../shared/bridge/contract.ts'
import type { StoredList } from '../../../../shared/bridge/list-channels.ts'
import { succeed } from '../../../../shared/result.ts'
import type { BulkState, NamedList, SavedBefore, RowFixes, CellsByLine } from './bulk-state.ts'
import { bulkFields, type BulkKind } from './list/bulk-fields.ts'
import { digestOf } from './list/list-bytes.ts'
import type { ListClient } from './list/list-client.ts'
import type { OpenedList } from './list/list-reader.ts'
import type { CommonValues, RowRules } from './list/read-row.ts'

/** What was saved of this list before, if anything. */
export const savedBeforeOf = (found: Response<'bulk.find'> | undefined): SavedBefore | undefined =>
  found?.firstSavedAt === undefined ? undefined : { count: found.saved, at: found.firstSavedAt }

type Shown = Pick<BulkState, 'rules' | 'saving' | 'progress' | 'isChecking'>

/** The list in the form in which it is stored. */
export function writeStoredList({ name, digest, parts }: NamedList, shown: Shown, fixes: RowFixes): StoredList {
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
    mended: rowsOf(fixes.mended),
    typed: rowsOf(fixes.typed),
  }
}

/** Reads the rules of a stored list. Fields that this version does not know are dropped. */
export function readStoredRules({ kind, columns, common, completesMobiles }: StoredList): RowRules {
  const paths = bulkFields[kind].map(({ path }) => path)
  const known: CommonValues = Object.fromEntries(
    paths.flatMap((path) => (common[path] === undefined ? [] : [[path, common[path]] as const])),
  )
  return { kind, completesMobiles, common: known, columns: columns.map((text) => paths.find((path) => path === text)) }
}

function stageOf({ saving, progress, isChecking }: Shown): StoredList['stage'] {
  if (saving !== undefined) return 'saved'
  return isChecking || progress !== undefined ? 'checked' : 'columns'
}

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

/** The fixes of a stored list. */
export const readStoredFixes = ({ typed, mended }: StoredList): RowFixes => ({
  typed: new Map(typed.map(({ line, cells }) => [line, cells])),
  mended: new Map(mended.map(({ line, cells }) => [line, cells])),
})

const rowsOf = (rows: CellsByLine): StoredList['mended'] =>
  Array.from(rows, ([line, cells]) => ({ line, cells: [...cells] }))

/** The other rows, then this one if it has cells. */
export const withRow = (rows: CellsByLine, line: number, cells: readonly string[] | undefined): CellsByLine =>
  new Map([...[...rows].filter(([other]) => other !== line), ...(cells === undefined ? [] : [[line, cells] as const])])

/** Passes the bytes of a stored list to the reader, part by part, and opens it with its fixed rows. */
export async function fetchList(
  bridge: Bridge,
  connectionId: string,
  { digest, parts, mended }: StoredList,
  reader: Pick<ListClient, 'take' | 'openTaken'>,
): Promise<Reply<OpenedList>> {
  for (let part = 0; part < parts; part += 1) {
    const reply = await bridge.call('list.read-part', { connectionId, digest, part })
    if (!reply.ok) return reply
    await reader.take(reply.value.bytes)
  }
  return succeed(await reader.openTaken(mended))
}
