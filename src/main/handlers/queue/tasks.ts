import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { replacedBoxSchema } from '../../../shared/domain/activation.ts'
import type { Task } from '../../../shared/bridge/customer-channels.ts'
import { jobStateSchema } from '../../../shared/domain/job.ts'
import { listTaskRows } from '../../jobs/ledger/views.ts'
import type { Clock } from '../../ports.ts'
import { openColumnAs, type Sealing } from '../../vault/sealing.ts'
import { aDay } from '../../../shared/durations.ts'

/** The content of a task, sealed in its row. `by`: the technician who ticked the task off. */
export const taskPayloadSchema = z.object({ userid: z.string(), box: replacedBoxSchema, by: z.string().optional() })
type TaskPayload = z.infer<typeof taskPayloadSchema>

/** A new task. It is shown once the job of the same draft is saved. */
interface NewTask extends Pick<TaskPayload, 'userid' | 'box'> {
  readonly draftId: string
  readonly connectionId: string
  readonly customerKey: Uint8Array
}

const mostShown = 200
export const taskIdentity = (draftId: string): string => `task:${draftId}`

/** Tasks that a technician does by hand in the platform's console. A row that cannot be opened does not hide other rows. */
export function createTasks(database: DatabaseSync, sealing: Sealing, clock: Clock) {
  const sealed = (draftId: string, payload: TaskPayload): Uint8Array =>
    sealing.seal(taskIdentity(draftId), JSON.stringify(payload))
  const open = (draftId: string, bytes: unknown): TaskPayload | undefined =>
    openColumnAs(sealing, taskIdentity(draftId), bytes, taskPayloadSchema)
  return {
    /**
     * Stores a task before its job is saved. If that job is never saved, the task is never shown. If the job was corrected to another
     * customer, the task is for that customer, and open again.
     */
    keep({ draftId, connectionId, customerKey, userid, box }: NewTask): void {
      database
        .prepare(
          `INSERT INTO task (draft_id, connection_id, customer_key, created_at, sealed) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (draft_id) DO UPDATE SET customer_key = excluded.customer_key, done_at = NULL, sealed = excluded.sealed`,
        )
        .run(draftId, connectionId, customerKey, clock.now(), sealed(draftId, { userid, box }))
    },
    /** Lists the open tasks, and the tasks that were ticked off in the last day, oldest first. */
    list(connectionId: string, customerKey?: Uint8Array): readonly Task[] {
      const since = clock.now() - aDay
      const rows = listTaskRows(database, { connection: connectionId, since, customer: customerKey, limit: mostShown })
      return rows.flatMap((row): readonly Task[] => {
        const id = String(row['draft_id'])
        const payload = open(id, row['sealed'])
        if (payload === undefined) return []
        const { userid, box } = payload
        const doneAt = row['done_at'] === null ? {} : { doneAt: Number(row['done_at']) }
        const job = { jobId: String(row['job_id']), jobState: jobStateSchema.parse(row['state']) }
        return [{ id, userid, box, createdAt: Number(row['created_at']), ...doneAt, ...job }]
      })
    },
    /** Ticks a task off or removes the tick. False if there is no such task. */
    tick(id: string, isDone: boolean, by: string): boolean {
      const payload = open(id, database.prepare('SELECT sealed FROM task WHERE draft_id = ?').get(id)?.['sealed'])
      if (payload === undefined) return false
      const { userid, box } = payload
      database
        .prepare('UPDATE task SET done_at = ?, sealed = ? WHERE draft_id = ?')
        .run(isDone ? clock.now() : null, sealed(id, { userid, box, ...(isDone && { by }) }), id)
      return true
    },
  }
}
