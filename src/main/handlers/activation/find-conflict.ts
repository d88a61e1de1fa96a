import { isDeepStrictEqual } from 'node:util'
import { defined } from '../../../shared/defined.ts'
import { boxOf, type Intent } from '../../../shared/domain/activation.ts'
import { isIn, type JobSummary } from '../../../shared/domain/job.ts'
import type { DeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import { unnamedKey, boxKey, customerKey, useridOf } from '../../jobs/ledger/job-keys.ts'
import { ordinaryOf } from '../../jobs/steps/console-steps.ts'
import { isPlatformIssued } from '../../jobs/steps/platform-credentials.ts'
import { problem, type Refusal } from '../session/problem.ts'
import type { ConnectionSession } from '../session/session.ts'

export interface Conflict {
  readonly code: 'saved-already' | 'box-in-job' | 'log-in-in-job'
  readonly jobId: string
}

/**
 * Whether a draft's job still stands for this intent. It does not if it was dropped or has other values, for example because an answer was
 * lost and the draft was changed since. The values of a purged job are gone, so they are not compared.
 */
export function isSavedAs(intent: Intent, jobId: string, { queue }: Pick<ConnectionSession, 'queue'>): boolean {
  const { state, isPurged } = queue.views.summary(jobId) ?? {}
  const saved = isPurged === true ? intent : intentOf(jobId, queue)
  return state !== 'dropped' && saved !== undefined && isSameWork(intent, saved)
}

/** The intent of a saved job. Undefined if its details were purged or cannot be read; a technician sees such a job. */
function intentOf(jobId: string, { ledger }: ConnectionSession['queue']): Intent | undefined {
  try {
    return ledger.load(jobId)?.job.payload.intent
  } catch {
    return undefined
  }
}

/** Whether a saved job has the values of this intent. What Setdesk or the platform has added does not count, nor does the customer's name. */
const isSameWork = (intent: Intent, saved: Intent): boolean =>
  isDeepStrictEqual(plain(withLogInOf(saved, intent)), plain(saved))

const plain = (intent: Intent): unknown =>
  JSON.parse(JSON.stringify({ ...withoutMade(intent), customerName: undefined }))

function withLogInOf(saved: Intent, intent: Intent): Intent {
  if ('logIn' in intent && 'logIn' in saved) return { ...intent, logIn: { ...saved.logIn, ...intent.logIn } }
  if (intent.kind !== 'console' || saved.kind !== 'console') return intent
  const { userid, password } = saved.values
  return { ...intent, values: { ...defined({ userid, password }), ...intent.values } }
}

/**
 * Finds the job that conflicts with new work. Every way to save work uses this rule. A new customer conflicts with any job that creates a
 * customer with the same user ID. A box conflicts with another job of the same box if that job blocks the new work (`isInTheWay`).
 * `evenIfKnown`: the technician has seen the box's other job and saves anyway, so the box is not checked. `own`: the job that the work
 * corrects, which does not count as a conflict. If it has created its customer, another job with the same user ID does not count either.
 */
export function findConflict(
  intent: Intent,
  work: ConnectionSession,
  evenIfKnown: boolean,
  own?: { readonly id: string; readonly isCreated: boolean },
): Conflict | undefined {
  const meant = ordinaryOf(intent)
  const creation = own?.isCreated === true ? undefined : findCreation(meant, work, own?.id)
  if (creation !== undefined) return { code: 'log-in-in-job', jobId: creation.id }
  const box = boxOf(meant)
  if (evenIfKnown || box === undefined) return undefined
  const holder = findBoxJob(box.identifier, { kind: meant.kind, userid: useridOf(meant) }, work, own?.id)
  return holder && { code: 'box-in-job', jobId: holder.id }
}

export function findBoxJob(
  identifier: DeviceIdentifier,
  wanted: Pick<JobSummary, 'kind' | 'userid'>,
  { sealing, connection, queue }: ConnectionSession,
  own?: string,
): JobSummary | undefined {
  const key = boxKey(sealing, connection, identifier)
  return queue.views.holding(connection.id, { boxKey: key }).find((job) => {
    return job.id !== own && isInTheWay({ ...job, kind: kindOf(job, queue) }, wanted)
  })
}

/** The kind of the work that a job means. Work from the console means ordinary work, as in its keys. */
function kindOf({ id, kind }: JobSummary, queue: ConnectionSession['queue']): JobSummary['kind'] {
  const intent = kind === 'console' ? intentOf(id, queue) : undefined
  return intent === undefined ? kind : ordinaryOf(intent).kind
}

/**
 * Whether a job of the same box blocks the new work. An unfinished job always does. A finished job does if the new work is for another or
 * an unknown customer, unless either of the two is for a hostname.
 */
function isInTheWay(job: JobSummary, wanted: Pick<JobSummary, 'kind' | 'userid'>): boolean {
  const isOver = isIn('resting', job.state) && job.state !== 'needs-you'
  if (!isOver) return true
  const isOthers = wanted.userid === undefined || job.userid !== wanted.userid
  return wanted.kind !== 'hostname' && job.kind !== 'hostname' && isOthers
}

function findCreation(
  intent: Intent,
  { connection, sealing, queue }: ConnectionSession,
  own: string | undefined,
): JobSummary | undefined {
  if (!('logIn' in intent) || intent.logIn.userid === undefined) return undefined
  const key = customerKey(sealing, connection, intent.logIn.userid)
  return queue.views.creating(connection.id, key).find((job) => job.id !== own && kindOf(job, queue) === 'new-customer')
}

/**
 * Refuses new customers with platform-issued credentials if such customers cannot be created now. The credentials come only with the
 * platform's reply, so the platform must be online. Only one such customer is created at a time: if a reply is lost, it is then clear which
 * customer the reply was for. `own`: the id of a job that is being corrected; this job does not count as another creation.
 */
export function refusePlatformIssued(
  intents: readonly Intent[],
  { queue, sealing, connection }: ConnectionSession,
  own?: string,
): Refusal | undefined {
  const count = intents.filter((intent) => isPlatformIssued(intent) && intent.made === undefined).length
  if (count === 0 || connection.logIns === 'own') return undefined
  const other = queue.views
    .holding(connection.id, { customerKey: unnamedKey(sealing, connection) })
    .find(({ id }) => id !== own)
  if (other !== undefined || count > 1)
    return problem(
      'one-at-a-time',
      'The platform makes the log-ins here, so one new customer is made at a time',
      other && { jobId: other.id },
    )
  return queue.isSending(connection.id)
    ? undefined
    : problem('needs-network', 'The platform makes the log-ins here, so it must be reached for a new customer')
}

/** Refuses typed credentials if the platform issues them, because Setdesk would not send them. */
export function refuseTypedLogIn(
  intent: Intent,
  { connection }: Pick<ConnectionSession, 'connection'>,
): Refusal | undefined {
  if (connection.logIns === 'own' || !('logIn' in intent)) return undefined
  const typed = (['userid', 'password'] as const).filter((name) => intent.logIn[name] !== undefined)
  return typed.length === 0
    ? undefined
    : problem('bad-request', 'The platform makes the log-ins here', {
        fields: Object.fromEntries(typed.map((name) => [`logIn.${name}`, 'made-by-platform'])),
      })
}

/** Removes the platform-issued credentials from an intent. They may come only from the platform's answers, never from a screen. */
export function withoutMade<I extends Intent>(intent: I): I {
  if (!('made' in intent)) return intent
  const { made: _, ...rest } = intent
  return rest as I
}
