import type { Channel, EventName } from '../../../src/shared/bridge/contract.ts'
import type { Preferences } from '../../../src/shared/bridge/snapshot.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'

/** A name of the bridge that is another one now. `since`: the first version with the new name. */
export type RenamedName = { readonly old: string; readonly since: string } & (
  | { readonly kind: 'channel'; readonly name: Channel }
  | { readonly kind: 'event'; readonly name: EventName }
  | { readonly kind: 'setting'; readonly name: keyof Connection | keyof Preferences }
)

/** Every name that changed, the latest first. Whoever changes one adds a row here. */
export const renamedNames: readonly RenamedName[] = []

/** The names of this version are the first that scripts were told. */
export const firstVersion = '0.1.0'
