import { guessColumns, type BulkKind, type ColumnMap } from './bulk-fields.ts'
import type { OpenedList } from './list-reader.ts'

/** What the columns of a list seem to be. Where they have no names the first is the box. */
export function listColumnsOf(list: Extract<OpenedList, { ok: true }>, kind: BulkKind): ColumnMap {
  if (list.hasHeader) return guessColumns(list.header, kind)
  return list.header.map((_, index) => (index === 0 ? 'box.raw' : undefined))
}
