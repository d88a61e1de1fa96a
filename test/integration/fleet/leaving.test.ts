import { expect, onTestFinished, test } from 'vitest'
import type { Ports } from '../../../src/main/ports.ts'
import { startFakeHub } from '../../fakes/hub.ts'
import { anyDraftId, anyMac } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn } from '../app/activate.ts'
import { saveRenewal } from '../maintenance/work.ts'
import {
  allChecked,
  createLine,
  inCare,
  jobAs,
  openDesk,
  openTwoDesks,
  saveBox,
  stationOf,
  until,
} from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

/** Without a user ID it claims no customer. */
const claimlessRenewal = {
  kind: 'console',
  operation: 'renewCustomer',
  values: { customermappingid: 'M-1', userid: '', months: '1', days: '0', fromExpireDate: 'false', password: '' },
} as const

const renewals = (platform: Awaited<ReturnType<typeof openPlatform>>): number =>
  platform.ledger().filter(({ effect }) => effect === 'renew').length

test('the hub removes a computer that leaves with its work, so nobody can move a renewal that it still sends', async () => {
  const [hub, platform] = [await startRealHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform, { resendsRenewals: true })
  const id = await saveRenewal(van, platform)
  await allChecked(van)
  const station = await stationOf(van)
  await inCare(boss, station, 1)
  await van.call('fleet.leave', {})
  expect(await van.fleet()).toBeUndefined()
  const { stations } = await boss.call('fleet.board', { stations: [station] })
  expect(stations).toMatchObject([{ state: 'revoked', inCare: 0 }])
  expect(await boss.call('fleet.rescue', { from: station, to: await stationOf(boss) })).toEqual({ moved: 0, left: 0 })
  await van.call('queue.resume', {})
  await van.jobIn(id, 'done')
  expect(renewals(platform)).toBe(1)
})

test('a computer that left and joins again keeps its unfinished jobs and sends them once', async () => {
  const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  await van.call('queue.pause', {})
  const id = await saveBox(van, platform, box)
  await allChecked(van)
  const former = await stationOf(van)
  await inCare(boss, former, 1)
  await van.call('fleet.leave', {})
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  await van.call('fleet.join', { code, hub: hub.url, name: 'Van 12' })
  const station = await stationOf(van)
  expect(station).not.toBe(former)
  await inCare(boss, station, 1)
  await van.call('queue.resume', {})
  await van.jobIn(id, 'done')
  expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])
})

test('a computer that left and joins again sends its renewal that claims no customer', async () => {
  const [hub, platform] = [await startRealHub(), await openPlatform()]
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  const invite = async () => (await boss.call('fleet.invite', { role: 'station', hours: 1 })).code
  const { transport } = createLine(hub.url)
  let copies = 0
  const ports: Partial<Ports> = {
    transport: {
      async exchange(request) {
        const answer = await transport.exchange(request)
        if (request.url.pathname.endsWith('work.put')) copies += 1
        return answer
      },
    },
  }
  const van = await openDesk(hub, platform, { code: await invite(), name: 'Van 12' }, { ports })
  await van.call('queue.pause', {})
  const { id } = await van.call('job.save', { draftId: anyDraftId(), intent: claimlessRenewal })
  await inCare(boss, await stationOf(van), 1)
  await van.call('fleet.leave', {})
  copies = 0
  await van.call('fleet.join', { code: await invite(), hub: hub.url, name: 'Van 12' })
  // The hub answers the copy: it knows the job as one of the station that left.
  await until(() => copies, Boolean)
  await until(
    async () => (await van.fleet())?.unchecked,
    (unchecked) => unchecked === 0,
  )

  await van.call('queue.resume', {})

  await van.jobIn(id, 'done', 'needs-you', 'refused')
  expect(platform.requests().filter(({ operation }) => operation === 'renewCustomer')).toHaveLength(1)
}, 120_000)

test('another computer may have the box of an unsent job once its computer has left', async () => {
  const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  await van.call('queue.pause', {})
  await saveBox(van, platform, box)
  const holders = async () => (await boss.call('fleet.find', { box })).holders
  await until(holders, ({ length }) => length === 1)
  await van.call('fleet.leave', {})
  expect(await holders()).toEqual([])
})

test('a computer does not send a job that was moved to another computer just before it left', async () => {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  await van.call('queue.pause', {})
  const id = await saveBox(van, platform, box)
  await until(() => hub.work.has(id), Boolean)
  hub.muteEvents(true)
  await boss.call('fleet.rescue', { from: await stationOf(van), to: await stationOf(boss) })
  await van.call('fleet.leave', {})
  await van.call('queue.resume', {})
  const left = await van.jobIn(id, 'dropped')
  expect(left.summary.why?.code).toBe('moved-away')
  expect(hub.work.has(id)).toBe(true)
})

test('a renewal that was moved is not sent while its former computer tells the hub that it leaves', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  const { transport } = createLine(hub.url)
  const slow = Promise.withResolvers<void>()
  const ports: Partial<Ports> = {
    transport: {
      async exchange(request) {
        if (request.url.pathname.endsWith('stations.leave')) await slow.promise
        return transport.exchange(request)
      },
    },
  }
  const van = await openDesk(hub, platform, { code, name: 'Van 12' }, { ports })
  onTestFinished(() => slow.resolve())
  const id = await saveRenewal(van, platform)
  await until(() => hub.work.has(id) && hub.claims.get(id)?.state === 'held', Boolean)
  await jobAs(van, id, ({ summary }) => summary.fleet === undefined)
  hub.muteEvents(true)
  await boss.call('fleet.rescue', { from: await stationOf(van), to: await stationOf(boss), jobs: [id] })

  const left = van.call('fleet.leave', {})
  await van.call('queue.resume', {})
  await van.jobIn(id, 'waiting', 'done')
  slow.resolve()
  await left

  expect((await van.jobIn(id, 'dropped', 'done')).summary.why?.code).toBe('moved-away')
  expect(renewals(platform)).toBe(0)
})

test('a computer leaves without the hub only if it is told to, and then a technician decides about its renewals', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform, { resendsRenewals: true })
  const renewal = await saveRenewal(van, platform)
  const box = anyMac()
  const activation = await saveBox(van, platform, box)
  await until(() => hub.work.has(renewal) && hub.work.has(activation), Boolean)
  const from = await stationOf(van)
  van.line.hub = false
  expect(await van.refusal('fleet.leave', {})).toBe('hub-not-reached')
  expect(await van.fleet()).toMatchObject({ state: 'joined', station: from })
  await van.call('fleet.leave', { force: true })
  expect(await van.fleet()).toBeUndefined()
  // The hub does not know that the computer left, so a supervisor can still move its jobs.
  await boss.call('fleet.rescue', { from, to: await stationOf(boss), jobs: [renewal] })
  await until(() => boss.call('job.read', { id: renewal }).catch(() => undefined), Boolean)
  await van.call('queue.resume', {})
  await van.jobIn(renewal, 'needs-you')
  await van.jobIn(activation, 'done')
  expect(renewals(platform)).toBe(0)
  expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])
})

test('a computer that stays in the fleet after it could not leave goes on as before', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { van } = await openTwoDesks(hub, platform)
  van.line.hub = false
  expect(await van.refusal('fleet.leave', {})).toBe('hub-not-reached')
  van.line.hub = true
  const id = await saveBox(van, platform)
  await van.jobIn(id, 'done')
  await until(() => hub.claims.get(id)?.state === 'done', Boolean)
})

test('a computer that is told twice to leave while the hub is away says twice that it stays', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { van } = await openTwoDesks(hub, platform)
  van.line.hub = false
  const answers = await Promise.all([van.refusal('fleet.leave', {}), van.refusal('fleet.leave', {})])
  expect(answers).toEqual(['hub-not-reached', 'hub-not-reached'])
  expect((await van.fleet())?.state).toBe('joined')
})

test('a removed computer that leaves asks a technician before it sends a renewal that the hub knew', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform, { resendsRenewals: true })
  const renewal = await saveRenewal(van, platform)
  await until(() => hub.work.has(renewal), Boolean)
  await boss.call('fleet.revoke', { station: await stationOf(van) })
  await until(van.fleet, (fleet) => fleet?.state === 'revoked')
  await van.call('fleet.leave', {})
  await van.call('queue.resume', {})
  await van.jobIn(renewal, 'needs-you')
  expect(renewals(platform)).toBe(0)
})
