import { findPresentStep, type JobAction } from '../../../shared/domain/job.ts'
import { succeed } from '../../../shared/result.ts'
import { actionsNow } from '../../jobs/ledger/job-view.ts'
import type { Choice } from '../../jobs/ledger/history.ts'
import { ChangedOutside } from '../../jobs/ledger/records.ts'
import type { Job, Step } from '../../jobs/ledger/rows.ts'
import type { Handlers } from '../../app.ts'
import { problem, type Refusal } from '../session/problem.ts'
import { done, type ChannelsOf, type Session, type SessionHandlers } from '../session/session.ts'
import type { AppParts } from '../session/sessions.ts'
import { createTasks } from './tasks.ts'
import { mayPass } from '../../storage/files.ts'
import { customerKey } from '../../jobs/ledger/job-keys.ts'

export const jobHandlers: SessionHandlers<
  | 'job.list'
  | 'job.read'
  | 'job.check-again'
  | 'job.it-is-there'
  | 'job.send-again'
  | 'job.drop'
  | 'job.go-on-anyway'
  | 'job.send-without-asking'
  | 'queue.accept-answer'
  | 'queue.check-all-again'
  | ChannelsOf<'task'>
> = {
  /** Tasks that a technician does by hand in the platform's console. A task stays until it is ticked off. */
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
  'job.list': async (session, { text = '', technician = '', limit, ...which }) => {
    const connection = session.settings.active()
    if (connection === undefined) return succeed({ jobs: [], hasMore: false })
    const wanted = { ...which, connectionId: connection.id, limit: limit + 1 }
    const isNarrowed = text !== '' || technician !== ''
    const { jobs, isPartial } = isNarrowed
      ? await session.search.find({ ...wanted, text, technician })
      : { jobs: session.queue.views.list(wanted), isPartial: false }
    return succeed({
      jobs: jobs.slice(0, limit),
      hasMore: jobs.length > limit,
      ...(isPartial && { isPartial }),
    })
  },
  'job.read': ({ queue }, { id }) => {
    if (queue.views.isPurged(id)) return problem('purged-record', 'The details of this job were purged')
    const detail = tryTo(() => queue.views.detail(id))
    if (!detail.ok) return detail
    return detail.value === undefined ? problem('not-found', 'There is no such job') : succeed(detail.value)
  },
  'job.check-again': (session, { id }) => choose(session, id, 'check-again'),
  'job.it-is-there': (session, { id }) => choose(session, id, 'it-is-there'),
  'job.send-again': (session, { id }) => choose(session, id, 'send-again'),
  'job.drop': (session, { id, reason }) =>
    actionOn(session, id, 'drop', (job, steps) =>
      session.queue.ledger.drop(job, steps, reason, session.settings.preferences().technician),
    ),
  'job.go-on-anyway': (session, { id, reason }) => letGoOn(session, id, 'go-on-anyway', reason),
  'job.send-without-asking': (session, { id }) => letGoOn(session, id, 'send-without-asking'),
  'queue.accept-answer': ({ settings, queue }) => {
    const connection = settings.active()
    if (connection !== undefined) queue.acceptAnswer(connection.id)
    return done
  },
  'queue.check-all-again': ({ settings, queue, jobChanged }) => {
    const connection = settings.active()
    if (connection === undefined) return succeed({ jobs: 0 })
    const ids = queue.ledger.checkAllAgain(connection.id, settings.preferences().technician)
    ids.forEach(jobChanged)
    queue.wake(connection.id)
    return succeed({ jobs: ids.length })
  },
}

/** Runs `carryOut` if the technician may take this action on the job now. A job that cannot be read can only be dropped. */
function actionOn(
  { queue, settings, jobChanged }: Session,
  id: string,
  action: JobAction,
  carryOut: (job: Job, steps: readonly Step[]) => void,
): typeof done | Refusal {
  const loaded = tryTo(() => queue.ledger.load(id))
  if (!loaded.ok) {
    if (action !== 'drop') return loaded
    queue.ledger.giveUp(id)
    jobChanged(id)
    for (const connection of settings.connections()) queue.wake(connection.id)
    return done
  }
  if (loaded.value === undefined) return problem('not-found', 'There is no such job')
  const { job, steps } = loaded.value
  if (!actionsNow(queue.ledger, job, steps).includes(action))
    return problem('changed-meanwhile', 'The job has moved on since it was shown')
  carryOut(job, steps)
  jobChanged(id)
  queue.wake(job.connectionId)
  return done
}

/** Continues a job that the fleet stopped, because the technician decided so. */
const letGoOn = (
  session: Session,
  id: string,
  choice: 'go-on-anyway' | 'send-without-asking',
  reason?: string,
): typeof done | Refusal =>
  actionOn(session, id, choice, (job, steps) => {
    const { queue, settings, fleet } = session
    const step = findPresentStep(steps)
    if (step === undefined) return
    queue.ledger.atOnce(() => {
      queue.ledger.addChoice(job, step, choice, settings.preferences().technician, reason)
      fleet.member()?.rows.setWord(job.sequence, choice === 'go-on-anyway' ? 'go-on' : 'unasked')
    })
  })

const choose = (session: Session, id: string, choice: Choice): typeof done | Refusal =>
  actionOn(session, id, choice, (job, steps) => {
    const { queue, settings } = session
    const stopped = job.why === 'claimed-elsewhere' ? steps.find(({ state }) => state === 'undecided') : undefined
    // Every step in doubt is read once more. A step is never sent again because a technician decided about another step.
    const inDoubt = steps.filter(
      ({ state }) =>
        state === 'undecided' || (choice === 'check-again' && (state === 'unconfirmed' || state === 'refused')),
    )
    // If a job was set aside in the middle of a step, the choice is about that step.
    for (const step of stopped ? [stopped] : inDoubt.length > 0 ? inDoubt : [findPresentStep(steps)])
      if (step) queue.ledger.addChoice(job, step, choice, settings.preferences().technician)
  })

/** Returns the result of `read`, or a refusal if the record is damaged or changed. Throws an error of SQLite that may pass. */
function tryTo<T>(read: () => T): { readonly ok: true; readonly value: T } | Refusal {
  try {
    return succeed(read())
  } catch (error) {
    if (mayPass(error)) throw error
    return error instanceof ChangedOutside
      ? problem('changed-outside', 'The record of this job was changed outside Setdesk; it can be given up')
      : problem('unreadable-record', 'The record of this job cannot be read; it can be given up')
  }
}

/** The pause of all sending, which a technician begins and ends. The next start of Setdesk sends again. */
export function createPause({ settings, sessions, onChange }: Pick<AppParts, 'settings' | 'sessions' | 'onChange'>) {
  let isPaused = false
  const set = (paused: boolean): void => {
    isPaused = paused
    sessions.applyPause()
    onChange()
  }
  const handlers: Pick<Handlers, 'queue.pause' | 'queue.resume'> = {
    'queue.pause': async () => {
      set(true)
      return done
    },
    'queue.resume': async () => {
      set(false)
      const active = settings.active()
      if (active !== undefined) sessions.current()?.queue.tryNetwork(active.id)
      return done
    },
  }
  return {
    handlers,
    isPaused: () => isPaused,
    forget(): void {
      isPaused = false
    },
  }
}
