import { setTimeout as delay } from 'node:timers/promises'
import { inMs, mustBe } from '../paired.ts'
import { summarise, type Metric } from '../metric.ts'
import { quantile } from '../statistics.ts'
import { makeReport } from './fleet-claims.ts'
import { findFleetObstacle, openFleetStage, type FleetStage } from './fleet-stage.ts'

const stations = 500
/** Each of 500 stations reports every ten seconds. */
const aSecond = 50
const seconds = 15
const runs = 5

export const fleetBoardLag: Metric = {
  key: 'fleet_board_lag_p99_ms',
  title:
    'p99 from a status report of a station to its new row at a supervisor, 500 stations, 50 reports a second; in milliseconds',
  gate: { atMost: 250 },
  findObstacle: findFleetObstacle,
  async measure() {
    const stage = await openFleetStage(stations + 1)
    try {
      for (const station of stage.stations.slice(1)) {
        await station.follow()
        await station.call('status.put', makeReport(0))
      }
      const board = await followBoard(stage)
      await reportFor(stage, board, 3)
      const all = []
      for (let run = 0; run < runs; run += 1) all.push(await reportFor(stage, board, seconds))
      board.stop()
      const lags = all.flat()
      mustBe('reports that were seen', lags.length, runs * seconds * aSecond)
      return summarise(
        all.map((times) => quantile(times, 0.99)),
        [
          `${lags.length} reports, each seen; median ${inMs(quantile(lags, 0.5))}, longest ${inMs(quantile(lags, 1))}`,
          'the supervisor hears an event and reads the rows that events named',
        ],
      )
    } finally {
      await stage.close()
    }
  },
}

type Board = Awaited<ReturnType<typeof followBoard>>

/** A supervisor that reads the rows that events name, one reading at a time. */
async function followBoard({ supervisor }: FleetStage) {
  const seen = new Map<string, (unsent: number) => void>()
  const changed = new Set<string>()
  const stream = await supervisor.follow()
  let isOver = false
  let read = 0
  const work = async (): Promise<void> => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- the caller ends it
    while (!isOver) {
      for (; read < stream.events.length; read += 1) changed.add(stream.events[read]?.station ?? '')
      if (changed.size === 0) {
        const from = read
        await stream.until(() => isOver || stream.events.length > from)
        continue
      }
      const ids = [...changed].slice(0, 200)
      for (const id of ids) changed.delete(id)
      const { stations: rows } = await supervisor.call('board.read', { stations: ids })
      for (const { id, status } of rows) seen.get(id)?.(status?.counts.unsent ?? -1)
    }
  }
  const working = work()
  return {
    /** Resolves when the board shows this count for a station. */
    async untilShown(station: string, unsent: number): Promise<void> {
      await new Promise<void>((resolve) => {
        seen.set(station, (shown) => {
          if (shown === unsent) resolve()
        })
      })
    },
    stop(): void {
      isOver = true
      stream.close()
      working.catch(() => undefined)
    },
  }
}

/** Reports at a steady rate from one station after the other, and returns how long each took to be on the board. */
async function reportFor({ stations: all }: FleetStage, board: Board, forSeconds: number): Promise<readonly number[]> {
  const started = performance.now()
  const lags: Promise<number>[] = []
  for (let count = 0; count < aSecond * forSeconds; count += 1) {
    const due = started + (count * 1000) / aSecond
    const early = due - performance.now()
    if (early > 0) await delay(early)
    const station = all[1 + (count % (all.length - 1))]
    if (station === undefined) throw new Error('There are stations')
    const unsent = Math.floor(Math.random() * 1_000_000_000)
    const shown = board.untilShown(station.id, unsent)
    lags.push(Promise.all([station.call('status.put', makeReport(unsent)), shown]).then(() => performance.now() - due))
  }
  return Promise.all(lags)
}
