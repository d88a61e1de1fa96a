import type { BridgeError } from '../../../shared/bridge/errors.ts'
import { logInOf, type Intent } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { ConsoleIntent } from '../../../shared/domain/console.ts'
import { makePassword, makeUserid } from '../../../shared/domain/log-in.ts'
import { succeed, type Result } from '../../../shared/result.ts'
import { isOperationId, operation } from '../../../platform/catalogue/catalogue.ts'
import { validateParameters } from '../../../platform/catalogue/validate.ts'
import type { NewJob } from '../../jobs/ledger/ledger.ts'
import type { Payload, PlannedStep } from '../../jobs/ledger/payload.ts'
import { planSteps } from '../../jobs/plans.ts'
import { consoleFaults, meaningOf, ordinaryOf } from '../../jobs/steps/console.ts'
import type { Ports, Clock, Random } from '../../ports.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { tokenPlace } from '../../vault/token-place.ts'
import type { Book } from '../session/book.ts'
import { makeUlid } from '../session/installation.ts'
import { customerKey, keysOf } from '../session/keys.ts'
import { refuseMadeThere, refuseTypedLogIn, withoutMade } from './made-there.ts'
import type { OpenOffice } from '../session/office.ts'
import { problem } from '../session/problem.ts'
import { assertNever } from '../../../shared/assert-never.ts'

/** Everything needed to make a job: the open session, the sealing, and the connection. */
export interface Workplace {
  readonly open: OpenOffice
  readonly sealing: Sealing
  readonly connection: Connection
}

/** A prepared job, or an error that names the values that break the interface. */
export type Draughted = Result<Draught, BridgeError>
type Draught = Pick<NewJob, 'payload' | 'steps' | 'customerKey' | 'boxKey'>

/** Jobs that were prepared before they are saved, by draft, and the connection that they were prepared for. */
export interface Prepared {
  readonly connection: Connection
  readonly jobs: ReadonlyMap<string, Draughted>
}

/** Makes jobs from intents. */
export interface JobMaker {
  /** The workplace for new work, or the reason why there is none. */
  readonly workplace: (open: OpenOffice, sealing: Sealing | undefined) => Result<Workplace, BridgeError>
  /** `kept`: identifiers of an earlier revision of the same job, which are used again. */
  readonly draught: (intent: Intent, at: Workplace, kept?: Pick<Payload, 'customermappingid'>) => Draughted
  readonly save: (draftId: string, intent: Intent, at: Workplace) => Result<{ id: string }, BridgeError>
  /** Prepares a job for each draft and writes nothing, so that `saveAll` takes a shorter turn. */
  readonly prepareAll: (drafts: readonly Drafted[], at: Workplace) => Prepared
  /**
   * Saves a job for each draft in one commit. A draft that was saved before gives its existing job. `refused`: drafts that break
   * the interface, with the error; they became no job.
   */
  readonly saveAll: (
    drafts: readonly Drafted[],
    at: Workplace,
    prepared?: Prepared,
  ) => Result<{ ids: readonly string[]; refused: ReadonlyMap<string, BridgeError> }, BridgeError>
}

/** An intent to be saved as a job. The same draft always gives the same job. */
export interface Drafted {
  readonly draftId: string
  readonly intent: Intent
}

/** Attempts to generate a user ID that no job here has. After these the last one is sent anyway, and the platform decides. */
const useridTries = 20

export function createJobMaker(
  { clock, random }: Pick<Ports, 'clock' | 'random'>,
  book: Book,
  onJob: (jobId: string) => void,
): JobMaker {
  /** Fills in every identifier that the job will ever send. */
  const complete = (intent: Intent, { open, sealing, connection }: Workplace): Intent => {
    if (intent.kind === 'console') return completeConsole(intent, { open, sealing, connection })
    if (!('logIn' in intent) || intent.made !== undefined) return intent
    if (connection.logIns === 'platform' && intent.logIn.userid === undefined) return { ...intent, logIn: {} }
    const isFree = (userid: string): boolean =>
      open.queue.views.holding(connection.id, { customerKey: customerKey(sealing, connection, userid) }).length === 0
    const make = (): string => makeUserid(connection.logInPattern, intent.customer.mobile, random.below)
    let userid = intent.logIn.userid ?? make()
    for (let tries = 0; intent.logIn.userid === undefined && !isFree(userid) && tries < useridTries; tries += 1)
      userid = make()
    return { ...intent, logIn: { userid, password: intent.logIn.password ?? makePassword(random.below) } }
  }

  /** A creation from the console needs credentials too, because the user ID finds the customer again. */
  const completeConsole = (intent: ConsoleIntent, at: Workplace): Intent => {
    const meant = meaningOf(intent)
    if (meant === undefined || !('logIn' in meant)) return intent
    const { userid, password } = logInOf(complete(meant, at))
    const own = userid ?? makeUserid(at.connection.logInPattern, meant.customer.mobile, random.below)
    return { ...intent, values: { ...intent.values, userid: own, password: password ?? makePassword(random.below) } }
  }

  const payloadOf = (
    intent: Intent,
    { connection, open }: Workplace,
    customermappingid: string | undefined,
  ): Payload => {
    const meant = ordinaryOf(intent)
    const productid = 'plan' in meant ? meant.plan.productid : 'productid' in meant ? meant.productid : undefined
    const product = connection.products.find((one) => one.productid === productid)
    const typed = intent.kind === 'console' ? intent.values['customermappingid'] || undefined : undefined
    const mapping =
      typed ?? customermappingid ?? makeMappingId(connection.mappingId, open.installation.id, clock, random)
    return {
      intent,
      technician: book.preferences().technician,
      ...('logIn' in meant && { customermappingid: mapping }),
      ...(product !== undefined && { productName: product.name }),
    }
  }

  const draught: JobMaker['draught'] = (intent, at, kept = {}) => {
    const faults = intent.kind === 'console' ? consoleFaults(intent) : {}
    if (Object.keys(faults).length > 0)
      return problem('bad-request', 'A value breaks the interface', { fields: faults })
    const full = complete(intent, at)
    const payload = payloadOf(full, at, kept.customermappingid)
    const steps = planSteps(payload, at.connection)
    return faultsOf(steps) ?? succeed({ payload, steps, ...keysOf(at.sealing, at.connection, full) })
  }

  const enqueue = (draftId: string, job: Draught, { open, connection }: Workplace): string =>
    open.queue.ledger.enqueue({ id: makeUlid(clock, random), draftId, connectionId: connection.id, ...job }).id

  return {
    workplace(open, sealing) {
      const connection = book.active()
      if (connection === undefined || sealing === undefined)
        return problem('no-connection', 'There is no connection to work for')
      return open.tokens.read(connection.id, tokenPlace(connection)) === undefined
        ? problem('no-token', 'This connection has no token')
        : succeed({ open, sealing: rememberingHashes(sealing), connection })
    },
    draught,
    save(draftId, intent, at) {
      const { ledger, wake } = at.open.queue
      const saved = ledger.ofDraft(draftId)
      if (saved !== undefined) return succeed({ id: saved })
      const asked = withoutMade(intent)
      const refusal = exposureOf(at, clock.now(), 1) ?? refuseTypedLogIn(asked, at) ?? refuseMadeThere([asked], at)
      if (refusal !== undefined) return refusal
      const job = draught(asked, at)
      if (!job.ok) return job
      const id = enqueue(draftId, job.value, at)
      // While the platform is offline, nothing else tells the screens about the new job.
      onJob(id)
      wake(at.connection.id)
      return succeed({ id })
    },
    prepareAll: (drafts, at) => ({
      connection: at.connection,
      // A list that is imported again has been saved before.
      jobs: new Map(
        drafts
          .filter(({ draftId }) => at.open.queue.ledger.ofDraft(draftId) === undefined)
          .map(({ draftId, intent }) => [draftId, draught(withoutMade(intent), at)]),
      ),
    }),
    saveAll(drafts, at, prepared) {
      const { ledger, wake } = at.open.queue
      const known = new Map(drafts.map(({ draftId }) => [draftId, ledger.ofDraft(draftId)]))
      const fresh = drafts
        .filter(({ draftId }) => known.get(draftId) === undefined)
        .map(({ draftId, intent }) => ({ draftId, asked: withoutMade(intent) }))
      const intents = fresh.map(({ asked }) => asked)
      const refusal =
        fresh.length === 0 ? undefined : (exposureOf(at, clock.now(), fresh.length) ?? refuseMadeThere(intents, at))
      if (refusal !== undefined) return refusal
      const refused = new Map<string, BridgeError>()
      ledger.atOnce(() => {
        // Each job is written as soon as it is made: all jobs of a long list would need too much memory.
        for (const { draftId, asked } of fresh) {
          const job = refuseTypedLogIn(asked, at) ?? usable(draftId, at, prepared) ?? draught(asked, at)
          if (job.ok) known.set(draftId, enqueue(draftId, job.value, at))
          else refused.set(draftId, job.error)
        }
      })
      for (const { draftId } of fresh) {
        const id = known.get(draftId)
        if (id !== undefined) onJob(id)
      }
      wake(at.connection.id)
      return succeed({ ids: drafts.flatMap(({ draftId }) => known.get(draftId) ?? []), refused })
    },
  }
}

/** The prepared job of a draft, if it can still be saved as it is: another job may have its user ID by now. */
function usable(draftId: string, at: Workplace, prepared: Prepared | undefined): Draughted | undefined {
  const job = prepared?.connection === at.connection ? prepared.jobs.get(draftId) : undefined
  const key = job?.ok === true ? job.value.customerKey : undefined
  const isFree = key === undefined || at.open.queue.views.holding(at.connection.id, { customerKey: key }).length === 0
  return isFree ? job : undefined
}

/** Caches keyed hashes: making a job asks for the same keys several times, and a workplace makes many jobs. */
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

const anHour = 3_600_000

/** Refuses new work beyond the operator's limits on unsent work, in number or in age. `more`: number of jobs to be added. */
function exposureOf(
  { open, connection }: Workplace,
  now: number,
  more: number,
): Result<never, BridgeError> | undefined {
  const { unsentLimit, unsentHours } = connection
  if (unsentLimit === 0 && unsentHours === 0) return undefined
  const { count, oldest } = open.queue.views.unsent(connection.id)
  const isTooMany = unsentLimit > 0 && count + more > unsentLimit
  const isTooOld = unsentHours > 0 && oldest !== undefined && now - oldest >= unsentHours * anHour
  return isTooMany || isTooOld
    ? problem('too-much-unsent', 'This computer holds as much unsent work as the operator allows')
    : undefined
}

/** Checks planned steps before anything is saved. Names the fields that break the interface by the interface's own names. */
function faultsOf(steps: readonly PlannedStep[]): Result<never, BridgeError> | undefined {
  const fields: Record<string, string> = {}
  for (const step of steps) {
    if (!isOperationId(step.operation)) continue
    // Platform-issued credentials are still unknown here. Valid placeholders stand for them.
    const later = step.payload.awaitsLogIn === true ? { userid: 'later', password: '0' } : {}
    const values = { authToken: 'token', ...later, ...step.payload.send }
    for (const { name, problem: code } of validateParameters(operation(step.operation), values)) fields[name] = code
  }
  return Object.keys(fields).length === 0
    ? undefined
    : problem('bad-request', 'A value breaks the interface', { fields })
}

/**
 * A unique mapping id. `full`: the installation's id and a ULID. `short`: the installation's id and the end of a ULID.
 * `digits`: twenty digits, for a platform that accepts nothing else.
 */
function makeMappingId(form: Connection['mappingId'], installation: string, clock: Clock, random: Random): string {
  switch (form) {
    case 'full':
      return `${installation}-${makeUlid(clock, random)}`
    case 'short':
      return `${installation}-${makeUlid(clock, random).slice(-13)}`
    case 'digits':
      return Array.from({ length: 20 }, (_, index) => (index === 0 ? 1 + random.below(9) : random.below(10))).join('')
    default:
      return assertNever(form)
  }
}
