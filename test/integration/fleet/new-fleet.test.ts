import { expect, test } from 'vitest'
import { checkFleetTrail } from '../../../src/main/fleet/audit/fleet-trail.ts'
import type { DeviceIdentifier } from '../../../src/shared/domain/device-identifier.ts'
import { anyMac } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn } from '../app/activate.ts'
import { openTwoDesks, saveBox, until, type Desk } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

/** The way of docs/fleet.md, "A new fleet with new keys". */
test(
  'a new fleet with new keys gets unfinished jobs and totals, but no claims of finished jobs and no earlier audit',
  { timeout: 120_000 },
  async () => {
    const [former, next, platform] = [await startRealHub(), await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(former, platform)
    const [doneBox, openBox] = [anyMac(), anyMac()]
    await van.jobIn(await saveBox(van, platform, doneBox), 'done')
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform, openBox)
    const holders = async (box: DeviceIdentifier) =>
      (await boss.call('fleet.find', { box })).holders.map(({ station, state }) => [station.name, state])
    await until(
      () => holders(openBox),
      ({ length }) => length === 1,
    )
    await until(
      () => holders(doneBox),
      ([first]) => first?.[1] === 'done',
    )

    // Each computer has nothing that the hub lacks, and a supervisor exports the audit while somebody has the key.
    await until(
      van.fleet,
      (fleet) => (fleet?.audit?.entries ?? 0) >= 3 && fleet?.audit?.unsent === 0 && fleet.unchecked === 0,
    )
    const old = (await van.fleet())?.station ?? ''
    const { text } = await boss.call('fleet.export-audit', { station: old })
    expect(checkFleetTrail(text)).toMatchObject({ ok: true, unreadable: 0 })

    // The first supervisor begins the new fleet, and invites the others.
    const change = async (desk: Desk, name: string, code: string) => {
      await desk.call('fleet.leave', {})
      expect(await desk.fleet()).toBeUndefined()
      await desk.call('fleet.join', { code, hub: next.url, name })
    }
    await change(boss, 'Office', await next.firstCode())
    const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
    await change(van, 'Van 12', code)

    // Unfinished work is claimed and cared for in the new fleet, under its keys.
    const station = (await van.fleet())?.station ?? ''
    expect(station).not.toBe(old)
    const { jobs } = await until(
      () => boss.call('fleet.work', { station }),
      (work) => work.jobs.length === 1,
    )
    expect(jobs).toMatchObject([{ id, state: 'saved' }])
    await until(
      () => holders(openBox),
      ({ length }) => length === 1,
    )
    expect(await holders(openBox)).toEqual([['Van 12', 'held']])
    // What was done in the former fleet is claimed by nobody, but it is counted.
    expect(await holders(doneBox)).toEqual([])
    await until(
      () => boss.call('fleet.totals', { from: '2000-01-01', to: '9999-12-31' }).catch(() => undefined),
      (answer) => answer?.totals.some(({ done }) => done === 1) === true,
    )
    // The audit of the new fleet begins with what happens from now on.
    await van.call('queue.resume', {})
    await van.jobIn(id, 'done')
    expect([effectsOn(platform, doneBox), effectsOn(platform, openBox)]).toEqual([
      ['create', 'bind-user'],
      ['create', 'bind-user'],
    ])
    await until(van.fleet, (fleet) => (fleet?.audit?.entries ?? 0) > 0 && fleet?.audit?.unsent === 0)
    const begun = await boss.call('fleet.export-audit', { station })
    expect(checkFleetTrail(begun.text)).toMatchObject({ ok: true, unreadable: 0 })
    expect(begun.text).toContain(id)
    expect(begun.text).not.toContain(old)
  },
)
