import type { DatabaseSync } from 'node:sqlite'
import { type Connection, sharesCustomers } from '../../shared/domain/connection/connection.ts'
import type { Intent } from '../../shared/domain/activation.ts'
import type { Ports } from '../ports.ts'
import type { Sealing } from '../vault/sealing.ts'
import { readProxyLogIn, readToken, type Tokens } from '../vault/tokens.ts'
import { createKnowledge, createPlatformAccess, type PlatformAccess } from './access.ts'
import { createLane, type Lane } from './lane.ts'
import { createLine, createTrial } from './request-line.ts'
import { customerKey } from './ledger/job-keys.ts'
import { createLedger, restJobs } from './ledger/ledger.ts'
import { type ClaimGuard, createRunner } from './runner.ts'
import { createSharedReadings, type SharedReadings } from './shared-reading.ts'
import { createJobViews, type FleetCheckOf } from './ledger/views.ts'
import { createAsideWriter } from './ledger/write-aside.ts'
import { createOneAtATime } from '../../shared/one-at-a-time.ts'

export interface QueueDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'transport' | 'log'>
  readonly database: DatabaseSync
  readonly sealing: Sealing
  readonly tokens: Pick<Tokens, 'read'>
  /** All connections of this computer, also those without a token. */
  readonly connections: () => readonly Connection[]
  readonly jobChanged: (jobId: string) => void
  /** Whether the operator's policy forbids this work now. Forbidden work waits. */
  readonly isForbidden: (intent: Intent) => boolean
  /** Returns the guard of the fleet. Undefined while this computer is not in a fleet. */
  readonly guard?: (() => ClaimGuard | undefined) | undefined
  readonly fleetCheck?: FleetCheckOf | undefined
  readonly onLink: () => void
  readonly onDiskFull: () => void
}

interface OpenLane {
  readonly lane: Lane
  readonly access: PlatformAccess
  readonly shared: SharedReadings
  readonly settings: string
}

/** The most jobs of a connection in work while a long list is being saved. It is low, because a technician waits for the list. */
const besideList = 2

export type Queue = ReturnType<typeof createQueue>

/** Ends the program, as any uncaught error does. The caller gets no error. The next start checks the ledger's file. */
const endProgram = (error: unknown): void =>
  queueMicrotask(() => {
    throw error
  })

/**
 * Creates the queue, which sends the jobs of all connections on this computer. A job always belongs to the connection that it was saved
 * for. Before anything is sent, attempts that an earlier process left open get the verdict `unknown`.
 */
export function createQueue(deps: QueueDeps) {
  const { ports, database, sealing, tokens, jobChanged, isForbidden, guard, onLink, onDiskFull } = deps
  const { clock, log, random, transport } = ports
  const ledger = createLedger(database, sealing, clock)
  const knowledge = createKnowledge(database, clock)
  const aside = createAsideWriter({ database, sealing, clock, onEnd: () => wakeAll() })
  const lanes = new Map<string, OpenLane>()
  let isPaused = false
  let isStopped = false
  const oneAtATime = createOneAtATime()

  const start = { sequence: ledger.lastSequence(), at: clock.elapsed() }
  restJobs(database)
  const left = ledger.closeOpenAttempts()
  if (left > 0) log.info('attempts-left-open', { count: left })

  const open = (connection: Connection): void => {
    const token = (): string => readToken(tokens, connection) ?? ''
    const proxyLogIn = () => readProxyLogIn(tokens, connection)
    const line = createLine(connection.concurrency, clock, () => lanes.get(connection.id)?.lane.wake())
    const onPauseAsked = () => line.hold()
    const access = createPlatformAccess({ connection, token, proxyLogIn, transport, clock, knowledge, onPauseAsked })
    const isInFleet = () => guard?.() !== undefined
    const shared = createSharedReadings({ ledger, access, connection, clock, line, token, isInFleet })
    const trial = createTrial()
    const keysElsewhere = (userid: string | undefined) =>
      deps
        .connections()
        .filter((other) => other.id !== connection.id && sharesCustomers(other, connection))
        .flatMap((other) => (userid === undefined ? [] : [customerKey(sealing, other, userid)]))
    const whose = { ledger, access, connection, keysElsewhere, clock, line, trial, shared, start }
    const run = createRunner({ ...whose, isForbidden, isPaused: () => isPaused, guard, onChange: jobChanged })
    const lane = createLane({
      connectionId: connection.id,
      concurrency: () => Math.min(line.jobsInWork(), aside.isOpen() ? besideList : Infinity),
      jobsPerMinute: connection.jobsPerMinute,
      ledger,
      access,
      run,
      clock,
      random,
      log,
      onLink,
      trial,
      onDiskFull,
      onUnreadable: endProgram,
      isAcceptedAnswer: (words) => knowledge.isAcceptedAnswer(connection.id, words),
      onBroken(sequence) {
        ledger.setAside(sequence)
        onLink()
      },
    })
    lanes.set(connection.id, { lane, access, shared, settings: JSON.stringify(connection) })
    lane.setPaused(isPaused)
  }

  const wakeAll = (): void => {
    for (const { lane } of lanes.values()) lane.wake()
  }

  const serveAll = async (connections: readonly Connection[]): Promise<void> => {
    for (const [id, { lane }] of lanes) {
      if (connections.some((connection) => connection.id === id)) continue
      await lane.stop()
      lanes.delete(id)
    }
    for (const connection of connections) {
      const present = lanes.get(connection.id)
      if (present?.settings === JSON.stringify(connection)) continue
      await present?.lane.stop()
      if (isStopped) return
      open(connection)
    }
  }

  return {
    ledger,
    views: createJobViews(database, sealing, clock, deps.fleetCheck),
    aside,
    knowledge,
    access: (connectionId: string) => lanes.get(connectionId)?.access,
    link: (connectionId: string) => lanes.get(connectionId)?.lane.link(),
    /**
     * Sends the jobs of these connections, each of which must have a token. A connection whose settings changed continues with the new
     * settings. A connection that is not in the list stops.
     */
    serve(connections: readonly Connection[]): Promise<void> {
      // The calls of `serve` run one after the other. Two calls at once would open two lanes for one connection, and both lanes would send
      // its jobs.
      return oneAtATime(() => serveAll(connections))
    },
    wake: (connectionId: string) => lanes.get(connectionId)?.lane.wake(),
    tryNow: (connectionId: string) => lanes.get(connectionId)?.lane.tryNow(),
    /**
     * Tries the network now, because a technician asks for it. Jobs that a busy platform or a log-in page of the network put off are tried
     * at once, too. A connection whose work was stopped by an answer of the platform stays stopped.
     */
    tryNetwork(connectionId: string) {
      for (const why of ['platform-busy', 'network'] as const) ledger.releaseWaiting(why)
      const lane = lanes.get(connectionId)?.lane
      if (lane?.link().state === 'unreached') lane.tryNow()
      else lane?.retry()
    },
    /** Lets work continue after a technician accepted the unknown answer of several jobs. No effect unless it stopped the work. */
    acceptAnswer(connectionId: string) {
      const lane = lanes.get(connectionId)?.lane
      const words = lane?.link().state === 'same-answer' ? lane.repeatedWords() : undefined
      if (lane === undefined || words === undefined) return
      knowledge.acceptAnswer(connectionId, words)
      lane.tryNow()
    },
    isSending: (connectionId: string) => !isPaused && lanes.get(connectionId)?.lane.link().state === 'reached',
    isWorking: () => [...lanes.values()].some(({ lane }) => lane.isWorking()),
    /** Starts no more jobs while paused. A job whose first call has been sent goes on, so that no customer is left half set up. */
    setPaused(paused: boolean) {
      isPaused = paused
      for (const { lane, shared } of lanes.values()) {
        shared.forget()
        lane.setPaused(paused)
      }
    },
    async stop() {
      isStopped = true
      await Promise.all([aside.stop(), ...[...lanes.values()].map(({ lane }) => lane.stop())])
    },
  }
}
