import type { DatabaseSync } from 'node:sqlite'
import type { ActivityRow } from '../../shared/domain/activity/activity.ts'
import type { Sealing } from '../vault/sealing.ts'
import { readPastNotices } from './notes.ts'
import { readSignInEvents } from './sign-in-events.ts'

/** Milliseconds. A transfer and its notice are written in one transaction, so two rows closer than this are one event. */
const sameMoment = 1000

/** Events that concern the whole computer's work (transfers, restores and the like), oldest first. */
export function readActivityNotes(database: DatabaseSync, sealing: Sealing): readonly ActivityRow[] {
  const files = database
    .prepare('SELECT id, direction, other, jobs, at FROM hand_over ORDER BY at, id')
    .all()
    .map((row): ActivityRow => ({
      key: `file-${String(row['id'])}`,
      at: Number(row['at']),
      action: row['direction'] === 'out' ? 'handed-over' : 'taken-over',
      by: '',
      jobs: Number(row['jobs']),
      other: String(row['other']),
    }))
  const notices = readPastNotices(database)
    .filter(
      ({ kind, at, from }) =>
        kind !== 'taken-over' || !files.some((file) => file.other === from && Math.abs(file.at - at) < sameMoment),
    )
    .map(({ kind, at, jobs, from }): ActivityRow => ({
      key: `note-${String(at)}-${kind}-${from}`,
      at,
      action: kind,
      by: '',
      jobs,
      other: from,
    }))
  return [...files, ...notices, ...readSignInEvents(database, sealing)].sort((one, other) => one.at - other.at)
}
