import type { PlatformRequest } from '../../../src/platform/exchange.ts'
import type { LedgerEntry } from '../../../src/sandbox/ledger.ts'
import type { DirectPlatform } from '../inside/direct-platform.ts'
import { fingerprintOf, type CommittedAttempt, type LedgerReader } from '../inside/read-committed.ts'

/** A changing request that has set out and has no answer yet. */
export interface Flight {
  readonly request: PlatformRequest
  readonly jobId: string
  readonly operation: string
  readonly isCreation: boolean
  /** What it is about; two with one of these in common must not be on their way together. */
  readonly subjects: readonly string[]
}

/** Holds an app to its promises from outside: by its committed file and by the platform's own ledger. */
export interface Watch {
  /** A changing request has arrived beside those that are on their way. */
  readonly arrive: (request: PlatformRequest, reader: LedgerReader, flying: readonly Flight[]) => Flight
  /** The platform carried a request out. */
  readonly noteEffects: (jobId: string, entries: readonly LedgerEntry[]) => void
  /** The app said "saved". */
  readonly noteSaved: (jobId: string) => void
  /** A person did something with a job that lets it leave its rest. `again`: was told to send it once more. */
  readonly noteAct: (jobId: string, again: boolean) => void
  /** Compares the file with what it was when last looked at. */
  readonly look: (reader: LedgerReader) => void
  /** What only the end can tell: everything rests, and what is done has its effect. */
  readonly conclude: (reader: LedgerReader) => void
}

const overSteps = new Set(['done', 'unconfirmed', 'skipped'])
const never = new Set(['done', 'dropped'])
const untilAPerson = new Set(['unconfirmed', 'refused'])
/** What a job that is done must have brought about itself. */
const owed: Readonly<Record<string, readonly string[]>> = {
  'new-customer': ['create'],
  'customer-alone': ['create'],
  renewal: ['renew'],
  'product-change': ['change'],
}

/** Throws at the first promise that is not kept. */
export function createWatch(platform: DirectPlatform): Watch {
  const saved = new Set<string>()
  const effects = new Map<string, number>()
  const again = new Map<string, number>()
  let acted = new Set<string>()
  let states = new Map<string, string>()

  return {
    arrive(request, reader, flying) {
      const { operation, parameters } = platform.understand(request)
      const attempt = reader.attempt(fingerprintOf(operation, parameters))
      if (attempt === undefined) throw new Error(`${operation.id} was sent without a committed attempt`)
      holdToOrder(attempt)
      const { userid, uuid, macAddress } = parameters
      const box = uuid ?? macAddress
      const subjects = [
        ...(userid === undefined ? [] : [`customer ${userid.toLowerCase()}`]),
        ...(box === undefined ? [] : [`box ${box.toUpperCase()}`]),
      ]
      const beside = flying.find((other) => other.subjects.some((subject) => subjects.includes(subject)))
      if (beside !== undefined)
        throw new Error(`${operation.id} set out beside ${beside.operation} on the same customer or box`)
      return {
        request,
        jobId: attempt.jobId,
        operation: operation.id,
        isCreation: operation.effect === 'create',
        subjects,
      }
    },
    noteEffects(jobId, entries) {
      for (const { effect } of entries) {
        const key = `${jobId} ${effect}`
        const count = (effects.get(key) ?? 0) + 1
        effects.set(key, count)
        if (count > 1 + (again.get(jobId) ?? 0)) throw new Error(`${effect} took effect ${count} times for one job`)
      }
    },
    noteSaved: (jobId) => void saved.add(jobId),
    noteAct(jobId, isAgain) {
      acted.add(jobId)
      if (isAgain) again.set(jobId, (again.get(jobId) ?? 0) + 1)
    },
    look(reader) {
      const now = new Map(reader.jobs().map(({ id, state }) => [id, state]))
      for (const id of saved) if (!now.has(id)) throw new Error(`Job ${id} is lost`)
      for (const [id, before] of states) {
        const state = now.get(id)
        if (state === before) continue
        if (never.has(before)) throw new Error(`A job that was ${before} is ${state}`)
        if (untilAPerson.has(before) && !acted.has(id))
          throw new Error(`A job that was ${before} is ${state} by itself`)
      }
      states = now
      acted = new Set()
    },
    conclude(reader) {
      for (const id of reader.refusedCreations())
        if (effects.has(`${id} create`)) throw new Error('A creation is refused, and the customer was made')
      for (const { id, kind, state } of reader.jobs()) {
        if (!['done', 'unconfirmed', 'refused', 'dropped'].includes(state))
          throw new Error(`A ${kind} is ${state} for ever`)
        if (state !== 'done') continue
        for (const effect of owed[kind] ?? [])
          if (!effects.has(`${id} ${effect}`)) throw new Error(`A ${kind} is done without ${effect}`)
      }
    },
  }
}

/** A step sets out after those before it, from a job that is under way, and after unknown only once it was read back. */
function holdToOrder({ operation, jobState, entries, earlier }: CommittedAttempt): void {
  const attempt = entries.at(-1)
  if (attempt?.type !== 'attempt') throw new Error(`${operation} was sent, and its last happening is ${attempt?.type}`)
  if (jobState !== 'sending') throw new Error(`${operation} was sent for a job that is ${jobState}`)
  const open = earlier.find((state) => !overSteps.has(state))
  if (open !== undefined) throw new Error(`${operation} was sent while a step before it is ${open}`)
  const before = entries.slice(0, -1)
  const tried = before.findLastIndex(({ type }) => type === 'attempt')
  if (tried === -1) return
  const since = before.slice(tried + 1)
  const verdict = since.find(({ type }) => type === 'verdict')
  if (verdict === undefined) throw new Error(`${operation} was sent again while its last try has no verdict`)
  if (verdict.result !== 'unknown' || attempt.revision !== before[tried]?.revision) return
  const later = since.filter(({ sequence }) => sequence > verdict.sequence)
  const isChosen = later.some(({ type, result }) => type === 'choice' && result === 'send-again')
  const absences = later.filter(({ type, result }) => type === 'reading' && result === 'absent').length
  if (!isChosen && absences < 2)
    throw new Error(`${operation} was sent again after unknown with ${absences} absences read`)
}
