import { setTimeout as delay } from 'node:timers/promises'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { breakServers, serverFaults, type ServerFault } from './break-servers.ts'
import type { Laptop } from './laptop.ts'
import type { FleetStage } from './open-stage.ts'

/** What the storm did. */
export interface StormReport {
  readonly serverFaults: Record<ServerFault, number>
  died: number
  wentOffline: number
  clocksSet: number
  /** Jobs that were moved from laptops that were dead, cut off, or at work. */
  moved: number
  readonly revoked: Set<Laptop>
}

export interface StormOptions {
  readonly seed: number
  /** The storm ends when each laptop has had this many turns and each server fault has occurred this often, however long that takes. */
  readonly turns: number
  readonly rounds: number
  readonly rescues: number
  readonly revocations: number
  /** Mean time between two turns of a laptop, milliseconds. */
  readonly betweenTurns: number
}

const day = 86_400_000
const farthestClock = 3 * day
/** Longest absences, milliseconds: most are short, some outlast a claim. */
const longestOffline = 60_000
const longestDead = 8000
/** The most other technicians who get the same box at the same moment. */
const mostRivals = 2

/** Lets technicians work while everything fails. Returns when each technician has had all turns and the servers work. */
export async function playStorm(stage: FleetStage, options: StormOptions): Promise<StormReport> {
  const { seed, turns, betweenTurns } = options
  const { laptops, ledger, technicians } = stage
  const report: StormReport = {
    // The cast is safe: every name is there.
    serverFaults: Object.fromEntries(serverFaults.map((fault) => [fault, 0])) as Record<ServerFault, number>,
    died: 0,
    wentOffline: 0,
    clocksSet: 0,
    moved: 0,
    revoked: new Set(),
  }
  const isOut = (laptop: Laptop): boolean => report.revoked.has(laptop)

  const takeTurn = async (laptop: Laptop, draw: () => number): Promise<void> => {
    const [what, luck, long] = [draw(), draw(), draw()]
    const others = [draw(), draw()].flatMap((one) => laptops[Math.floor(one * laptops.length)] ?? [])
    if (isOut(laptop) || !laptop.isAlive()) return
    if (what < 0.3) return technicians.activate(laptop, technicians.newBox())
    if (what < 0.5) {
      const box = technicians.newBox()
      const rivals = others.slice(0, luck < 0.3 ? mostRivals : 1).filter((one) => !isOut(one))
      // On one laptop the technician is asked and confirms.
      await Promise.all([...new Set([laptop, ...rivals])].map((one) => technicians.activate(one, box)))
    } else if (what < 0.62) await technicians.renew(laptop)
    else if (what < 0.72) await technicians.tidy(laptop, draw)
    else if (what < 0.84) {
      report.wentOffline += 1
      laptop.setOnline(false)
      await technicians.activate(laptop, technicians.newBox())
      await delay(longestOffline * long ** 3)
      laptop.setOnline(true)
    } else if (what < 0.92) {
      report.died += 1
      laptop.die()
      await delay(longestDead * long)
      await laptop.wake()
    } else {
      report.clocksSet += 1
      laptop.setClockAhead(luck < 0.3 ? farthestClock : luck < 0.6 ? -farthestClock : (2 * long - 1) * farthestClock)
    }
  }
  const live = async (laptop: Laptop, index: number): Promise<void> => {
    const draw = createDraw(seed + 15_485_863 * (index + 1))
    for (let turn = 0; turn < turns; turn += 1) {
      await delay(2 * betweenTurns * draw())
      await takeTurn(laptop, draw)
    }
  }

  const breakAll = async (): Promise<void> => {
    const draw = createDraw(seed + 2)
    for (let round = 0; round < options.rounds; round += 1) {
      for (const fault of shuffle(serverFaults, draw)) {
        await delay(4000 * draw())
        await breakServers(stage, fault, draw)
        report.serverFaults[fault] += 1
      }
    }
  }

  const rescue = async (from: Laptop, to: Laptop): Promise<void> => {
    await stage.office.box().reply('fleet.try-now', {})
    const reply = await stage.office
      .box()
      .reply('fleet.rescue', { from: stage.stationOf(from), to: stage.stationOf(to) })
    if (reply.ok) report.moved += (reply.value as { moved: number }).moved
  }
  const rescueMany = async (): Promise<void> => {
    const draw = createDraw(seed + 3)
    for (let number = 0; number < options.rescues; number += 1) {
      await delay((turns * betweenTurns * 2 * draw()) / options.rescues)
      const [from, to] = [draw(), draw()].map((one) => laptops[Math.floor(one * laptops.length)])
      const [how, long] = [draw(), draw()]
      if (from === undefined || to === undefined || from === to || isOut(from) || isOut(to)) continue
      const isRevoked = number < options.revocations
      ledger.add({
        what: 'fault',
        fault: `${from.name} is ${isRevoked ? 'revoked' : how < 0.4 ? 'dead' : how < 0.8 ? 'cut off' : 'at work'}, its work goes to ${to.name}`,
      })
      // A rescue is for work that the laptop has not sent.
      if (from.isAlive()) for (let job = 0; job < 2; job += 1) await technicians.activate(from, technicians.newBox())
      if (from.isAlive()) await technicians.renew(from)
      if (how < 0.4) from.die()
      else if (how < 0.8 || isRevoked) from.setOnline(false)
      if (isRevoked) await revoke(from)
      await rescue(from, to)
      await delay(longestDead * long)
      await from.wake()
      from.setOnline(true)
    }
  }
  const revoke = async (laptop: Laptop): Promise<void> => {
    report.revoked.add(laptop)
    for (;;) {
      await stage.office.box().reply('fleet.try-now', {})
      const reply = await stage.office.box().reply('fleet.revoke', { station: stage.stationOf(laptop) })
      if (reply.ok) return
      await delay(200)
    }
  }

  stage.setStormy(true)
  await Promise.all([...laptops.map(live), breakAll(), rescueMany()])
  stage.setStormy(false)
  return report
}

function shuffle<T>(all: readonly T[], draw: () => number): readonly T[] {
  return all
    .map((one) => ({ one, place: draw() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)
}
