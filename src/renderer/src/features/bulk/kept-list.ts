import type { KeptList } from '../../../../shared/bridge/list-channels.ts'
import { bulkFields } from './list/bulk-fields.ts'
import type { BulkState, NamedList } from './bulk-state.ts'
import type { MendedRows } from './list/list-reader.ts'
import { rowsOf, type Mending } from './mending.ts'
import type { CommonValues, RowRules } from './list/read-row.ts'

type Shown = Pick<BulkState, 'rules' | 'saving' | 'progress' | 'isChecking'>

/** A list as it is kept. */
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

/** How a kept list is read; a field that this Setdesk does not have is left out. */
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
