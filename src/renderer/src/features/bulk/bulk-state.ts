import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import type { SerialPattern } from '../../../../shared/domain/label/label.ts'
import type { PileStore } from '../../state/pile-store.ts'
import type { BulkKind } from './list/bulk-fields.ts'
import type { BadRow } from './list/check-rows.ts'
import type { CheckMeter } from './list/check-meter.ts'
import type { ListClient } from './list/list-client.ts'
import type { CheckProgress, OpenedList } from './list/list-reader.ts'
import type { Mending } from './mending.ts'
import type { RowRules } from './list/read-row.ts'
import type { Saving } from './save-rows.ts'

/** A list that was opened, with its name and the number of parts in which its bytes are kept. */
export type NamedList = Extract<OpenedList, { ok: true }> & { readonly name: string; readonly parts: number }

/** Rows of this very list that were saved at an earlier time: how many, and when the first. */
export interface SavedBefore {
  readonly count: number
  readonly at: number
}

/** A list on its way from a file to jobs, as it is shown. */
export interface BulkState {
  /** The name of a list that was kept and is being brought. */
  readonly coming: string | undefined
  readonly list: NamedList | undefined
  readonly refusal: (Extract<OpenedList, { ok: false }> & { readonly name: string }) | undefined
  readonly rules: RowRules
  /** What came of the check; there once it is over. */
  readonly progress: CheckProgress | undefined
  readonly isChecking: boolean
  readonly bad: readonly BadRow[]
  readonly savedBefore: SavedBefore | undefined
  readonly saving: Saving | undefined
  readonly error: BridgeError | undefined
  readonly isBroken: boolean
  /** Why the list is not kept on this computer as it is on screen. */
  readonly trouble: BridgeError | undefined
}

/** Whoever had the rows before they were a list, and hears which of them are saved. */
export type ListOrigin = Pick<PileStore, 'settle' | 'finish' | 'giveBack'>

export interface BulkStore extends StoreApi<BulkState> {
  readonly meter: CheckMeter
  readonly typed: Mending['typed']
  /** The screen is there: a list that was kept comes back. */
  readonly come: () => Promise<void>
  /** The screen is gone: what is being saved is saved, and the list stays kept. A pile gets back what is not saved. */
  readonly leave: () => Promise<void>
  readonly setKind: (kind: BulkKind) => void
  readonly setRules: (change: Partial<RowRules>) => void
  readonly open: (name: string, bytes: Blob, from?: ListOrigin) => Promise<void>
  readonly close: () => void
  readonly check: () => Promise<void>
  /** Ends the check; or the saving, once what is on its way is saved. */
  readonly stop: () => void
  readonly type: Mending['type']
  readonly mend: (row: BadRow, cells: readonly string[]) => Promise<void>
  /** Saves what is good and was not seen by a save yet; `evenIfKnown` goes over all of them again. */
  readonly save: (evenIfKnown: boolean) => Promise<void>
  readonly allBad: () => Promise<readonly BadRow[]>
}

export interface BulkStoreDeps {
  readonly bridge: Bridge
  readonly connectionId: string
  /** The connection as it is set now; nothing where another one is worked with. */
  readonly connection: () => Connection | undefined
  readonly createClient: () => ListClient
  /** How the serial numbers look that are known on this computer. */
  readonly patterns?: () => readonly SerialPattern[]
}

/** What a check has brought, before there is one. */
export const unchecked = {
  progress: undefined,
  isChecking: false,
  bad: [],
  savedBefore: undefined,
  saving: undefined,
  error: undefined,
} as const satisfies Partial<BulkState>

/** No list at all. */
export const noList: BulkState = {
  ...unchecked,
  coming: undefined,
  list: undefined,
  refusal: undefined,
  rules: { kind: 'hostname', columns: [], common: {}, completesMobiles: false },
  isBroken: false,
  trouble: undefined,
}
