import type { HubRequest } from '../../../src/shared/fleet/hub-calls.ts'
import type { HubExchange } from './happenings.ts'

/** A claim that a hub acknowledged. */
export interface AcknowledgedClaim {
  readonly job: string
  readonly keys: ReadonlySet<string>
  fence: number
  /** The places in the ledger at which the claim was requested and acknowledged. */
  readonly askedAt: number
  readonly acknowledgedAt: number
  /** The hub keeps the claim at least until this time, in milliseconds since 1970. */
  until: number
  /** The claim was confirmed before a call, or is done, so it does not lapse within a run. */
  isFirm: boolean
}

interface Finish {
  readonly exchange: HubExchange
  readonly fence: number
  readonly outcome: 'done' | 'released'
}
interface Take {
  readonly exchange: HubExchange
  readonly keys: ReadonlySet<string>
}
interface Move {
  readonly exchange: HubExchange
  readonly to: string
  /** Undefined while nobody knows whether it was done. */
  fence: number | undefined
}

/** What is known about one job: its acknowledged claim, and everything that may have changed the claim. */
export interface JobBook {
  claim: AcknowledgedClaim | undefined
  readonly takes: Take[]
  readonly finishes: Finish[]
  readonly moves: Move[]
  /** Every fence that the hub returned, with its place in the ledger. */
  readonly fences: { readonly place: number; readonly fence: number }[]
}

/**
 * Knows which acknowledged claims are certainly valid. As soon as a request was made that may end a claim, the claim counts as perhaps over.
 * So a claim that counts as valid is also valid in the database, whatever requests were on their way at that moment.
 */
export function createClaimBook() {
  const jobs = new Map<string, JobBook>()
  const jobsOfKey = new Map<string, Set<string>>()
  const of = (job: string): JobBook => {
    const known = jobs.get(job)
    if (known !== undefined) return known
    const book: JobBook = { claim: undefined, takes: [], finishes: [], moves: [], fences: [] }
    jobs.set(job, book)
    return book
  }

  return {
    of,
    noteTake(exchange: HubExchange, { job, keys }: HubRequest<'claims.take'>['jobs'][number]) {
      of(job).takes.push({ exchange, keys: new Set(keys) })
      for (const key of keys) jobsOfKey.set(key, (jobsOfKey.get(key) ?? new Set()).add(job))
    },
    noteFinish: (exchange: HubExchange, { job, fence, outcome }: HubRequest<'claims.finish'>['jobs'][number]) =>
      void of(job).finishes.push({ exchange, fence, outcome }),
    noteMove: (exchange: HubExchange, job: string, to: string) =>
      void of(job).moves.push({ exchange, to, fence: undefined }),
    /** The jobs that ever asked for a key. */
    askersOf: (key: string): readonly string[] => [...(jobsOfKey.get(key) ?? [])],
    jobs: (): readonly string[] => [...jobs.keys()],
    /** The claim of a job on a key, if it was acknowledged before `place` and was certainly valid at `now` (milliseconds since 1970). */
    standing(job: string, key: string, now: number, place = Number.POSITIVE_INFINITY): AcknowledgedClaim | undefined {
      const { claim, finishes, takes } = of(job)
      if (claim === undefined || !claim.keys.has(key) || claim.acknowledgedAt >= place) return undefined
      if (!claim.isFirm && claim.until <= now) return undefined
      const isReleased = finishes.some(
        ({ exchange, fence, outcome }) =>
          outcome === 'released' && fence >= claim.fence && exchange.answeredAt >= claim.askedAt,
      )
      // The technician corrected the job since then.
      const isReplaced = takes.some(({ exchange, keys }) => exchange.askedAt > claim.askedAt && !keys.has(key))
      return isReleased || isReplaced ? undefined : claim
    },
    /** Whether the job released its keys, the hub acknowledged that before `place`, and no request was made for the job since then. */
    isGivenBack(job: string, place: number): boolean {
      const { finishes, takes, moves, fences } = of(job)
      const last = finishes.at(-1)
      if (last === undefined || last.exchange.answeredAt >= place) return false
      if (finishes.some(({ outcome }) => outcome === 'done')) return false
      if (moves.some(({ exchange }) => exchange.answeredAt >= last.exchange.askedAt)) return false
      // A take whose answer was lost may have been given a fence that nobody knows.
      if (takes.some(({ exchange }) => exchange.answeredAt >= last.exchange.askedAt)) return false
      return fences.every(({ fence }) => fence <= last.fence)
    },
  }
}
