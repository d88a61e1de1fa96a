import type { DatabaseSync } from 'node:sqlite'
import type { ActivityRow } from '../../shared/domain/activity.ts'
import { readPastNotices } from './notes.ts'

/** Both are written within one transaction, milliseconds. */
const sameMoment = 1000

/** What happened to this computer's work as a whole, oldest first: hand-overs, restores and the like. */
export function readActivityNotes(database: DatabaseSync): readonly ActivityRow[] {
  const files = database
    .prepare('SELECT id, direction, other, jobs, at FROM hand_over ORDER BY at, id')
    .all()
    .map((row): ActivityRow => ({
      key: `file-${String(row['id'])}`,
      at: Number(row['at']),
      act: row['direction'] === 'out' ? 'handed-over' : 'taken-over',
      by: '',
      jobs: Number(row['jobs']),
      other: String(row['other']),
    }))
  const notices = readPastNotices(database)
    .filter(
      ({ kind, at, from }) =>
        kind !== 'taken-over' || !files.some((file) => file.other === from && Math.abs(file.at - at) < sameMoment),
    )
    .map(({ kind, at, jobs, from }, index): ActivityRow => ({
      key: `note-${String(at)}-${String(index)}`,
      at,
      act: kind,
      by: '',
      jobs,
      other: from,
    }))
  return [...files, ...notices].sort((one, other) => one.at - other.at)
}
