import type { Answer } from '../../platform/answer.ts'
import { readCustomerPage } from '../../platform/read/read-records.ts'
import { type InTurn, isUnreached } from '../../platform/transport/exchange.ts'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import { knownStatus } from '../../shared/domain/customer/customer.ts'
import type { Clock } from '../ports.ts'
import type { PlatformAccess } from './access.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Job, Step } from './ledger/rows.ts'
import type { Line } from './request-line.ts'
import type { StepContext } from './step-context.ts'
import { makingOf } from './steps/platform-credentials.ts'

/** A shared answer expires this long after its request, in milliseconds. */
const usableMs = 3000
/** One question covers at most this many waiting jobs besides the job that asks. */
const mostOthers = 48
/** After this many answers in a row that proved nothing, each job of the connection is read alone. */
const vainEnough = 3
/** The longest answer, in characters, that is searched for user IDs. A longer answer proves nothing. */
const longest = 60_000

export const sharedRead = 'GetCustomerStatusByIds'

export interface SharedReading {
  readonly answer: Answer
  readonly finding: 'absent' | 'unreached'
  readonly askedAt: number
}

interface Proof extends SharedReading {
  readonly sequence: number
  readonly token: string
}

interface SharedReadingDeps {
  readonly ledger: Pick<Ledger, 'runnable' | 'load' | 'history'>
  readonly access: Pick<PlatformAccess, 'read'>
  readonly connection: Pick<Connection, 'id' | 'concurrency' | 'jobsPerMinute'>
  readonly clock: Pick<Clock, 'elapsed'>
  readonly line: Pick<Line, 'takeTurns' | 'jobsInWork'>
  readonly token: () => string
  readonly isInFleet: () => boolean
}

export type SharedReadings = ReturnType<typeof createSharedReadings>

/**
 * Asks once for the user IDs of several new customers before they are created, instead of once for each. The answer can prove only absence,
 * and only if it also shows two customers known to exist. A job asks alone if the answer proves nothing about its customer.
 */
export function createSharedReadings(deps: SharedReadingDeps) {
  const { ledger, access, connection, clock, line, token, isInFleet } = deps
  const begunInTime =
    connection.jobsPerMinute === 0 ? Infinity : Math.ceil((connection.jobsPerMinute * usableMs) / 60_000)
  /** The user IDs of the customers that were read back last, newest first. */
  let known: readonly string[] = []
  let vain = 0
  const proofs = new Map<string, Proof>()
  /** The question in progress. `others`: the waiting jobs' sequence numbers by their user IDs. */
  let asking: { readonly others: Map<string, number>; readonly over: Promise<void> } | undefined

  const take = ({ sequence }: Job, userid: string): SharedReading | undefined => {
    const proof = proofs.get(userid)
    proofs.delete(userid)
    return proof?.sequence === sequence && isUsable(proof) ? proof : undefined
  }

  const isUsable = ({ askedAt, token: used }: Proof): boolean =>
    clock.elapsed() - askedAt <= usableMs && used === token()

  /** The sequence numbers of later waiting jobs that can share this job's question, by their user IDs. Each user ID has only one job. */
  const findOthers = (job: Job, own: string): Map<string, number> => {
    const proven = [...proofs.values()].map(({ sequence }) => sequence)
    const inWork = line.jobsInWork()
    const most = Math.min(mostOthers, 3 * inWork, begunInTime)
    const next = ledger
      .runnable(connection.id, inWork + most, [job.sequence, ...proven])
      .filter(({ sequence }) => sequence > job.sequence)
      .slice(0, most)
    const others = new Map<string, number>()
    for (const { sequence } of next) {
      const userid = sharableOf(load(sequence))
      if (userid !== undefined && userid !== own && !known.includes(userid) && !others.has(userid))
        others.set(userid, sequence)
    }
    return others
  }

  /** Loads a job. Undefined if its record cannot be used. Such a job is set aside when its own turn comes. */
  const load = (sequence: number): ReturnType<Ledger['load']> => {
    try {
      return ledger.load(sequence)
    } catch {
      return undefined
    }
  }

  /**
   * The user ID of a job that can share a question. Such a job creates a customer, has a plain number as user ID, and was never sent, read
   * or corrected. Undefined for any other job.
   */
  const sharableOf = (loaded: Pick<StepContext, 'job' | 'steps'> | undefined): string | undefined => {
    const step = loaded?.steps[0]
    if (loaded === undefined || step === undefined || !isUntouched(loaded.job, step)) return undefined
    const { userid } = step.payload.read
    return typeof userid === 'string' && isPlain(userid) ? userid : undefined
  }

  const isUntouched = (job: Job, step: Step): boolean =>
    job.state === 'saved' &&
    job.revision === 1 &&
    step.kind === 'create-customer' &&
    step.state === 'open' &&
    step.payload.tried === undefined &&
    makingOf(step.kind, job.payload) === 'ours' &&
    ledger.history(step, job.revision).length === 0

  const ask = async (
    own: string,
    others: Map<string, number>,
    stopping: AbortSignal,
  ): Promise<SharedReading | undefined> => {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    asking = { others, over }
    const [first = '', last = ''] = known
    const asked = [own, ...others.keys()]
    let [askedAt, used] = [0, '']
    try {
      const turns = line.takeTurns({ stopping })
      const inTurn: InTurn = (exchange) =>
        turns.inTurn(() => {
          askedAt = clock.elapsed()
          used = token()
          return exchange()
        })
      const answer = await access.read(sharedRead, { user_ids: [first, ...asked, last] }, stopping, inTurn)
      if (turns.isMissed() || stopping.aborted) return undefined
      const absent = findAbsent(answer, asked, [first, last])
      const reading: SharedReading = { answer: { ...nobody, ...pickStatus(answer) }, finding: 'absent', askedAt }
      for (const [userid, sequence] of others)
        if (absent.has(userid)) proofs.set(userid, { ...reading, sequence, token: used })
      const isLate = clock.elapsed() - askedAt > usableMs
      if (absent.size > 0 && !isLate) vain = 0
      else {
        vain += 1
        known = []
      }
      // The platform did not answer or asked for a pause, so this job does not ask again at once. A job that asks alone follows the same
      // rule.
      if (answer.reach !== 'answered' || (isUnreached(answer) && answer.retryAfterMs !== undefined))
        return { answer, finding: 'unreached', askedAt }
      return absent.has(own) && used === token() ? reading : undefined
    } finally {
      asking = undefined
      resolve()
    }
  }

  const lookFor = async (
    userid: string,
    { job, stopping }: Pick<StepContext, 'job' | 'stopping'>,
  ): Promise<SharedReading | undefined> => {
    for (const [one, proof] of proofs) if (!isUsable(proof)) proofs.delete(one)
    if (asking !== undefined) {
      if (asking.others.get(userid) === job.sequence) await asking.over
      return take(job, userid)
    }
    // The next shared question is asked while some proofs are still unused, so that no other job has to wait for its answer.
    const others = proofs.size <= connection.concurrency / 2 ? findOthers(job, userid) : undefined
    return others === undefined || others.size === 0 ? take(job, userid) : ask(userid, others, stopping)
  }

  return {
    /** Returns what a shared question, asked now or a moment ago, found for a job. Undefined if the job must ask alone. */
    look(stepContext: Pick<StepContext, 'job' | 'steps' | 'stopping'>): Promise<SharedReading | undefined> | undefined {
      if (known.length < 2 || vain >= vainEnough || isInFleet()) return undefined
      const userid = sharableOf(stepContext)
      return userid === undefined || known.includes(userid) ? undefined : lookFor(userid, stepContext)
    },
    /** Notes that a new customer was read back and therefore exists. */
    noteThere(userid: unknown) {
      if (typeof userid !== 'string' || !isPlain(userid)) return
      known = [userid, ...known.filter((one) => one !== userid)].slice(0, 2)
    },
    /** Drops the answer about this customer, because a call for this customer is being sent. */
    noteSend(userid: unknown) {
      if (typeof userid !== 'string') return
      proofs.delete(userid)
      asking?.others.delete(userid)
    },
    /** Forgets all answers and the known customers, because sending was paused or continues after a pause. */
    forget() {
      proofs.clear()
      asking?.others.clear()
      known = []
    },
  }
}

/**
 * Whether a user ID reads the same on every platform. Letters are excluded, because their case may matter, and leading zeros are excluded,
 * because they may be lost.
 */
const isPlain = (userid: string): boolean => /^[1-9]\d*$/.test(userid)

const nobody = { verdict: 'absent', reach: 'answered', raw: '' } as const satisfies Answer
const pickStatus = ({ status }: Answer): Pick<Answer, 'status'> => (status === undefined ? {} : { status })

/**
 * The user IDs that an answer of `sharedRead` proves to be unused. The set is empty unless the whole answer is understood: it shows both
 * known customers, it shows only customers that were asked for, each of them has a status, and there is no message. An ID that occurs
 * anywhere in the text is not proven absent.
 */
export function findAbsent(answer: Answer, asked: readonly string[], known: readonly string[]): ReadonlySet<string> {
  const page = answer.verdict === 'accepted' ? readCustomerPage(answer) : undefined
  if (page === undefined || page.hasNext || answer.message !== undefined || answer.raw.length > longest)
    return new Set()
  const told = page.customers.map(({ userid = '' }) => userid)
  const isWhole =
    known.every((userid) => told.includes(userid)) &&
    told.every((userid) => asked.includes(userid) || known.includes(userid)) &&
    new Set(told).size === told.length &&
    page.customers.every(({ status }) => knownStatus(status) !== undefined)
  return new Set(isWhole ? asked.filter((userid) => !answer.raw.includes(userid)) : [])
}
