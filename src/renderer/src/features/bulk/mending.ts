import { createStore, type StoreApi } from 'zustand/vanilla'
import type { MendedRows } from './list/list-reader.ts'

type Rows = ReadonlyMap<number, readonly string[]>

/** What a person has made of the faults of a list. */
export interface Mending {
  /** Rows whose form is open, as they are typed so far: line -> cells. Apart from the rest of the screen, which would be drawn anew with each key. */
  readonly typed: StoreApi<Rows>
  /** Cells as they are typed; nothing where the row's form is closed. */
  readonly type: (line: number, cells: readonly string[] | undefined) => void
  /** Rows that were checked again, the latest last. */
  readonly mended: () => MendedRows
  readonly mend: (line: number, cells: readonly string[]) => void
  /** Those of another list take their place. */
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

/** Rows by line as a list of them. */
export const rowsOf = (rows: Rows): MendedRows => Array.from(rows, ([line, cells]) => ({ line, cells }))

const mapOf = (rows: MendedRows): Rows => new Map(rows.map(({ line, cells }) => [line, cells] as const))

/** The other rows, then this one, where it has cells. */
const without = (rows: Rows, line: number, cells: readonly string[] | undefined): Rows =>
  new Map([...[...rows].filter(([other]) => other !== line), ...(cells === undefined ? [] : [[line, cells] as const])])
