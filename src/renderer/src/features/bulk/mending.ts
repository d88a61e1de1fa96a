import { createStore, type StoreApi } from 'zustand/vanilla'
import type { MendedRows } from './list/list-reader.ts'

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
export const rowsOf = (rows: Rows): MendedRows => Array.from(rows, ([line, cells]) => ({ line, cells }))

const mapOf = (rows: MendedRows): Rows => new Map(rows.map(({ line, cells }) => [line, cells] as const))

/** The other rows, then this one if it has cells. */
const without = (rows: Rows, line: number, cells: readonly string[] | undefined): Rows =>
  new Map([...[...rows].filter(([other]) => other !== line), ...(cells === undefined ? [] : [[line, cells] as const])])
