import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openPlatform } from '../../fakes/test-app.ts'
import { startAgain } from '../maintenance/work.ts'
import { asDesk, openTwoDesks, saveBox, stationOf, until, type Desk } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

/** How many done jobs the hub counts for each of these stations, and for all. */
async function countDone(boss: Desk, ...stations: readonly string[]): Promise<readonly number[]> {
  const { totals } = await boss.call('fleet.totals', { from: '2000-01-01', to: '9999-12-31' })
  const sum = (rows: typeof totals): number => rows.reduce((count, { done }) => count + done, 0)
  return [...stations.map((station) => sum(totals.filter((row) => row.station === station))), sum(totals)]
}

test.each(['this version', 'an earlier version, which did not note whose counts it has,'])(
  'a computer that joined with %s and joins its fleet again does not count its earlier jobs again',
  { timeout: 60_000 },
  async (version) => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van: first } = await openTwoDesks(hub, platform)
    await first.jobIn(await saveBox(first, platform), 'done')
    const former = await stationOf(first)
    await until(
      () => countDone(boss, former),
      ([done]) => done === 1,
    )
    const { transport, machineId, settings } = first.ports
    await first.stop()
    if (version !== 'this version') {
      const file = new DatabaseSync(join(first.folder, 'setdesk.db'))
      expect(file.prepare("DELETE FROM fact WHERE name = 'fleet-counted'").run().changes).toBe(1)
      file.close()
    }
    const van = asDesk(await startAgain(first.folder, { transport, machineId, settings }), first.line)
    await until(van.fleet, (fleet) => fleet?.link === 'reached')
    await van.call('fleet.leave', {})
    const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
    await van.call('fleet.join', { code, hub: hub.url, name: 'Van 12' })
    await van.jobIn(await saveBox(van, platform), 'done')
    const present = await stationOf(van)
    const counts = await until(
      () => countDone(boss, former, present),
      ([, done = 0]) => done > 0,
    )
    expect(counts).toEqual([1, 1, 2])
  },
)

test(
  'a job that was finished without the hub and then moved counts only at the computer to which it was moved',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    const [from, to] = [await stationOf(van), await stationOf(boss)]
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform)
    await until(
      () => boss.call('fleet.work', { station: from }),
      ({ jobs }) => jobs.length === 1,
    )
    van.line.hub = false
    await van.call('queue.resume', {})
    await van.jobIn(id, 'done')
    await boss.call('fleet.rescue', { from, to })
    await until(
      () => countDone(boss, to),
      ([done]) => done === 1,
    )
    van.line.hub = true
    await van.call('fleet.try-now', {})
    await van.jobIn(await saveBox(van, platform), 'done')
    const counts = await until(
      () => countDone(boss, from, to),
      ([done = 0]) => done > 0,
    )
    expect(counts).toEqual([1, 1, 2])
  },
)

test(
  "the hub's totals of a computer do not fall when the computer restores a backup",
  { timeout: 120_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    const station = await stationOf(van)
    const isDone = (count: number) =>
      until(
        () => countDone(boss, station),
        ([done]) => done === count,
      )
    await van.jobIn(await saveBox(van, platform), 'done')
    await isDone(1)
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform)
    const { name } = await van.call('maintenance.back-up', {})
    await van.call('queue.resume', {})
    await van.jobIn(id, 'done')
    await van.jobIn(await saveBox(van, platform), 'done')
    await isDone(3)

    await van.call('maintenance.restore', { name })
    await van.call('queue.resume', {})
    await van.jobIn(id, 'done')
    await van.jobIn(await saveBox(van, platform), 'done')
    await isDone(4)
  },
)
