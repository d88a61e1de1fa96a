import type { PlatformRequest } from '../../../src/platform/transport/exchange.ts'
import type { LedgerEntry } from '../../../src/sandbox/platform-ledger.ts'
import type { DirectPlatform } from '../inside/direct-platform.ts'
import { fingerprintOf, type LedgerReader, type RefusedStep } from '../inside/read-committed.ts'
import { holdToOrder } from './watch-sending.ts'

/** A changing request that was sent and has no answer yet. */
export interface Flight {
  readonly request: PlatformRequest
  readonly jobId: string
  /** The step and its content: the same for a repeated call. */
  readonly call: string
  readonly operation: string
  readonly isCreation: boolean
  /** It takes money for an existing customer. */
  readonly spends: boolean
  /** What the request is about; two requests with a common subject must not be in flight together. */
  readonly subjects: readonly string[]
}

/** Checks the promises of an app from outside: by its committed file and by the platform's own ledger. */
export interface Watch {
  /** A changing request arrived while `flying` were in flight. */
  readonly arrive: (request: PlatformRequest, reader: LedgerReader, flying: readonly Flight[]) => Flight
  /** The request never left this computer. */
  readonly noteNotSent: (flight: Flight) => void
  /** The platform performed a request. */
  readonly noteEffects: (flight: Flight, entries: readonly LedgerEntry[]) => void
  /** The app said "saved". */
  readonly noteSaved: (jobId: string) => void
  /** A technician's action may take the job out of its rest. `again`: the job was sent once more. */
  readonly noteAction: (jobId: string, again: boolean) => void
  /** Compares the file with its state at the last check; returns the jobs that have come to rest since. */
  readonly look: (reader: LedgerReader) => readonly string[]
  /** Checks at the end: all jobs rest, and a done job has its effect. */
  readonly conclude: (reader: LedgerReader) => void
}

const final = new Set(['done', 'dropped'])
const untilAnAction = new Set(['unconfirmed', 'refused'])
/** Resting states in which the technician must have an action. */
const withActions = new Set(['unconfirmed', 'refused', 'needs-you'])
/** The effects that a done job must have caused itself. */
const owed: Readonly<Record<string, readonly string[]>> = {
  'new-customer': ['create'],
  renewal: ['renew'],
  'product-change': ['change'],
}
/** How often the same call that costs money may reach the platform at most. */
const mostSpent = 2

/** Throws at the first broken promise. */
export function createWatch(platform: Pick<DirectPlatform, 'understand'>): Watch {
  const saved = new Set<string>()
  /** Counts of effects, by job and by call. */
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
  /** The step's own effect, or the binding by the creation of the same job. */
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
      const call = callOf(attempt.stepId, reader.tag(fingerprint))
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
        spends,
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
    noteAction(jobId, isAgain) {
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
        if (untilAnAction.has(before) && !acted.has(id))
          throw new Error(`A job that was ${before} is ${state} by itself`)
      }
      for (const { kind, state, why } of jobs)
        if (state === 'waiting' && why === null) throw new Error(`A ${kind} waits, and does not say for what`)
      holdToRefusals(reader)
      const rested = jobs.filter(({ id, state }) => withActions.has(state) && states.get(id) !== state)
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

/** Includes the box, because a corrected job may bind two boxes. */
const nameOf = ({ effect, box, hostname }: LedgerEntry): string =>
  effect === 'bind-user' ? `${effect} ${box}` : effect === 'bind-hostname' ? `${effect} ${box} ${hostname}` : effect

/** Counts by key. */
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
