import { onTestFinished } from 'vitest'
import { createKnowledge, createPlatformAccess, type Knowledge } from '../../../../src/main/jobs/access.ts'
import type { RunEnd } from '../../../../src/main/jobs/step-context.ts'
import { createLine, createTrial } from '../../../../src/main/jobs/request-line.ts'
import { planSteps } from '../../../../src/main/jobs/plans.ts'
import { type ClaimGuard, createRunner } from '../../../../src/main/jobs/runner.ts'
import { createSharedReadings, type SharedReadings } from '../../../../src/main/jobs/shared-reading.ts'
import type { Job, Step } from '../../../../src/main/jobs/ledger/rows.ts'
import type { OperationId } from '../../../../src/platform/catalogue/catalogue.ts'
import type { Exchange, PlatformRequest } from '../../../../src/platform/transport/exchange.ts'
import type { Intent } from '../../../../src/shared/domain/activation.ts'
import type { Connection } from '../../../../src/shared/domain/connection/connection.ts'
import type { LedgerEntry } from '../../../../src/sandbox/platform-ledger.ts'
import { createDirectPlatform } from '../../../faults/inside/direct-platform.ts'
import { makeConnection, payloadOf } from './make-job.ts'
import { openLedger, type OpenLedger } from './open-ledger.ts'

/** How one request fares: an answer in place of the platform's, or what comes of the platform's own. */
export type Fate = Exchange | ((request: PlatformRequest, carryOut: () => Exchange) => Exchange | Promise<Exchange>)

/** A runner over a real ledger and the training platform without its wire. */
export interface OpenRunner extends OpenLedger {
  readonly connection: Connection
  readonly knowledge: Knowledge
  readonly shared: SharedReadings
  /** The token by which an answer is told from one of another company, the token that is sent, and whether there is a fleet. */
  readonly settings: { token: string; sentToken: string; isInFleet: boolean }
  /** What was asked of the platform, in order. */
  readonly asked: readonly OperationId[]
  /** The requests themselves, in the same order. */
  readonly requests: readonly PlatformRequest[]
  /** How the next requests of an operation fare, one after the other; after these the platform answers itself. */
  readonly next: (operation: OperationId, ...fates: readonly Fate[]) => void
  /** How every request of an operation fares from now on. */
  readonly always: (operation: OperationId, fate: Fate) => void
  readonly begin: (intent: Intent) => { readonly job: Job; readonly steps: readonly Step[] }
  /** `failed`: how many runs before this one ended in a row because the platform did not answer. */
  readonly run: (job: Job, stopping?: AbortSignal, failed?: number) => Promise<RunEnd>
  /** Runs a job again whenever its time has come, until it waits no more. */
  readonly runToRest: (job: Job) => Promise<RunEnd>
  /** What took effect on the platform by a call. */
  readonly effects: () => readonly LedgerEntry[]
  readonly makeCustomer: (userid: string) => void
  /** Ids of jobs that were told to have changed. */
  readonly changed: readonly string[]
}

/** Nobody took the request. */
export const notSent: Exchange = { reach: 'not-sent', failure: 'connection-refused' }
/** It went out, and no answer came; whether it was carried out is the fate's. */
export const noAnswer: Exchange = { reach: 'maybe-sent', failure: 'connection-reset' }
export const answers = (
  status: number,
  data: unknown,
  headers: Exchange & { reach: 'answered' } extends never ? never : Readonly<Record<string, string>> = {},
): Exchange => ({
  reach: 'answered',
  status,
  headers,
  text: JSON.stringify(data),
})
/** The platform does it, and its answer is lost. */
export const replyLost: Fate = (_, carryOut) => {
  carryOut()
  return noAnswer
}

export function openRunner(changed: Partial<Connection> = {}, guard?: ClaimGuard): OpenRunner {
  const open = openLedger()
  const { ledger, database, clock } = open
  // Setting the clock of the computer does not set the platform's.
  const begun = clock.now()
  const platform = createDirectPlatform(() => begun + clock.elapsed())
  onTestFinished(() => platform.close())
  const { baseUrl, crmService, cmsService, hostnames } = platform
  const connection = makeConnection({
    baseUrl,
    crmService,
    cmsService,
    hostnames: [...hostnames],
    retrieval: 'query',
    longestProcessingSeconds: 120,
    ...changed,
  })
  const knowledge = createKnowledge(database, clock)
  const asked: OperationId[] = []
  const requests: PlatformRequest[] = []
  const fates = new Map<OperationId, Fate[]>()
  const subscription = new Map<OperationId, Fate>()
  const told: string[] = []
  let saved = 0
  const access = createPlatformAccess({
    connection,
    knowledge,
    clock,
    token: () => settings.sentToken,
    transport: {
      async exchange(request) {
        const { id } = platform.understand(request).operation
        asked.push(id)
        requests.push(request)
        const fate = fates.get(id)?.shift() ?? subscription.get(id)
        const carryOut = (): Exchange => platform.carryOut(request)
        if (fate === undefined) return carryOut()
        return typeof fate === 'function' ? fate(request, carryOut) : fate
      },
    },
  })
  const start = { sequence: ledger.lastSequence(), at: clock.elapsed() }
  const settings = { token: platform.authToken, sentToken: platform.authToken, isInFleet: false }
  const line = createLine(connection.concurrency, clock, () => undefined)
  const token = () => settings.token
  const isInFleet = () => settings.isInFleet
  const shared = createSharedReadings({ ledger, access, connection, clock, line, token, isInFleet })
  const trial = createTrial()
  const runJob = createRunner({
    ledger,
    access,
    connection,
    keysElsewhere: () => [],
    clock,
    line,
    trial,
    shared,
    start,
    isForbidden: () => false,
    isPaused: () => false,
    guard: () => guard,
    onChange: (id) => told.push(id),
  })
  /** Tells the trial how the run ended, like a lane. */
  const run: OpenRunner['run'] = async ({ sequence }, stopping = new AbortController().signal, failed = 0) => {
    try {
      const end = await runJob(sequence, stopping, failed)
      if (end.end === 'unreached' || end.end === 'token-refused') trial.giveUp()
      return end
    } finally {
      trial.leave(sequence)
    }
  }
  return {
    ...open,
    connection,
    knowledge,
    shared,
    settings,
    asked,
    requests,
    next: (operation, ...more) => void fates.set(operation, [...(fates.get(operation) ?? []), ...more]),
    always: (operation, fate) => void subscription.set(operation, fate),
    begin(intent) {
      const [first, number] = [payloadOf(intent), (saved += 1)]
      const { customermappingid } = first
      const isFurther = number > 1 && customermappingid !== undefined
      const payload = isFurther ? { ...first, customermappingid: `${customermappingid}${String(number)}` } : first
      return open.save({ payload, steps: planSteps(payload, connection) })
    },
    run,
    async runToRest(job) {
      for (;;) {
        const end = await run(job)
        const { waitsUntil } = open.load(job.id).job
        if (end.end !== 'waits' || waitsUntil === undefined) return end
        await clock.pass(waitsUntil - clock.elapsed())
      }
    },
    effects: () => platform.ledger().filter(({ request }) => request !== 0),
    makeCustomer: platform.makeCustomer,
    changed: told,
  }
}
