import type { KeptList } from '../../../../shared/bridge/list-channels.ts'
import { bulkFields, type BulkKind } from './list/bulk-fields.ts'
import type { BulkState, NamedList, SavedBefore } from './bulk-state.ts'
import type { MendedRows } from './list/list-reader.ts'
import { rowsOf, type Mending } from './mending.ts'
import type { CommonValues, RowRules } from './list/read-row.ts'
import type { Bridge, Reply } from '../../../../shared/bridge/bridge.ts'
import type { Response } from '../../../../shared/bridge/contract.ts'
import { digestOf } from './list/digest-of.ts'

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
