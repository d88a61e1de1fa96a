import { succeed } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import { createTasks } from '../../maintenance/tasks.ts'
import type { Ports } from '../../ports.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Book } from '../session/book.ts'
import { customerKey } from '../session/keys.ts'
import { done, type Office } from '../session/office.ts'
import { problem } from '../session/problem.ts'

export interface TaskDeskDeps {
  readonly ports: Pick<Ports, 'clock'>
  readonly book: Book
  readonly vault: Vault
  readonly office: Office
  readonly onJob: (jobId: string) => void
}

/** Tasks that a technician does by hand in the platform's console, until they are ticked off. */
export function createTaskDesk({
  ports,
  book,
  vault,
  office,
  onJob,
}: TaskDeskDeps): Pick<Handlers, 'task.list' | 'task.tick'> {
  return {
    'task.list': ({ userid }) =>
      office.use(({ database }) => {
        const [connection, sealing] = [book.active(), vault.sealing()]
        if (connection === undefined || sealing === undefined) return succeed({ tasks: [] })
        const tasks = createTasks(database, sealing, ports.clock)
        const key = userid === undefined ? undefined : customerKey(sealing, connection, userid)
        return succeed({ tasks: [...tasks.list(connection.id, key)] })
      }),
    'task.tick': ({ id, isDone }) =>
      office.use(({ database, queue }) => {
        const sealing = vault.sealing()
        const isKnown =
          sealing !== undefined &&
          createTasks(database, sealing, ports.clock).tick(id, isDone, book.preferences().technician)
        if (!isKnown) return problem('not-found', 'There is no such task')
        const jobId = queue.ledger.ofDraft(id)
        if (jobId !== undefined) onJob(jobId)
        return done
      }),
  }
}
