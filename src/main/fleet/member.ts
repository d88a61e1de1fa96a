import { isDeepStrictEqual } from 'node:util'
import type { DatabaseSync } from 'node:sqlite'
import type { Transport } from '../../platform/transport/exchange.ts'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import { type FleetCheck, isIn } from '../../shared/domain/job.ts'
import type { HubEvent } from '../../shared/fleet/hub-calls.ts'
import { prepareStanding } from '../jobs/ledger/fleet-rows.ts'
import type { FleetCheckOf } from '../jobs/ledger/views.ts'
import type { Ledger } from '../jobs/ledger/ledger.ts'
import { inTransaction, readFact, setFact } from '../storage/database.ts'
import type { Membership } from '../vault/fleet-membership.ts'
import { createClaimRows } from './claim-rows.ts'
import { createClaims } from './claims.ts'
import type { DocumentTaker } from './fetch-documents.ts'
import { createFleetWorker, tryToNote } from './fleet-worker.ts'
import { followEvents, type Following } from './follow-events.ts'
import { createHubClient, createRequestVersions, type HubLink, type MemberParts } from './hub-client.ts'
import { createSideWork } from './side-work.ts'
import { createDayTotals, createStatusReport } from './status-report.ts'
import { createWorkCare, nothingWaits } from './work-care.ts'
import { aDay } from '../../shared/durations.ts'

/** `connections`: all connections of this computer. */
export interface MemberDeps extends Omit<MemberParts, 'client' | 'membership'> {
  readonly transport: Transport
  readonly version: string
  readonly ledger: Ledger
  readonly jobChanged: (id: string) => void
  /** Called when jobs can run that could not run before. */
  readonly wake: () => void
  readonly onLink: (link: HubLink) => void
  readonly fleetChanged: FleetChanged
  readonly documents: DocumentTaker
}

/** Called when a station's row on the board has changed. Without a station, any row may have changed. */
export type FleetChanged = (station?: string) => void

export type Member = ReturnType<typeof createMember>

const scanBatch = 500
/** After a restore of the hub's database, this station repeats what it reported within this time, in milliseconds. */
const longestBackup = 30 * aDay
const positionFact = 'fleet-events'

function readPosition(database: DatabaseSync, station: string): number | undefined {
  const [whose, position] = (readFact(database, positionFact) ?? '').split(' ')
  return whose === station ? Number(position) : undefined
}

/** Everything that exists only while this computer is in a fleet. Starts nothing before `start`. */
export function createMember(deps: MemberDeps, membership: Membership) {
  const { database, sealing, transport, clock, random, log, ledger, jobChanged } = deps
  const rows = createClaimRows(database, sealing)
  const client = createHubClient({
    transport,
    clock,
    random,
    membership,
    onLink(link) {
      if (link.state === 'reached') {
        worker.wake()
        side.wake()
        releaseLapsed()
      }
      deps.onLink(link)
    },
  })
  /** The connections that the hub may know about. Training is left out, because practice jobs concern no other computer. */
  const connections = (): readonly Connection[] => deps.connections().filter(({ kind }) => kind !== 'training')
  const isSupervisor = membership.role === 'supervisor'
  const tenant = (id: string) => connections().find((one) => one.id === id)
  const versions = createRequestVersions(database, clock)
  const claims = createClaims({
    rows,
    versions,
    ledger,
    client,
    membership,
    clock,
    tenant,
    jobChanged(id) {
      // The hub takes a copy of a job of which this station has just got the claim.
      unstored.add(id)
      jobChanged(id)
    },
    onMoved: (sequence) => status.note(sequence),
  })
  const care = createWorkCare({
    database,
    sealing,
    clock,
    log,
    rows,
    client,
    membership,
    connections,
    jobChanged(id) {
      changed.add(id)
      jobChanged(id)
      deps.wake()
    },
    onMoved(ids) {
      for (const id of ids) {
        suspects.add(id)
        const standing = standingOf(id)
        if (standing !== undefined) claims.noteSaidMoved(standing.sequence)
      }
      worker.wake()
    },
    giveUp: (id) => claims.giveUp(id),
    compareMoved: (id) => claims.compareMoved(id),
  })
  const status = createStatusReport({
    database,
    clock,
    log,
    client,
    totals: createDayTotals(database, sealing, clock),
    version: deps.version,
    connections,
    wake: () => worker.wake(),
  })
  /** Jobs that changed since the last report to the hub. */
  const changed = new Set<string>()
  const unstored = new Set<string>()
  /** Jobs that may have been moved to another station in the meantime. The next round asks the hub about these jobs. */
  const suspects = new Set<string>()
  const suspectAll = (): void => {
    for (const id of rows.askableIds()) suspects.add(id)
  }
  let isCompared = false
  let isAwaited = true
  let leftWaiting = nothingWaits

  const releaseLapsed = (): void => {
    // Such a job is tried again after a while anyway.
    tryToNote(log, () => ledger.releaseWaiting('claim-lapsed'))
    deps.wake()
  }
  /** The position of the last event that was read. After a crash a few events may be read again, which does no harm. */
  let at = readPosition(database, membership.station)
  let storedAt = at
  const storePosition = (): void => {
    if (at === undefined || at === storedAt) return
    setFact(database, positionFact, `${membership.station} ${at}`)
    storedAt = at
  }
  const standingOf = prepareStanding(database)
  /** Notes the jobs about which the hub must be asked: new jobs, and finished jobs that continue. */
  const noteChanged = (): void =>
    inTransaction(database, () => {
      for (const id of changed) {
        const { sequence, state, connectionId = '' } = standingOf(id) ?? {}
        if (sequence === undefined || state === undefined || tenant(connectionId) === undefined) continue
        const known = rows.read(sequence)
        if (known === undefined && state !== 'dropped') rows.note(sequence)
        if (known?.claim === 'over' && isIn('unfinished', state))
          rows.put(sequence, { claim: 'new', fence: known.fence })
        unstored.add(id)
        status.note(sequence)
      }
      changed.clear()
    })
  const noteUnknown = (): void => {
    const ids = connections().map(({ id }) => id)
    for (let after = 0; ;) {
      const found = rows.unknown(ids, after, scanBatch)
      if (found.length === 0) return
      inTransaction(database, () => found.forEach(rows.note))
      after = found.at(-1) ?? after
    }
  }

  const worker = createFleetWorker({
    clock,
    random,
    log,
    client,
    parts: [
      async () => {
        if (!isCompared) {
          noteUnknown()
          // While this computer was off, work may have been moved, so the hub is asked about all jobs.
          suspectAll()
        }
        noteChanged()
        storePosition()
        return client.mayAsk()
      },
      async (isOver) => {
        // `suspects` is cleared first, because a job may become suspect again while the hub answers.
        const ids = [...suspects]
        suspects.clear()
        let isAsked = false
        try {
          isAsked = await claims.ask(ids, isOver)
        } finally {
          if (!isAsked) for (const id of ids) suspects.add(id)
        }
        return isAsked
      },
      (isOver) => claims.takeAll(isOver),
      async (isOver) => {
        if (isCompared) return care.bringUp(unstored, isOver)
        isCompared = await care.bringUpAll(isOver)
        return isCompared
      },
      (isOver) => claims.finishAll(isOver),
      async (isOver) => {
        // A station that gets no events asks the hub in every round, because work may have been moved to this station, or the station may
        // have been expelled.
        if (!isAwaited && events?.isFollowing() === true) return true
        isAwaited = false
        const taken = await care.takeOver(isOver)
        if (taken === undefined) isAwaited = true
        if (taken === undefined) return false
        isAwaited ||= taken.delayed > 0 || taken.left.heldBack > 0
        const isChanged = !isDeepStrictEqual(taken.left, leftWaiting)
        leftWaiting = taken.left
        if (isChanged) deps.onLink(client.link())
        return true
      },
      // The report comes last, because nothing else depends on it.
      status.report,
    ],
  })
  /** Reports again what the hub has lost. */
  const tellAgain = (): void => {
    rows.doubtStored(clock.now() - longestBackup)
    status.tellAgain()
    isCompared = false
    suspectAll()
    worker.wake()
  }
  const side = createSideWork({
    ...deps,
    client,
    membership,
    connections,
    changed: () => deps.onLink(client.link()),
    onOlder: tellAgain,
  })
  /** Handles an event. A supervisor gets events of all stations, other stations only events about their own work. */
  const noteEvent = ({ about, station, told }: HubEvent): void => {
    // The board shows no claims, so events about claims do not change the board.
    if (isSupervisor && about !== 'claims') deps.fleetChanged(station)
    // Only events about this station need work. A supervisor also gets events that the station itself caused; these need no work.
    if (station !== membership.station || told === false) return
    if (about === 'work' || about === 'claims' || about === 'revoked') isAwaited = true
    if (about === 'work' || about === 'claims') suspectAll()
    worker.wake()
    side.noteEvent({ about })
  }
  let events: Following | undefined

  return {
    membership,
    client,
    rows,
    guard: claims.guard,
    check: ((job): FleetCheck | undefined => {
      const row = rows.read(job.sequence)
      const { station, since, state, isOwn } = row?.other ?? {}
      const other = { ...(station !== undefined && { station }), ...(since !== undefined && { since }) }
      if (row?.claim === 'moved') return { state: 'moved', ...other }
      if (row?.claim === 'held' && row.other !== undefined)
        return { state: 'freed', ...other, ...(isOwn === true && { isOwn }) }
      if (row?.claim === 'conflict')
        return {
          state: row.word === 'go-on' ? 'accepted' : 'conflict',
          ...other,
          ...(state === 'done' && { isDone: true }),
          ...(isOwn === true && { isOwn }),
        }
      const isToBeChecked = isIn('unfinished', job.state) && tenant(job.connectionId) !== undefined
      const isUnchecked = row === undefined ? isToBeChecked : row.claim === 'new'
      if (isUnchecked) return { state: 'not-checked' }
      return care.isUncared(job.sequence) ? { state: 'uncared' } : undefined
    }) satisfies FleetCheckOf,
    viewSide: () => side.view(),
    countJobs: () => rows.count(connections().map(({ id }) => id)),
    noteJob(id: string) {
      changed.add(id)
      worker.wake()
      side.wake()
    },
    leftWaiting: () => leftWaiting,
    listEndings: () => claims.listEndings(),
    doubtAll: () => claims.doubtAll(),
    giveUp: (id: string, to: string) => claims.giveUp(id, to),
    countUncared: () => care.countUncared(),
    tryNow() {
      client.tryNow()
      worker.wake()
      side.wake()
    },
    /** Compares all work with the hub again, because the connections may have changed. */
    compareAgain() {
      isAwaited = true
      isCompared = false
      status.compareAgain()
      worker.wake()
      side.wake()
    },
    start() {
      if (events !== undefined || membership.isRevoked === true) return
      worker.wake()
      side.wake()
      events = followEvents({
        transport,
        clock,
        random,
        log,
        membership,
        client,
        position: () => at,
        onEvent(event) {
          noteEvent(event)
          at = event.position
        },
        onOpen() {
          // Without a position, earlier events are unknown: anything may have changed, and any job may have been moved.
          if (at === undefined) {
            if (isSupervisor) deps.fleetChanged()
            suspectAll()
          }
          // The hub may have been mended since.
          for (const id of care.uncaredIds()) unstored.add(id)
          isAwaited = true
          worker.wake()
          side.compareAgain()
        },
        onOlder(latest) {
          tellAgain()
          at = latest
        },
        onRefused() {
          isAwaited = true
          worker.wake()
        },
      })
    },
    async stop() {
      events?.stop()
      client.stop()
      status.stop()
      await Promise.all([worker.stop(), side.stop()])
    },
  }
}
