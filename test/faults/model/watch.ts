import type { PlatformRequest } from '../../../src/platform/transport/exchange.ts'
import type { LedgerEntry } from '../../../src/sandbox/ledger.ts'
import type { DirectPlatform } from '../inside/direct-platform.ts'
import { fingerprintOf, type LedgerReader, type RefusedStep } from '../inside/read-committed.ts'
import { holdToOrder } from './watch-sending.ts'

/** A changing request that has set out and has no answer yet. */
export interface Flight {
  readonly request: PlatformRequest
  readonly jobId: string
  /** The step and what it sends: the same for the same call of it, sent again. */
  readonly call: string
  readonly operation: string
  readonly isCreation: boolean
  /** What it is about; two with one of these in common must not be on their way together. */
  readonly subjects: readonly string[]
}

/** Holds an app to its promises from outside: by its committed file and by the platform's own ledger. */
export interface Watch {
  /** A changing request has arrived beside those that are on their way. */
  readonly arrive: (request: PlatformRequest, reader: LedgerReader, flying: readonly Flight[]) => Flight
  /** It never left this computer after all. */
  readonly noteNotSent: (flight: Flight) => void
  /** The platform carried a request out. */
  readonly noteEffects: (flight: Flight, entries: readonly LedgerEntry[]) => void
  /** The app said "saved". */
  readonly noteSaved: (jobId: string) => void
  /** A technician did something with a job that lets it leave its rest. `again`: had it sent once more. */
  readonly noteAct: (jobId: string, again: boolean) => void
  /** Compares the file with what it was when last looked at; gives the jobs that have come to rest since. */
  readonly look: (reader: LedgerReader) => readonly string[]
  /** What only the end can tell: everything rests, and what is done has its effect. */
  readonly conclude: (reader: LedgerReader) => void
}

const final = new Set(['done', 'dropped'])
const untilAnAct = new Set(['unconfirmed', 'refused'])
/** Rests in which a technician must be able to do something. */
const withActs = new Set(['unconfirmed', 'refused', 'needs-you'])
/** What a job that is done must have brought about itself. */
const owed: Readonly<Record<string, readonly string[]>> = {
  'new-customer': ['create'],
  'customer-alone': ['create'],
  renewal: ['renew'],
  'product-change': ['change'],
}
/** The same call that takes money reaches the platform no more often. */
const mostSpent = 2

/** Throws at the first promise that is not kept. */
export function createWatch(platform: Pick<DirectPlatform, 'understand'>): Watch {
  const saved = new Set<string>()
  /** What took effect for a job, and for a call. */
  const effects = createCounts()
  const ofCalls = new Map<string, string>()
  const sent = createCounts()
  const again = createCounts()
  const boxOf = new Map<string, string>()
  let acted = new Set<string>()
  let states = new Map<string, string>()

  const holdToRefusals = (reader: LedgerReader): void => {
    for (const step of reader.refused()) {
      const effect = effectBehind(step)
      if (effect !== undefined) throw new Error(`${step.operation} is refused, and took effect: ${effect}`)
    }
  }
  /** Its own effect, or the binding that the creation of the same job brought along. */
  const effectBehind = ({ jobId, stepId, kind, fingerprints }: RefusedStep): string | undefined => {
    for (const fingerprint of fingerprints) {
      const call = callOf(stepId, fingerprint)
      const own = ofCalls.get(call)
      if (own !== undefined) return own
      const box = boxOf.get(call)
      if (kind === 'bind-user' && box !== undefined && effects.of(`${jobId} bind-user ${box}`) > 0)
        return 'bind-user with the creation'
    }
    return undefined
  }

  return {
    arrive(request, reader, flying) {
      const { operation, parameters } = platform.understand(request)
      const fingerprint = fingerprintOf(operation, parameters)
      const attempt = reader.attempt(fingerprint)
      if (attempt === undefined) throw new Error(`${operation.id} was sent without a committed attempt`)
      holdToOrder(attempt)
      const { userid, uuid, macAddress } = parameters
      const box = (uuid ?? macAddress)?.toUpperCase()
      const subjects = [
        ...(userid === undefined ? [] : [`customer ${userid.toLowerCase()}`]),
        ...(box === undefined ? [] : [`box ${box}`]),
      ]
      const beside = flying.find((other) => other.subjects.some((subject) => subjects.includes(subject)))
      if (beside !== undefined)
        throw new Error(`${operation.id} set out beside ${beside.operation} on the same customer or box`)
      const call = callOf(attempt.stepId, fingerprint)
      if (box !== undefined) boxOf.set(call, box)
      const spends = operation.effect === 'renew' || operation.effect === 'change'
      const times = sent.add(call)
      if (spends && times > mostSpent) throw new Error(`${operation.id} went out ${times} times for one step`)
      return {
        request,
        jobId: attempt.jobId,
        call,
        operation: operation.id,
        isCreation: operation.effect === 'create',
        subjects,
      }
    },
    noteNotSent: ({ call }) => void sent.add(call, -1),
    noteEffects({ jobId, call }, entries) {
      for (const entry of entries) {
        const { effect } = entry
        ofCalls.set(call, effect)
        const count = effects.add(`${jobId} ${nameOf(entry)}`)
        if (count > 1 + again.of(jobId)) throw new Error(`${effect} took effect ${count} times for one job`)
      }
    },
    noteSaved: (jobId) => void saved.add(jobId),
    noteAct(jobId, isAgain) {
      acted.add(jobId)
      if (isAgain) again.add(jobId)
    },
    look(reader) {
      const jobs = reader.jobs()
      const now = new Map(jobs.map(({ id, state }) => [id, state]))
      for (const id of saved) if (!now.has(id)) throw new Error(`Job ${id} is lost`)
      for (const [id, before] of states) {
        const state = now.get(id)
        if (state === before) continue
        if (final.has(before)) throw new Error(`A job that was ${before} is ${state}`)
        if (untilAnAct.has(before) && !acted.has(id)) throw new Error(`A job that was ${before} is ${state} by itself`)
      }
      for (const { kind, state, why } of jobs)
        if (state === 'waiting' && why === null) throw new Error(`A ${kind} waits, and does not say for what`)
      holdToRefusals(reader)
      const rested = jobs.filter(({ id, state }) => withActs.has(state) && states.get(id) !== state)
      states = now
      acted = new Set()
      return rested.map(({ id }) => id)
    },
    conclude(reader) {
      for (const { id, kind, state } of reader.jobs()) {
        if (!['done', 'unconfirmed', 'refused', 'dropped'].includes(state))
          throw new Error(`A ${kind} is ${state} for ever`)
        if (state !== 'done') continue
        for (const effect of owed[kind] ?? [])
          if (effects.of(`${id} ${effect}`) === 0) throw new Error(`A ${kind} is done without ${effect}`)
      }
    },
  }
}

const callOf = (stepId: number, fingerprint: Uint8Array): string =>
  `${stepId} ${Buffer.from(fingerprint).toString('hex')}`

/** One job may bind two boxes, where it was corrected between. */
const nameOf = ({ effect, box, hostname }: LedgerEntry): string =>
  effect === 'bind-user' ? `${effect} ${box}` : effect === 'bind-hostname' ? `${effect} ${box} ${hostname}` : effect

/** How often, by key. */
function createCounts() {
  const counts = new Map<string, number>()
  const of = (key: string): number => counts.get(key) ?? 0
  return {
    of,
    add(key: string, more = 1): number {
      counts.set(key, of(key) + more)
      return of(key)
    },
  }
}
