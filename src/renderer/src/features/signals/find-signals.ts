import type { Snapshot } from '../../../../shared/bridge/snapshot.ts'
import { findActiveConnection } from '../../state/snapshot-store.ts'

/** What a technician may want to hear of: a result, work that needs somebody, or the network after an outage. */
export type Signal = 'done' | 'attention' | 'network-back'

/** What has happened between two snapshots. Nothing if they show different work, or if either shows none. */
export function findSignals(before: Snapshot, after: Snapshot): readonly Signal[] {
  const [from, to] = [findActiveConnection(before), findActiveConnection(after)]
  const isSameWork = from !== undefined && to !== undefined && from.settings.id === to.settings.id
  if (!isSameWork || before.who.current !== after.who.current || isShut(before) || isShut(after)) return []
  const signals: Signal[] = []
  if (sumWanting(after) > sumWanting(before)) signals.push('attention')
  if (sumDone(after) > sumDone(before)) signals.push('done')
  if (from.link.state === 'unreached' && to.link.state === 'reached') signals.push('network-back')
  return signals
}

const isShut = ({ who, vault }: Snapshot): boolean => who.state === 'signed-out' || vault.state !== 'open'
const sumWanting = ({ counts }: Snapshot): number => counts.needsYou + counts.refused
const sumDone = ({ counts }: Snapshot): number => counts.done + counts.unconfirmed
