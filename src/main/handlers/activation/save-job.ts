import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import { defined } from '../../../shared/defined.ts'
import { logInOf, type Intent } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { ConsoleIntent } from '../../../shared/domain/console.ts'
import { makePassword, makeUserid } from '../../../shared/domain/customer/customer.ts'
import { succeed } from '../../../shared/result.ts'
import { isOperationId, operation } from '../../../platform/catalogue/catalogue.ts'
import { validateParameters, type FittingTexts } from '../../../platform/catalogue/operation.ts'
import { writeOut, type NewJob } from '../../jobs/ledger/records.ts'
import type { JobToWrite } from '../../jobs/ledger/write-aside.ts'
import type { Payload, PlannedStep } from '../../jobs/ledger/rows.ts'
import { planSteps } from '../../jobs/plans.ts'
import { consoleFaults, meaningOf, ordinaryOf, productIdOf } from '../../jobs/steps/console-steps.ts'
import { createTasks } from '../queue/tasks.ts'
import type { Clock, Random } from '../../ports.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { readToken } from '../../vault/tokens.ts'
import { customerKey, keysOf, type JobKeys } from '../../jobs/ledger/job-keys.ts'
import { problem, refuseSending, type Refusal } from '../session/problem.ts'
import { type ConnectionSession, type Session, makeUlid } from '../session/session.ts'
import {
  type Conflict,
  findConflict,
  isSavedAs,
  refusePlatformIssued,
  refuseTypedLogIn,
  withoutMade,
} from './find-conflict.ts'
import { anHour } from '../../../shared/durations.ts'

type PreparedJob = Reply<Preparation>
type Preparation = Pick<NewJob, 'payload' | 'steps'> & JobKeys

/** Saving the same draft again makes no second job. */
export interface Drafted {
  readonly draftId: string
  readonly intent: Intent
}

type IsFree = (userid: string) => boolean

/**
 * The outcome for some drafts. Each draft's id is in exactly one of the maps. `ids`: the id of the job that the draft became. `conflicts`:
 * the job on this computer that has the same box or user ID, or that the draft became before it was changed. `refused`: the error of a
 * draft that breaks the rules of the platform's interface.
 */
export interface SavedJobs {
  readonly ids: ReadonlyMap<string, string>
  readonly conflicts: ReadonlyMap<string, Conflict>
  readonly refused: ReadonlyMap<string, BridgeError>
}

/**
 * How often another user ID is generated while a job on this computer already has the generated user ID. After the last try the user ID is
 * sent anyway, and the platform accepts or refuses it.
 */
const useridTries = 20

/** The session with its active connection, for new work. An error if there is no connection, or if the connection has no token. */
export function forWork(session: Session): Reply<ConnectionSession> {
  const { settings, tokens, sealing } = session
  const connection = settings.active()
  if (connection === undefined) return problem('no-connection', 'There is no connection to work for')
  return readToken(tokens, connection) === undefined
    ? refuseSending(connection)
    : succeed({ ...session, connection, sealing: rememberingHashes(sealing) })
}

interface Preparing {
  /** The mapping id of the job's earlier revision, which the new revision uses again. */
  readonly mappingId?: string | undefined
  /** Whether a generated user ID may be used. Default: it may be used if no job on this computer has it. */
  readonly isFree?: IsFree
  /** Values that already passed their rules in other rows of the same list. */
  readonly fitting?: FittingTexts
}

/** Plans and checks a job. Writes nothing. */
export function prepareJob(
  intent: Intent,
  work: ConnectionSession,
  { mappingId, isFree = isInNoJob(work), fitting }: Preparing = {},
): PreparedJob {
  const faults = intent.kind === 'console' ? consoleFaults(intent) : {}
  if (Object.keys(faults).length > 0) return problem('bad-request', 'A value breaks the interface', { fields: faults })
  const full = complete(intent, work, isFree)
  const payload = payloadOf(full, work, mappingId)
  const steps = planSteps(payload, work.connection)
  return faultsOf(steps, fitting) ?? succeed({ payload, steps, ...keysOf(work.sealing, work.connection, full) })
}

/** Jobs that the second thread will write, with the connection and the queue that they were made for. */
export interface PreparedJobs extends Pick<ConnectionSession, 'connection' | 'queue'> {
  readonly jobs: readonly JobToWrite[]
}

/**
 * Makes jobs without reading the ledger. The writer must therefore write a job only if no other job has the same keys. Some drafts are left
 * to `saveJobs`: each draft with a bad value or a replaced box, and all drafts if unsent work is limited or the platform issues the
 * credentials. All rows of a call share `fitting`.
 */
export function prepareJobs(
  drafts: readonly Drafted[],
  work: ConnectionSession,
  evenIfKnown: boolean,
  fitting: FittingTexts,
): PreparedJobs {
  const { connection, queue, clock, random } = work
  const { logIns, unsentLimit, unsentHours } = connection
  if (logIns !== 'own' || unsentLimit > 0 || unsentHours > 0) return { connection, queue, jobs: [] }
  const jobs = drafts.flatMap(({ draftId, intent }): readonly JobToWrite[] => {
    if ('replaces' in intent && intent.replaces !== undefined) return []
    const asked = withoutMade(intent)
    const prepared = prepareJob(asked, work, { isFree: () => true, fitting })
    if (!prepared.ok) return []
    const id = makeUlid(clock, random)
    const job = writeOut({ id, draftId, connectionId: connection.id, ...prepared.value }, clock.now())
    return [{ job, isNew: { customer: 'logIn' in asked, box: !evenIfKnown } }]
  })
  return { connection, queue, jobs }
}

/** Lets the second thread write prepared jobs. Returns the ids of the drafts that are now jobs. The others must go to `saveJobs`. */
export async function writeJobs(made: readonly PreparedJobs[], work: ConnectionSession): Promise<ReadonlySet<string>> {
  const { queue, connection, jobChanged } = work
  // Jobs are not written if the settings have changed, or the ledger was replaced together with its key, since they were prepared.
  const jobs = made.filter((one) => one.connection === connection && one.queue === queue).flatMap((one) => one.jobs)
  const outcomes = await queue.aside.write(connection.id, jobs)
  const drafts = new Set<string>()
  for (const [index, outcome] of outcomes.entries()) {
    const { id, draftId } = jobs[index]?.job ?? {}
    if (id === undefined || draftId === undefined || outcome === 'left') continue
    drafts.add(draftId)
    jobChanged(id)
  }
  if (outcomes.includes('saved')) queue.wake(connection.id)
  return drafts
}

/**
 * Saves a job for each draft in one commit. A draft that was saved before with the same values returns its existing job. Nothing is saved
 * if the operator's limits or platform-issued credentials forbid new work now.
 */
export function saveJobs(drafts: readonly Drafted[], work: ConnectionSession, evenIfKnown: boolean): Reply<SavedJobs> {
  const { queue, jobChanged, connection } = work
  // The search for conflicts is part of the transaction, because another thread may write conflicting jobs of a list at the same time.
  const saved = queue.ledger.atOnce(() => decideAndSave(drafts, work, evenIfKnown))
  if (!saved.ok) return saved
  const { fresh, ...outcome } = saved.value
  // While the platform is offline, no other event tells the screens about a new job.
  for (const draftId of fresh) {
    const id = outcome.ids.get(draftId)
    if (id !== undefined) jobChanged(id)
  }
  if (fresh.length > 0) queue.wake(connection.id)
  return succeed(outcome)
}

/** Runs within a transaction. `fresh`: the drafts that were treated as new work. */
function decideAndSave(
  drafts: readonly Drafted[],
  work: ConnectionSession,
  evenIfKnown: boolean,
): Reply<SavedJobs & { readonly fresh: readonly string[] }> {
  const ids = new Map<string, string>()
  const conflicts = new Map<string, Conflict>()
  const refused = new Map<string, BridgeError>()
  const fresh: { readonly draftId: string; readonly asked: Intent }[] = []
  for (const { draftId, intent } of drafts) {
    const known = work.queue.ledger.ofDraft(draftId)
    if (known !== undefined && isSavedAs(intent, known, work)) {
      ids.set(draftId, known)
      continue
    }
    const conflict =
      known === undefined ? findConflict(intent, work, evenIfKnown) : { code: 'saved-already' as const, jobId: known }
    if (conflict !== undefined) {
      conflicts.set(draftId, conflict)
      continue
    }
    const asked = withoutMade(intent)
    const typed = refuseTypedLogIn(asked, work)
    if (typed === undefined) fresh.push({ draftId, asked })
    else refused.set(draftId, typed.error)
  }
  const intents = fresh.map(({ asked }) => asked)
  const refusal =
    intents.length === 0 ? undefined : (refuseExposure(intents.length, work) ?? refusePlatformIssued(intents, work))
  if (refusal !== undefined) return refusal
  // Each job is written as soon as it is made. All jobs of a long list together would need too much memory.
  for (const { draftId, asked } of fresh) {
    // An earlier draft of the same call may have become a job with the same box or user ID.
    const conflict = ids.has(draftId) ? undefined : findConflict(asked, work, evenIfKnown)
    if (conflict !== undefined) {
      conflicts.set(draftId, conflict)
      continue
    }
    const job = prepareJob(asked, work)
    if (job.ok) ids.set(draftId, enqueue(draftId, job.value, work))
    else refused.set(draftId, job.error)
  }
  return succeed({ ids, conflicts, refused, fresh: fresh.map(({ draftId }) => draftId) })
}

const isInNoJob =
  ({ queue, sealing, connection }: ConnectionSession): IsFree =>
  (userid) =>
    queue.views.holding(connection.id, { customerKey: customerKey(sealing, connection, userid) }).length === 0

/** Fills in every identifier that the job will ever send. */
function complete(intent: Intent, work: ConnectionSession, isFree: IsFree): Intent {
  const { connection, random } = work
  if (intent.kind === 'console') return completeConsole(intent, work, isFree)
  if (!('logIn' in intent) || intent.made !== undefined) return intent
  if (connection.logIns === 'platform' && intent.logIn.userid === undefined) return { ...intent, logIn: {} }
  const make = (): string => makeUserid(connection.logInPattern, intent.customer.mobile, random.below)
  let userid = intent.logIn.userid ?? make()
  for (let tries = 0; intent.logIn.userid === undefined && !isFree(userid) && tries < useridTries; tries += 1)
    userid = make()
  return { ...intent, logIn: { userid, password: intent.logIn.password ?? makePassword(random.below) } }
}

/** A creation from the console needs credentials too, because Setdesk finds the customer by the user ID later. */
function completeConsole(intent: ConsoleIntent, work: ConnectionSession, isFree: IsFree): Intent {
  const { connection, random } = work
  const meant = meaningOf(intent)
  if (meant === undefined || !('logIn' in meant)) return intent
  const { userid, password } = logInOf(complete(meant, work, isFree))
  const own = userid ?? makeUserid(connection.logInPattern, meant.customer.mobile, random.below)
  return { ...intent, values: { ...intent.values, userid: own, password: password ?? makePassword(random.below) } }
}

function payloadOf(intent: Intent, work: ConnectionSession, customermappingid: string | undefined): Payload {
  const { connection, installation, settings, clock, random } = work
  const productid = productIdOf(intent)
  const productName = connection.products.find((one) => one.productid === productid)?.name
  const typed = intent.kind === 'console' ? intent.values['customermappingid'] || undefined : undefined
  const mapping = typed ?? customermappingid ?? makeMappingId(connection.mappingId, installation.id, clock, random)
  return {
    intent,
    technician: settings.preferences().technician,
    ...('logIn' in ordinaryOf(intent) && { customermappingid: mapping }),
    ...defined({ productName }),
  }
}

/** Saves the job. Runs within a transaction. A replaced box also becomes a task for the technician, in the same commit. */
function enqueue(draftId: string, job: Preparation, work: ConnectionSession): string {
  const { clock, random, queue, connection } = work
  keepTask(draftId, job.payload.intent, work)
  return queue.ledger.enqueue({ id: makeUlid(clock, random), draftId, connectionId: connection.id, ...job }).id
}

/** Stores the task that the replaced box of a draft needs, if the draft replaces one. */
export function keepTask(draftId: string, intent: Intent, work: ConnectionSession): void {
  const { database, sealing, clock, connection } = work
  if (intent.kind !== 'existing-customer' || intent.replaces === undefined) return
  const { userid, replaces: box } = intent
  const key = customerKey(sealing, connection, userid)
  createTasks(database, sealing, clock).keep({ draftId, connectionId: connection.id, userid, box, customerKey: key })
}

/** Returns a sealing that caches keyed hashes, because making a job needs the same hashes several times. */
function rememberingHashes(sealing: Sealing): Sealing {
  const made = new Map<string, Uint8Array>()
  return {
    ...sealing,
    keyedHash: (text) => {
      const hash = made.get(text) ?? sealing.keyedHash(text)
      made.set(text, hash)
      return hash
    },
  }
}

/** Refuses new work beyond the operator's limits for the number and age of unsent jobs. `more` is the number of jobs to be added. */
function refuseExposure(more: number, { queue, connection, clock }: ConnectionSession): Refusal | undefined {
  const { unsentLimit, unsentHours } = connection
  if (unsentLimit === 0 && unsentHours === 0) return undefined
  const { count, oldest } = queue.views.unsent(connection.id)
  const isTooMany = unsentLimit > 0 && count + more > unsentLimit
  const isTooOld = unsentHours > 0 && oldest !== undefined && clock.now() - oldest >= unsentHours * anHour
  return isTooMany || isTooOld
    ? problem('too-much-unsent', 'This computer holds as much unsent work as the operator allows')
    : undefined
}

/** Checks planned steps before anything is saved. Lists bad fields under their names in the platform's interface. */
function faultsOf(steps: readonly PlannedStep[], fitting?: FittingTexts): Refusal | undefined {
  const fields: Record<string, string> = {}
  for (const step of steps) {
    if (!isOperationId(step.operation)) continue
    // The platform has not issued the credentials yet, so valid placeholders stand in for them.
    const later = step.payload.awaitsLogIn === true ? { userid: 'later', password: '0' } : {}
    const values = { authToken: 'token', ...later, ...step.payload.send }
    for (const { name, problem: code } of validateParameters(operation(step.operation), values, fitting))
      fields[name] = code
  }
  return Object.keys(fields).length === 0
    ? undefined
    : problem('bad-request', 'A value breaks the interface', { fields })
}

/**
 * A unique mapping id. `full`: the installation's id and a ULID. `short`: the installation's id and the end of a ULID. `digits`:
 * twenty digits, for a platform that accepts nothing else.
 */
function makeMappingId(form: Connection['mappingId'], installation: string, clock: Clock, random: Random): string {
  if (form === 'digits')
    return Array.from({ length: 20 }, (_, index) => (index === 0 ? 1 + random.below(9) : random.below(10))).join('')
  const id = makeUlid(clock, random)
  return `${installation}-${form === 'full' ? id : id.slice(-13)}`
}
