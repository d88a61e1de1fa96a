import type { Channel, EventName } from '../../../src/shared/bridge/contract.ts'
import type { Preferences } from '../../../src/shared/bridge/snapshot.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'

/** A renamed channel, event or setting. `since`: the first version with the new name. */
export type RenamedName = { readonly old: string; readonly since: string } & (
  | { readonly kind: 'channel'; readonly name: Channel }
  | { readonly kind: 'event'; readonly name: EventName }
  | { readonly kind: 'setting'; readonly name: keyof Connection | keyof Preferences }
)

/** All renamed names, the latest first. A commit that renames one adds a row here. */
export const renamedNames: readonly RenamedName[] = [
  { kind: 'channel', old: 'activation.save', name: 'job.save', since: '0.1.0' },
  { kind: 'channel', old: 'act.save', name: 'job.save', since: '0.1.0' },
  { kind: 'channel', old: 'console.change', name: 'job.save', since: '0.1.0' },
]

/** The first version with published names. */
export const firstVersion = '0.1.0'
