import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import type { StationStatus } from '../../shared/fleet/hub-calls.ts'
import { countJobs, findOldestUnsent } from '../jobs/ledger/views.ts'
import type { Clock, Log } from '../ports.ts'
import type { DayTotals } from './day-totals.ts'
import type { RoundPart } from './fleet-worker.ts'
import type { HubClient } from './hub-client.ts'

/** The shortest time between two reports, milliseconds. */
const pace = 10_000
const mostTotals = 500
/** Jobs that are counted in one turn of the event loop, and in one round. */
const [countedInATurn, countedInARound] = [25, 500]
/** Rows of jobs that are checked in one turn without being opened. */
const lookedAtInATurn = 2000

interface ReportDeps {
  readonly database: DatabaseSync
  readonly clock: Clock
  readonly log: Log
  readonly client: Pick<HubClient, 'call'>
  readonly totals: DayTotals
  readonly version: string
  /** The connections that the fleet knows about. */
  readonly connections: () => readonly Connection[]
  /** Starts another round with the hub soon. */
  readonly wake: () => void
}

/** Reports this station's status to the hub, soon after a change and at a limited pace. Nothing waits for a report. */
export function createStatusReport({ database, clock, log, client, totals, version, connections, wake }: ReportDeps) {
  const changed = new Set<number>()
  let comparedTo: number | undefined = 0
  let mayReportAt = Number.NEGATIVE_INFINITY
  let told = ''
  let cancelWake: (() => void) | undefined

  const wakeIn = (ms: number): void => {
    cancelWake?.()
    cancelWake = clock.after(ms, wake)
  }
  const countChanged = async (isOver: () => boolean): Promise<void> => {
    for (let counted = 0; changed.size > 0 && counted < countedInARound && !isOver(); counted += countedInATurn) {
      const some = [...changed].slice(0, countedInATurn)
      totals.count(some)
      for (const sequence of some) changed.delete(sequence)
      await nextTurn()
    }
  }
  /** Finds jobs whose change was not counted, because it happened before the start or before this computer was in the fleet. */
  const compare = async (isOver: () => boolean): Promise<void> => {
    const ids = connections().map(({ id }) => id)
    const newest = totals.newest()
    while (comparedTo !== undefined && changed.size < countedInARound && !isOver()) {
      const last = Math.min(newest, comparedTo + lookedAtInATurn)
      for (const sequence of totals.uncounted(ids, comparedTo, last)) changed.add(sequence)
      comparedTo = last < newest ? last : undefined
      await nextTurn()
    }
  }
  const readStatus = (): Omit<StationStatus, 'totals'> => {
    const ids = connections().map(({ id }) => id)
    const counts = { unsent: 0, sending: 0, needsYou: 0, refused: 0 }
    for (const id of ids) {
      const { saved, waiting, sending, checking, needsYou, refused } = countJobs(database, id)
      counts.unsent += saved + waiting
      counts.sending += sending + checking
      counts.needsYou += needsYou
      counts.refused += refused
    }
    const oldest = Math.min(...ids.map((id) => findOldestUnsent(database, id) ?? Number.POSITIVE_INFINITY))
    // If the clock was far off, a job's time may be outside the range that can be written.
    const isWritable = oldest >= 0 && oldest <= Date.UTC(9999, 0)
    return {
      version: version.slice(0, 40),
      counts,
      ...(isWritable && { oldestJobAt: new Date(oldest).toISOString() }),
    }
  }

  const report: RoundPart = async (isOver) => {
    await compare(isOver)
    await countChanged(isOver)
    if (isOver()) return true
    if (changed.size > 0 || comparedTo !== undefined) wake()
    const wait = mayReportAt - clock.elapsed()
    if (wait > 0) {
      wakeIn(wait)
      return true
    }
    const [status, untold] = [readStatus(), totals.untold(mostTotals)]
    const text = JSON.stringify(status)
    if (text === told && untold.length === 0) return true
    const reply = await client.call('status.put', { ...status, totals: untold.map(({ total }) => total) })
    if (isOver()) return true
    if (!reply.ok && reply.error.is === 'unreached') return false
    mayReportAt = clock.elapsed() + pace
    // A refused report is only logged, because the hub would refuse the same report again.
    if (!reply.ok) log.problem('fleet-status', { kind: reply.error.is === 'refused' ? reply.error.code : '' })
    else {
      told = text
      totals.noteTold(untold)
      if (untold.length === mostTotals) wakeIn(pace)
    }
    return true
  }
  return {
    report,
    note: (sequence: number) => void changed.add(sequence),
    /** Makes the next report repeat everything, because the hub may have lost earlier reports. */
    tellAgain() {
      told = ''
      totals.doubtTold()
    },
    /** Makes the next round search all jobs for uncounted ones, because a new connection may have brought such jobs. */
    compareAgain() {
      comparedTo = 0
    },
    stop: () => cancelWake?.(),
  }
}
