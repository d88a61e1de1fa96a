import type { Activation } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import type { DraftPath } from '../../activation/draft/read-draft.ts'
import type { TableRow } from './parse-table.ts'
import { createRowReader, type RowFault, type RowRules } from './read-row.ts'

/** A row that can be saved. */
export interface GoodRow {
  readonly line: number
  readonly intent: Activation
}

/** A row that cannot be saved, with the reasons. Its cells are kept so that it can be fixed and checked again. */
export interface BadRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly faults: readonly RowFault[]
}

/** Checks rows one by one. A box or user ID that one row uses cannot be used by another. */
export interface RowCheck {
  readonly check: (row: TableRow) => { readonly good: GoodRow } | { readonly bad: BadRow }
}

/** A check of one list. Each box, and each user ID of a new customer, may appear once. */
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
      // Only good rows claim their values, so a bad row blocks no other row, nor itself once it is fixed.
      for (const [path, value] of claims) taken.set(`${path} ${value}`, line)
      return { good: { line, intent } }
    },
  }
}
