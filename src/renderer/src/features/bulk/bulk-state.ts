import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { ScanBatchStore } from '../../state/scan-batch-store.ts'
import type { CheckProgress, OpenedList } from './list/list-reader.ts'
import type { FaultGroup } from './list/fault-groups.ts'
import type { BadRow, RowRules } from './list/read-row.ts'
import type { Saving } from './save-rows.ts'

/** An opened list with its name and the number of parts its bytes are stored in. */
export type NamedList = Extract<OpenedList, { ok: true }> & { readonly name: string; readonly parts: number }

/** Rows of the same list that were saved before: how many, and when the first one was. */
export interface SavedBefore {
  readonly count: number
  readonly at: number
}

/** The state of a list on its way from a file to jobs. */
export interface BulkState {
  /** The name of a stored list that is being loaded. */
  readonly coming: string | undefined
  readonly list: NamedList | undefined
  readonly refusal: (Extract<OpenedList, { ok: false }> & { readonly name: string }) | undefined
  readonly rules: RowRules
  /** The result of the check; present once it is finished. */
  readonly progress: CheckProgress | undefined
  readonly isChecking: boolean
  readonly bad: readonly BadRow[]
  /** Faults that several rows have. */
  readonly groups: readonly FaultGroup[]
  readonly savedBefore: SavedBefore | undefined
  readonly saving: Saving | undefined
  readonly error: BridgeError | undefined
  readonly isBroken: boolean
  /** Why the list on screen is not stored on this computer. */
  readonly trouble: BridgeError | undefined
}

export type CellsByLine = ReadonlyMap<number, readonly string[]>

/**
 * The technician's fixes to the bad rows of a list, by line: `typed` are the cells in open forms, `mended` the fixed
 * rows, the latest last. Apart from the screen's state, so that a key press does not render the whole screen.
 */
export interface RowFixes {
  readonly typed: CellsByLine
  readonly mended: CellsByLine
}

export const noFixes: RowFixes = { typed: new Map(), mended: new Map() }

/** The scan batch that a list was made from. It is told which rows were saved. */
export type ListOrigin = Pick<ScanBatchStore, 'settle' | 'finish' | 'giveBack'>

export const unchecked = {
  progress: undefined,
  isChecking: false,
  bad: [],
  groups: [],
  savedBefore: undefined,
  saving: undefined,
  error: undefined,
} as const satisfies Partial<BulkState>

export const noList: BulkState = {
  ...unchecked,
  coming: undefined,
  list: undefined,
  refusal: undefined,
  rules: { kind: 'hostname', columns: [], common: {}, completesMobiles: false },
  isBroken: false,
  trouble: undefined,
}
