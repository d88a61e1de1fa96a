import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { anyMac } from '../../fakes/intents.ts'
import { openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { effectsOn } from '../app/activate.ts'
import { readAndImport, release, saveRenewal, startAgain } from '../maintenance/work.ts'
import { allChecked, asDesk, inCare, openTwoDesks, saveBox, stationOf, until } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

const passphrase = 'carried by hand'

const idOf = async (app: TestApp): Promise<string> => (await app.call('app.snapshot', {})).installation

test(
  'a job that a computer without the hub exported is not thrown away by the computer that imports it',
  { timeout: 60_000 },
  async () => {
    const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
    const { boss, van } = await openTwoDesks(hub, platform)
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform, box)
    await inCare(boss, await stationOf(van))
    van.line.hub = false
    const { file } = await van.call('maintenance.export-work', { target: await idOf(boss), passphrase })
    await readAndImport(boss, { file, passphrase })
    await release(boss)
    // The hub still has the claim of the computer that exported the job.
    const { summary, actions } = await boss.jobIn(id, 'needs-you', 'dropped')
    expect(summary).toMatchObject({
      state: 'needs-you',
      why: { code: 'claimed-elsewhere' },
      fleet: { station: 'Van 12' },
    })
    expect(actions).toContain('go-on-anyway')
    await boss.call('job.go-on-anyway', { id, reason: 'Van 12 exported it to us' })
    await boss.jobIn(id, 'done')
    expect(effectsOn(platform, box)).toHaveLength(2)
  },
)

test(
  'a job that the fleet moved away and that comes back by file is not thrown away',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    for (const desk of [boss, van]) await desk.call('queue.pause', {})
    const id = await saveBox(van, platform)
    const [from, to] = [await stationOf(van), await stationOf(boss)]
    await inCare(boss, from)
    await boss.call('fleet.rescue', { from, to })
    await until(
      () => boss.call('job.read', { id }).catch(() => undefined),
      (job) => job !== undefined,
    )
    await van.jobIn(id, 'dropped')
    await allChecked(boss)
    const { file } = await boss.call('maintenance.export-work', { target: await idOf(van), passphrase })
    await readAndImport(van, { file, passphrase })
    await van.call('queue.resume', {})
    await release(van)
    expect((await van.jobIn(id, 'done', 'needs-you')).summary.why?.code).not.toBe('moved-away')
  },
)

test('a computer that joins the fleet again does not throw its unfinished work away', { timeout: 60_000 }, async () => {
  const [hub, platform] = [await startRealHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  await van.call('queue.pause', {})
  const id = await saveBox(van, platform)
  const former = await stationOf(van)
  await inCare(boss, former)
  await boss.call('fleet.revoke', { station: former })
  await until(van.fleet, (fleet) => fleet?.state === 'revoked')
  await van.call('fleet.leave', {})
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  await van.call('fleet.join', { code, hub: hub.url, name: 'Van 12 again' })
  await van.call('queue.resume', {})
  const { summary } = await van.jobIn(id, 'needs-you', 'dropped')
  expect(summary).toMatchObject({
    state: 'needs-you',
    why: { code: 'claimed-elsewhere' },
    fleet: { station: 'Van 12' },
  })
})

test(
  'a computer whose membership no longer opens does not throw its unfinished work away when it joins again',
  { timeout: 120_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform)
    await inCare(boss, await stationOf(van))
    await allChecked(van)
    await van.stop()
    // Nothing is sent before this computer has joined again.
    van.line.platform = false
    const database = new DatabaseSync(join(van.folder, 'setdesk.db'))
    database.exec("UPDATE fleet SET sealed = x'00'")
    database.close()
    const { transport, machineId, settings } = van.ports
    const back = asDesk(await startAgain(van.folder, { transport, machineId, settings }), van.line)
    const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
    await back.call('fleet.join', { code, hub: hub.url, name: 'Van 12 again' })
    await allChecked(back)
    back.line.platform = true
    await back.call('queue.resume', {})
    const { summary } = await back.jobIn(id, 'needs-you', 'dropped')
    expect(summary).toMatchObject({
      state: 'needs-you',
      why: { code: 'claimed-elsewhere' },
      fleet: { station: 'Van 12' },
    })
  },
)

test(
  'a renewal that its first computer sent twice is not sent a third time by the computer to which it was moved',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform, { resendsRenewals: true })
    const id = await saveRenewal(van, platform)
    await allChecked(van)
    platform.setFaults([{ match: { effect: 'renew' }, fault: { kind: 'drop-before-commit' } }])
    await van.call('queue.resume', {})
    expect((await van.jobIn(id, 'needs-you')).summary.why?.code).toBe('sent-twice')
    const [from, to] = [await stationOf(van), await stationOf(boss)]
    await until(
      () => boss.call('fleet.work', { station: from }),
      ({ jobs }) => jobs[0]?.state === 'needs-you',
    )
    await boss.call('fleet.rescue', { from, to })
    const there = await until(
      () => boss.call('job.read', { id }).catch(() => undefined),
      (job) => job?.summary.state === 'needs-you',
    )
    expect(there?.summary.why?.code).toBe('sent-twice')
    expect(there?.actions).not.toContain('send-again')
  },
)
