import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { noticeSchema, type MaintenanceNotice } from '../../shared/domain/maintenance.ts'
import { readFact, removeFact, setFact } from '../storage/database.ts'
import { readJson } from '../storage/files.ts'
import { type ActivityRow, activityActionSchema } from '../../shared/domain/activity/activity.ts'
import { type Sealing, openColumnAs } from '../vault/sealing.ts'

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
  const { events, actors } = readEvents(database, sealing)
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

const eventSchema = z.object({ action: activityActionSchema, by: z.string(), other: z.string().optional() })
type SignInEvent = z.infer<typeof eventSchema>

/** The most sign-in events that are read. A shop counter with ten changes of shift a day reaches this number in half a year. */
const mostEvents = 2000

export const signInIdentity = (id: string): string => `sign-in-event:${id}`

/** Stores a sign-in event, or who caused another event, sealed. `id` is unique and increases with time. */
export function addSignInEvent(
  database: DatabaseSync,
  sealing: Sealing,
  id: string,
  at: number,
  event: SignInEvent | z.infer<typeof actorSchema>,
): void {
  const sealed = sealing.seal(signInIdentity(id), JSON.stringify(event))
  database.prepare('INSERT INTO sign_in_event (id, at, sealed) VALUES (?, ?, ?)').run(id, at, sealed)
}

/** The technician who caused an event of Activity. `of`: the key of the event's row. */
const actorSchema = z.object({ of: z.string(), by: z.string() })

/** Who did something now, by the technician's name, and the id under which this is stored: unique, and increasing with time. */
export interface Actor {
  readonly id: string
  readonly by: string
}

/** The key of the row in Activity that shows a transfer file. */
export const keyOfFile = (fileId: string): string => `file-${fileId}`

/** The key of the row in Activity that shows a notice. */
export const keyOfNotice = ({ kind, at, from }: Pick<MaintenanceNotice, 'kind' | 'at' | 'from'>): string =>
  `note-${String(at)}-${kind}-${from}`

/**
 * Stores who caused an event of Activity. The name is sealed, because transfers and notices are stored readable. It goes with the sign-ins
 * when it is old.
 */
export function addActor(
  database: DatabaseSync,
  sealing: Sealing,
  { id, by }: Actor,
  { of, at }: { readonly of: string; readonly at: number },
): void {
  if (by !== '') addSignInEvent(database, sealing, id, at, { of, by })
}

/** The latest sign-in events, oldest first, and the technicians of other events by the key of the event's row. */
function readEvents(
  database: DatabaseSync,
  sealing: Sealing,
): { readonly events: readonly ActivityRow[]; readonly actors: ReadonlyMap<string, string> } {
  const rows = database.prepare('SELECT id, at, sealed FROM sign_in_event ORDER BY id DESC LIMIT ?').all(mostEvents)
  const actors = new Map<string, string>()
  const events = rows.toReversed().flatMap((row): readonly ActivityRow[] => {
    const id = String(row['id'])
    const event = openColumnAs(sealing, signInIdentity(id), row['sealed'], z.union([eventSchema, actorSchema]))
    if (event === undefined) return []
    if ('action' in event) return [{ key: `sign-in-${id}`, at: Number(row['at']), ...event }]
    actors.set(event.of, event.by)
    return []
  })
  return { events, actors }
}
