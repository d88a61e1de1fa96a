import { z } from 'zod'
import type { HubDatabase } from './database/hub-database.ts'
import { createDoor } from './door/door.ts'
import { createEventFeed } from './door/event-feed.ts'
import { type Rate, doorBounds, type DoorBounds } from './door/limits.ts'
import { listenForRequests, type Certificate } from './door/listen.ts'
import { createMetrics } from './door/metrics.ts'
import { createStreams } from './door/streams.ts'
import { fail, errorName } from '../shared/result.ts'
import type { HubLog } from './log.ts'
import type { HubError } from '../shared/fleet/hub-calls.ts'

export interface HubOptions {
  readonly port: number
  readonly address: string
  readonly certificate: Certificate | undefined
  readonly isBehindProxy: boolean
  readonly metricsToken: string | undefined
  readonly rates: { readonly station: Rate; readonly address: Rate }
  /** Replaces some `doorBounds`, so that a test need not send 256 MB. */
  readonly bounds?: Partial<DoorBounds>
}

export interface HubDeps {
  readonly database: HubDatabase
  readonly log: HubLog
  readonly random: (count: number) => Uint8Array
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  /** The hash of the SQL functions that this hub was written for. */
  readonly code: string
}

/** The hub gathers changes for this many milliseconds, and then gives all gathered changes their positions in one transaction. */
const gatherMs = 15
/** Milliseconds between two searches for changes without a position. A hub that ends suddenly leaves such changes behind. */
const sequenceMs = 1000
const beatMs = 20_000
const keepMs = 60_000
const watchMs = 1000
const upkeepMs = 10 * 60_000

export const healthSchema = z.object({
  server: z.string(),
  migration: z.number().nullable(),
  code: z.string().nullable(),
  /** Whether the hub's login to the database may write to the tables directly, without the functions. */
  isOwner: z.boolean(),
})

/** Starts the hub on a prepared database: the server, the event feed and the timers. Throws if the port or certificate cannot be used. */
export async function startHub(options: HubOptions, deps: HubDeps) {
  const { log } = deps
  const bounds = { ...doorBounds, ...options.bounds }
  let isStopping = false
  const metrics = createMetrics(() => streams.count())
  const database: HubDatabase = {
    ...deps.database,
    async call(name, given) {
      // Refuses the call at once. A call whose commit waits occupies a PostgreSQL process, even after the caller has given up.
      if (commits.isWaiting()) return fail(commitsWait)
      const answered = await deps.database.call(name, given)
      if (!answered.ok && answered.error.code === 'defect') metrics.countDefect(name)
      return answered
    },
  }
  const streams = createStreams(database, bounds)
  const feed = createEventFeed({
    database,
    onEvent: streams.dispatch,
    onPosition: (position) => metrics.setPosition(position),
    // Closing the streams makes each station reconnect and read everything once.
    onOlder: () => streams.close(),
  })
  const commits = createCommitWatch({
    ...deps,
    database,
    onWaiting: (count, seconds) => metrics.setWaiting(count, seconds),
  })
  const attempt = (work: () => Promise<unknown>): void => {
    work().catch((error: unknown) => {
      metrics.countDefect('none')
      log.warn('defect', { name: errorName(error), place: frameOf(error) })
    })
  }

  let gathering: NodeJS.Timeout | undefined
  const gather = (): void => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      attempt(feed.sequence)
    }, gatherMs)
  }

  const serve = createDoor({
    ...deps,
    ...options,
    bounds,
    database,
    streams,
    metrics,
    isWaiting: commits.isWaiting,
    onDefect: metrics.countDefect,
    isStopping: () => isStopping,
    onChange: gather,
    admit: (request, station) => listening.admit(request, station),
  })
  const listening = await listenForRequests(
    (request, response) => {
      response.on('error', () => undefined)
      attempt(async () => {
        try {
          await serve(request, response)
        } catch (error) {
          response.destroy()
          throw error
        }
      })
    },
    { ...options, bounds },
  )

  database.listen(() => attempt(feed.catchUp))
  attempt(feed.sequence)
  attempt(() => database.call('upkeep'))
  const timers = [
    setInterval(() => attempt(feed.sequence), sequenceMs),
    setInterval(() => attempt(() => commits.look()), watchMs),
    setInterval(() => streams.beat(), beatMs),
    setInterval(() => attempt(() => streams.keep()), keepMs),
    setInterval(() => attempt(() => database.call('upkeep')), upkeepMs),
  ]

  return {
    url: `${options.certificate === undefined ? 'http' : 'https'}://${describeHost(options.address)}:${listening.port}`,
    useCertificate: (renewed: Certificate) => listening.useCertificate(renewed),
    async close(): Promise<void> {
      isStopping = true
      for (const timer of timers) clearInterval(timer)
      streams.close()
      await listening.stop()
      clearTimeout(gathering)
      // The last changes get their positions now. Otherwise the changes would wait for another hub, or for the next start of this hub.
      await feed.sequence().catch(() => undefined)
      await database.close()
    },
  }
}

const describeHost = (address: string): string =>
  address === '0.0.0.0' || address === '::' ? 'localhost' : address.includes(':') ? `[${address}]` : address

/** The file and line of the hub's code where an error arose. Empty if unknown. The error's message is left out: it may quote values. */
function frameOf(error: unknown): string {
  const line = error instanceof Error ? (error.stack?.split('\n').find((text) => text.includes('/src/hub/')) ?? '') : ''
  return line.replace(/^.*\/src\/hub\//, '').replace(/\)$/, '')
}

interface CommitWatchDeps {
  readonly database: Pick<HubDatabase, 'ask' | 'call'>
  readonly log: HubLog
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  readonly onWaiting: (count: number, seconds: number) => void
}

/** A commit that waits longer than this many seconds shows that a standby is missing. A healthy standby confirms within milliseconds. */
const longestSeconds = 3
/** Milliseconds between two test commits while no commit waits. */
const tryMs = 10_000

const commitsWait: HubError = {
  code: 'unavailable',
  message: 'The database confirms nothing, because a standby is away. Try again later.',
}

const waitingSchema = z.object({ count: z.number(), seconds: z.number() })

/** Watches whether commits wait for a missing synchronous standby. While they wait, the database answers but confirms no change. */
export function createCommitWatch({ database, log, now, onWaiting }: CommitWatchDeps) {
  let isWaiting = false
  let isTrying = false
  let triedAt = Number.NEGATIVE_INFINITY

  /** Makes a test commit. `look` calls this only while no other commit waits, because a waiting commit already shows the problem. */
  async function tryCommit(): Promise<void> {
    isTrying = true
    triedAt = now()
    await database.call('try_commit')
    isTrying = false
  }

  return {
    isWaiting: () => isWaiting,
    /** Asks the database once. If the database does not answer, no commit counts as waiting. */
    async look(): Promise<void> {
      const asked = await database.ask('waiting_commits')
      const waiting = asked.ok ? waitingSchema.parse(asked.value) : { count: 0, seconds: 0 }
      onWaiting(waiting.count, waiting.seconds)
      const isNow = waiting.seconds > longestSeconds
      if (isNow && !isWaiting) log.warn('commits-wait', waiting)
      if (isWaiting && asked.ok && !isNow) log.info('commits-go-on')
      isWaiting = asked.ok ? isNow : false
      if (asked.ok && waiting.count === 0 && !isTrying && now() - triedAt >= tryMs) void tryCommit()
    },
  }
}
