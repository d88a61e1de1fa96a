import type { BridgeError } from '../../../shared/bridge/errors.ts'
import type { JobAct } from '../../../shared/domain/job.ts'
import { succeed, type Result } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import { actsFor } from '../../jobs/ledger/acts.ts'
import type { Choice } from '../../jobs/ledger/history.ts'
import type { Job, Step } from '../../jobs/ledger/rows.ts'
import type { Book } from '../session/book.ts'
import { done, type Office, type OpenOffice } from '../session/office.ts'
import { problem } from '../session/problem.ts'

export interface JobDeskDeps {
  readonly book: Book
  readonly office: Office
  readonly setPaused: (paused: boolean) => void
  readonly onJob: (jobId: string) => void
}

type JobHandlers = Pick<
  Handlers,
  | 'job.list'
  | 'job.read'
  | 'job.check-again'
  | 'job.it-is-there'
  | 'job.send-again'
  | 'job.drop'
  | 'queue.pause'
  | 'queue.resume'
  | 'queue.accept-answer'
  | 'queue.check-all-again'
>

/** The queue as the technician sees it, and the technician's decisions about its jobs. */
export function createJobDesk({ book, office, setPaused, onJob }: JobDeskDeps): JobHandlers {
  /** Runs `carryOut` if the technician may take this action on the job now. */
  const actOn = (
    id: string,
    act: JobAct,
    carryOut: (open: OpenOffice, job: Job, steps: readonly Step[]) => void,
  ): Promise<Result<Record<string, never>, BridgeError>> =>
    office.use((open) => {
      const loaded = tryTo(() => open.queue.ledger.load(id))
      if (loaded === 'unreadable') {
        if (act !== 'drop') return unreadable
        open.queue.ledger.giveUp(id)
        onJob(id)
        for (const connection of book.connections()) open.queue.wake(connection.id)
        return done
      }
      if (loaded === undefined) return problem('not-found', 'There is no such job')
      const { job, steps } = loaded
      if (!actsFor(job, steps).includes(act))
        return problem('changed-meanwhile', 'The job has moved on since it was shown')
      carryOut(open, job, steps)
      onJob(id)
      open.queue.wake(job.connectionId)
      return done
    })
  /** The technician at work now. */
  const by = (): string => book.preferences().technician
  const choose = (id: string, choice: Choice): Promise<Result<Record<string, never>, BridgeError>> =>
    actOn(id, choice, ({ queue }, job, steps) => {
      const asked = steps.filter(({ state }) => state === 'undecided' || state === 'unconfirmed')
      // A job that was set aside in the middle of a step: the choice is about that step.
      const broken = steps.find(({ state }) => state !== 'done' && state !== 'skipped')
      for (const step of asked.length > 0 ? asked : [broken]) if (step) queue.ledger.addChoice(job, step, choice, by())
    })

  return {
    'job.list': ({ states, before, limit }) =>
      office.use(({ queue }) => {
        const connection = book.active()
        if (connection === undefined) return succeed({ jobs: [], hasMore: false })
        const jobs = queue.views.list({ connectionId: connection.id, states, before, limit: limit + 1 })
        return succeed({ jobs: jobs.slice(0, limit), hasMore: jobs.length > limit })
      }),
    'job.read': ({ id }) =>
      office.use(({ queue }) => {
        if (queue.views.isPurged(id)) return problem('purged-record', 'The details of this job were purged')
        const detail = tryTo(() => queue.views.detail(id))
        if (detail === 'unreadable') return unreadable
        return detail === undefined ? problem('not-found', 'There is no such job') : succeed(detail)
      }),
    'job.check-again': ({ id }) => choose(id, 'check-again'),
    'job.it-is-there': ({ id }) => choose(id, 'it-is-there'),
    'job.send-again': ({ id }) => choose(id, 'send-again'),
    'job.drop': ({ id, reason }) =>
      actOn(id, 'drop', ({ queue }, job, steps) => queue.ledger.drop(job, steps, reason, by())),
    async 'queue.pause'() {
      setPaused(true)
      return done
    },
    async 'queue.resume'() {
      setPaused(false)
      return done
    },
    'queue.accept-answer': () =>
      office.use(({ queue }) => {
        const connection = book.active()
        if (connection !== undefined) queue.acceptAnswer(connection.id)
        return done
      }),
    'queue.check-all-again': () =>
      office.use(({ queue }) => {
        const connection = book.active()
        if (connection === undefined) return succeed({ jobs: 0 })
        const ids = queue.ledger.checkAllAgain(connection.id, by())
        for (const id of ids) onJob(id)
        queue.wake(connection.id)
        return succeed({ jobs: ids.length })
      }),
  }
}

/** Catches any error: a damaged record does not open, and trying again would fail the same way. */
function tryTo<T>(read: () => T): T | 'unreadable' {
  try {
    return read()
  } catch {
    return 'unreadable'
  }
}

const unreadable = problem('unreadable-record', 'The record of this job cannot be read; it can be given up')
