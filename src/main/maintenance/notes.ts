import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { noticeSchema, type MaintenanceNotice } from '../../shared/domain/maintenance.ts'
import { readFact, removeFact, setFact } from '../storage/database.ts'
import { readJson } from '../storage/files.ts'
import type { ActivityRow } from '../../shared/domain/activity/activity.ts'
import type { Sealing } from '../vault/sealing.ts'
import { readSignInEvents } from '../vault/technicians.ts'

const most = 10
const mostPast = 200

/** The latest events that concern the whole ledger and that the user has not dismissed, oldest first. At most `most` events. */
export const readNotices = (database: DatabaseSync): readonly MaintenanceNotice[] => readList(database, 'notices')

/** The latest events that concern the whole ledger, dismissed or not, oldest first. At most `mostPast` events. */
export const readPastNotices = (database: DatabaseSync): readonly MaintenanceNotice[] =>
  readList(database, 'past-notices')

const readList = (database: DatabaseSync, name: string): readonly MaintenanceNotice[] =>
  (readJson(readFact(database, name), z.array(z.unknown())) ?? []).flatMap((one) => {
    // One invalid notice does not hide the others.
    const notice = noticeSchema.safeParse(one)
    return notice.success ? [notice.data] : []
  })

export function addNotice(database: DatabaseSync, notice: MaintenanceNotice): void {
  setFact(database, 'notices', JSON.stringify([...readNotices(database), notice].slice(-most)))
  setFact(database, 'past-notices', JSON.stringify([...readPastNotices(database), notice].slice(-mostPast)))
}

export const clearNotices = (database: DatabaseSync): void => removeFact(database, 'notices')

/**
 * The longest time between the two rows of one event, in milliseconds. A transfer and its notice are written in one transaction, so the
 * times of their rows are closer than this.
 */
const sameMoment = 1000

/** Events that concern all work of this computer (transfers, restores and the like), oldest first. */
export function readActivityNotes(database: DatabaseSync, sealing: Sealing): readonly ActivityRow[] {
  const { events, actors } = readSignInEvents(database, sealing)
  const files = database
    .prepare('SELECT id, direction, other, jobs, at FROM hand_over ORDER BY at, id')
    .all()
    .map((row): ActivityRow => ({
      key: keyOfFile(String(row['id'])),
      at: Number(row['at']),
      action: row['direction'] === 'out' ? 'handed-over' : 'taken-over',
      by: actors.get(keyOfFile(String(row['id']))) ?? '',
      jobs: Number(row['jobs']),
      other: String(row['other']),
    }))
  const notices = readPastNotices(database)
    .filter(
      ({ kind, at, from }) =>
        kind !== 'taken-over' || !files.some((file) => file.other === from && Math.abs(file.at - at) < sameMoment),
    )
    .map(({ kind, at, jobs, from }): ActivityRow => ({
      key: keyOfNotice({ kind, at, from }),
      at,
      action: kind,
      by: actors.get(keyOfNotice({ kind, at, from })) ?? '',
      jobs,
      other: from,
    }))
  return [...files, ...notices, ...events].sort((one, other) => one.at - other.at)
}

/** The key of the row in Activity that shows a transfer file. */
export const keyOfFile = (fileId: string): string => `file-${fileId}`

/** The key of the row in Activity that shows a notice. */
export const keyOfNotice = ({ kind, at, from }: Pick<MaintenanceNotice, 'kind' | 'at' | 'from'>): string =>
  `note-${String(at)}-${kind}-${from}`
