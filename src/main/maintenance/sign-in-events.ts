import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { activityActionSchema, type ActivityRow } from '../../shared/domain/activity/activity.ts'
import { openColumnAs, type Sealing } from '../vault/sealing.ts'

const eventSchema = z.object({ action: activityActionSchema, by: z.string(), other: z.string().optional() })
type SignInEvent = z.infer<typeof eventSchema>

/** The most events that are read: a counter with ten changes of shift a day fills this in half a year. */
const most = 2000

/** The identity that an event is sealed with. */
export const signInIdentity = (id: string): string => `sign-in-event:${id}`

/** `id` grows with the time, and is unique. */
export function addSignInEvent(
  database: DatabaseSync,
  sealing: Sealing,
  id: string,
  at: number,
  event: SignInEvent,
): void {
  const sealed = sealing.seal(signInIdentity(id), JSON.stringify(event))
  database.prepare('INSERT INTO sign_in_event (id, at, sealed) VALUES (?, ?, ?)').run(id, at, sealed)
}

/** The latest events that open, oldest first. */
export function readSignInEvents(database: DatabaseSync, sealing: Sealing): readonly ActivityRow[] {
  const rows = database.prepare('SELECT id, at, sealed FROM sign_in_event ORDER BY id DESC LIMIT ?').all(most)
  return rows.toReversed().flatMap((row): readonly ActivityRow[] => {
    const id = String(row['id'])
    const event = openColumnAs(sealing, signInIdentity(id), row['sealed'], eventSchema)
    return event === undefined ? [] : [{ key: `sign-in-${id}`, at: Number(row['at']), ...event }]
  })
}
