import type { DraftIntent } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import type { DraftPath } from '../../activation/draft/read-draft.ts'
import type { TableRow } from './parse-table.ts'
import { createRowReader, type RowFault, type RowRules } from './read-row.ts'

/** A row that can be saved. */
export interface GoodRow {
  readonly line: number
  readonly intent: DraftIntent
}

/** A row that cannot, with why; its cells are kept so that it can be mended and taken in again. */
export interface BadRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly faults: readonly RowFault[]
}

/** Checks row after row; what one row has cannot be another's. */
export interface RowCheck {
  readonly check: (row: TableRow) => { readonly good: GoodRow } | { readonly bad: BadRow }
}

/** A check of one list. A box, and a log-in of a new customer, may stand in it once. */
export function createRowCheck(rules: RowRules, connection: Connection): RowCheck {
  const readRow = createRowReader(rules, connection)
  const taken = new Map<string, number>()
  return {
    check({ line, cells }) {
      const reading = readRow(cells)
      if (!reading.ok) return { bad: { line, cells, faults: reading.faults } }
      const { intent, key } = reading
      const userid = intent.kind === 'new-customer' ? intent.logIn.userid : undefined
      const claims: readonly (readonly [DraftPath, string])[] = [
        ['box.raw', key],
        ...(userid === undefined ? [] : [['logIn.userid', userid.toLowerCase()] as const]),
      ]
      const faults = claims.flatMap(([path, value]): readonly RowFault[] => {
        const before = taken.get(`${path} ${value}`)
        return before === undefined ? [] : [{ path, code: `repeated:${String(before)}` }]
      })
      if (faults.length > 0) return { bad: { line, cells, faults } }
      // A row that is not taken keeps nothing from another, nor from itself once it is mended.
      for (const [path, value] of claims) taken.set(`${path} ${value}`, line)
      return { good: { line, intent } }
    },
  }
}
