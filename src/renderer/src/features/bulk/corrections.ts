import type { StoreApi } from 'zustand/vanilla'
import { type BulkState, type RowFixes, withFixed } from './bulk-state.ts'
import type { FaultGroup, Replacement } from './list/fault-groups.ts'
import type { ListClient } from './list/list-client.ts'
import type { BadRow } from './list/read-row.ts'
import { withRow } from './stored-list.ts'

interface CorrectionsDeps {
  readonly store: StoreApi<BulkState>
  readonly fixes: StoreApi<RowFixes>
  readonly reader: () => ListClient
  readonly readFaults: () => Promise<Pick<BulkState, 'bad' | 'groups'>>
  /** Runs work that uses the reader. */
  readonly guard: (work: () => Promise<void>) => Promise<void>
  /** Called after each change of the list. */
  readonly change: () => void
}

/** Creates the functions that correct the rows of a checked list. */
export function createCorrections({ store, fixes, reader, readFaults, guard, change }: CorrectionsDeps) {
  const typeRow = (line: number, cells: readonly string[] | undefined): void =>
    fixes.setState(({ typed }) => ({ typed: withRow(typed, line, cells) }))
  return {
    /** Stores the cells of a row while they are being typed. `cells` is undefined when the form of the row closes. */
    type: (line: number, cells: readonly string[] | undefined): void => {
      typeRow(line, cells)
      change()
    },
    /** Checks a row again with other cells. Without cells, the row is left out. */
    fix: ({ line }: BadRow, cells: readonly string[]): Promise<void> =>
      guard(async () => {
        const { isTaken, isGood, progress } = await reader().fix(line, cells)
        if (isTaken) fixes.setState(({ mended }) => ({ mended: withRow(mended, line, cells) }))
        const { bad: fresh, groups } = await readFaults()
        const { bad: before } = store.getState()
        if (store.getState().progress === undefined) return
        // Reuses the objects of the other rows, so that these rows are not rendered again.
        const bad = fresh.map((row) => before.find((one) => one.line === row.line && one.line !== line) ?? row)
        if (isGood) typeRow(line, undefined)
        store.setState({ bad, groups, progress })
        change()
      }),
    /** Takes the rows that were left out into the list again, as they are in the file. */
    bringBack: (): Promise<void> =>
      guard(async () => {
        const { lines, progress } = await reader().bringBack()
        const shown = await readFaults()
        if (store.getState().progress === undefined) return
        fixes.setState(({ mended }) => ({ mended: new Map([...mended].filter(([line]) => !lines.includes(line))) }))
        store.setState({ ...shown, progress })
        change()
      }),
    /** Replaces the faulty value in all rows of a group, and checks these rows again. */
    fixGroup: (group: FaultGroup, replacement: Replacement): Promise<void> =>
      guard(async () => {
        const { fixed, progress } = await reader().fixGroup(group, replacement)
        const shown = await readFaults()
        if (store.getState().progress === undefined) return
        const column = store.getState().rules.columns.indexOf(group.path)
        fixes.setState((before) => withFixed(before, fixed, column, shown.bad))
        store.setState({ ...shown, progress })
        change()
      }),
  }
}
