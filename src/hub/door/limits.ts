const mebibyte = 1024 * 1024

export const doorBounds = {
  /** The most bytes of a body whose sender has not shown a session. */
  bytesOfAStranger: 16 * 1024,
  bytesOfAStation: 16 * mebibyte,
  /** The most bytes of all bodies in progress of one station, or of one address without a session. */
  bytesOfAParty: 32 * mebibyte,
  /** The most bytes of all bodies in progress together. */
  bytesTogether: 256 * mebibyte,
  /** The most simultaneous calls of a station. A station sends several jobs at once, and confirms the claim of each job with one call. */
  callsOfAStation: 32,
  /** The most of these calls that are in the database at once; the others wait. The hub's connections to the database serve all stations. */
  databaseCallsOfAStation: 3,
  /** The most simultaneous calls without a session from one address. */
  callsOfAnAddress: 500,
  streamsOfAStation: 4,
  /**
   * The most connections that count for one station: one for each simultaneous call and stream, and a reserve for broken connections that
   * the hub has not noticed yet.
   */
  connectionsOfAStation: 64,
  /** The most connections from one address that have not presented a session. */
  strangersOfAnAddress: 2000,
  /** The most connections of all kinds together. */
  connections: 20_000,
}
export type DoorBounds = Readonly<typeof doorBounds>

/** The rate limit of a station, or of an address for its calls without a session. */
export interface Rate {
  readonly perSecond: number
  /** The most calls at once, after a time without calls. */
  readonly burst: number
}

interface Bucket {
  tokens: number
  at: number
}

const mostBuckets = 50_000

/** Limits the calls of each station or address: a call takes a unit, and units return with time. `now`: milliseconds, monotonic. */
export function createRateLimit({ perSecond, burst }: Rate, now: () => number) {
  const buckets = new Map<string, Bucket>()
  const fillMs = (burst / perSecond) * 1000
  return {
    /** Undefined if a call of this station or address may continue. Otherwise the seconds after which the caller may try again. */
    take(name: string): number | undefined {
      const at = now()
      const bucket = buckets.get(name) ?? { tokens: burst, at }
      bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond)
      bucket.at = at
      // Moves the entry to the end of the map. The loop then meets the least recently used entries first.
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

/** Counts the simultaneous calls or connections of each station or address. Each station or address may have at most `atMost` of them. */
export function createCounter(atMost: number) {
  const counts = new Map<string, number>()
  return {
    /** Adds one to the count of a station or address. False if the limit is reached. */
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

/** Runs at most `atMost` pieces of work of each station or address at once. The others wait, in the order of their calls. */
export function createTurns(atMost: number) {
  const waiting = new Map<string, (() => void)[]>()
  const running = createCounter(atMost)
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (!running.begin(name)) {
      const turn = Promise.withResolvers<void>()
      const queue = waiting.get(name) ?? []
      waiting.set(name, queue)
      queue.push(turn.resolve)
      // The work that ends passes its place on.
      await turn.promise
    }
    try {
      return await work()
    } finally {
      const queue = waiting.get(name)
      const next = queue?.shift()
      if (queue?.length === 0) waiting.delete(name)
      if (next === undefined) running.end(name)
      else next()
    }
  }
}
