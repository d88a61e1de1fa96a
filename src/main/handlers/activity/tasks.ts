import { succeed } from '../../../shared/result.ts'
import { createTasks } from '../../maintenance/tasks.ts'
import { customerKey } from '../session/keys.ts'
import { problem } from '../session/problem.ts'
import { done, type SessionHandlers } from '../session/session.ts'

/** Tasks that a technician does by hand in the platform's console, until they are ticked off. */
export const taskHandlers: SessionHandlers<'task.list' | 'task.tick'> = {
  'task.list': ({ database, sealing, clock, settings }, { userid }) => {
    const connection = settings.active()
    if (connection === undefined) return succeed({ tasks: [] })
    const key = userid === undefined ? undefined : customerKey(sealing, connection, userid)
    return succeed({ tasks: [...createTasks(database, sealing, clock).list(connection.id, key)] })
  },
  'task.tick': ({ database, sealing, clock, settings, queue, jobChanged }, { id, isDone }) => {
    const isKnown = createTasks(database, sealing, clock).tick(id, isDone, settings.preferences().technician)
    if (!isKnown) return problem('not-found', 'There is no such task')
    const jobId = queue.ledger.ofDraft(id)
    if (jobId !== undefined) jobChanged(jobId)
    return done
  },
}
