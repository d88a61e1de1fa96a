const mebibyte = 1024 * 1024

/** What the door lets in at most. Rates are options of the command. */
export const doorBounds = {
  /** Bytes of a body whose sender has shown no session. */
  bytesOfAStranger: 16 * 1024,
  bytesOfAStation: 16 * mebibyte,
  /** Bytes of all bodies under way. */
  bytesTogether: 256 * mebibyte,
  /** A station confirms its claims one call at a time while it sends, and several jobs are sent at once. */
  callsOfAStation: 32,
  /** Calls at once without a session. */
  callsOfAnAddress: 500,
  streamsOfAStation: 4,
  /** Connections that have shown a session of one station: one for each call and stream at once, and some that have ended without a word. */
  connectionsOfAStation: 64,
  /** Connections of one address that have shown no session. */
  strangersOfAnAddress: 2000,
  /** Connections of all together. */
  connections: 20_000,
}
export type DoorBounds = Readonly<typeof doorBounds>

/** How much one station, or one address without a session, may do. */
export interface Rate {
  readonly perSecond: number
  /** How much at once, after a rest. */
  readonly burst: number
}

interface Bucket {
  tokens: number
  at: number
}

const mostBuckets = 50_000

/** Counts calls by a name: each call takes one, and they come back with time. Times in milliseconds of a clock that only goes forward. */
export function createRateLimit({ perSecond, burst }: Rate, now: () => number) {
  const buckets = new Map<string, Bucket>()
  const fillMs = (burst / perSecond) * 1000
  return {
    /** Undefined if the call may go on, otherwise the seconds until the next may. */
    take(name: string): number | undefined {
      const at = now()
      const bucket = buckets.get(name) ?? { tokens: burst, at }
      bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond)
      bucket.at = at
      // The most recently used are at the end.
      buckets.delete(name)
      buckets.set(name, bucket)
      for (const [oldest, { at: used }] of buckets) {
        if (at - used < fillMs && buckets.size <= mostBuckets) break
        buckets.delete(oldest)
      }
      if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perSecond)
      bucket.tokens -= 1
      return undefined
    },
  }
}

/** Counts what is under way by a name. */
export function createCounter(atMost: number) {
  const counts = new Map<string, number>()
  return {
    /** False if there are enough already. */
    begin(name: string): boolean {
      const count = counts.get(name) ?? 0
      if (count >= atMost) return false
      counts.set(name, count + 1)
      return true
    },
    end(name: string): void {
      const count = (counts.get(name) ?? 0) - 1
      if (count > 0) counts.set(name, count)
      else counts.delete(name)
    },
  }
}
