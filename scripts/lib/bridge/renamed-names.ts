import type { Channel } from '../../../src/shared/bridge/contract.ts'
import type { EventName } from '../../../src/shared/bridge/bridge.ts'
import type { Preferences } from '../../../src/shared/bridge/snapshot.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'

/** A renamed channel, event or setting. `since`: the first version with the new name. */
export type RenamedName = { readonly old: string; readonly since: string } & (
  | { readonly kind: 'channel'; readonly name: Channel }
  | { readonly kind: 'event'; readonly name: EventName }
  | { readonly kind: 'setting'; readonly name: keyof Connection | keyof Preferences }
)

/** All renamed channels. A commit that renames one adds a row here. */
const renamedChannels: readonly (readonly [old: string, name: Channel])[] = [
  ['activation.save', 'job.save'],
  ['act.save', 'job.save'],
  ['console.change', 'job.save'],
  ['job.standing', 'job.subscription-status'],
  ['customers.lights', 'customers.bindings'],
  ['hostname.kept', 'hostname.cached'],
  ['pile.read', 'scan-batch.read'],
  ['pile.save', 'scan-batch.save'],
  ['teaching.look', 'field-mapping.preview'],
  ['teaching.save', 'field-mapping.save'],
  ['list.keep', 'list.save'],
  ['list.keep-part', 'list.save-part'],
  ['bulk.keep-file', 'bulk.write-file'],
  ['keeping.list-backups', 'maintenance.list-backups'],
  ['keeping.back-up', 'maintenance.back-up'],
  ['keeping.restore', 'maintenance.restore'],
  ['keeping.start-afresh', 'maintenance.start-afresh'],
  ['keeping.release', 'maintenance.release'],
  ['keeping.clear-notices', 'maintenance.clear-notices'],
  ['keeping.hand-over', 'maintenance.export-work'],
  ['keeping.take-over', 'maintenance.import-work'],
]

export const renamedNames: readonly RenamedName[] = renamedChannels.map(([old, name]) => ({
  kind: 'channel',
  old,
  name,
  since: '0.1.0',
}))

/** The first version with published names. */
export const firstVersion = '0.1.0'
