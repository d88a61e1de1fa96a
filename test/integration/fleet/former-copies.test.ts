import { expect, test } from 'vitest'
import type { Transport } from '../../../src/platform/transport/exchange.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { save } from '../app/activate.ts'
import {
  createLine,
  inCare,
  openDesk,
  openTwoDesks,
  saveBox,
  stationOf,
  until,
  type Desk,
  type Hub,
} from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

test(
  'a job that the hub refuses to store is shown, and stops no other work with the hub',
  { timeout: 120_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
    const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
    const { line, transport } = createLine(hub.url)
    let faulty = ''
    const bent: Transport = {
      exchange(request) {
        const isFaulty = request.url.pathname.endsWith('work.put') && (request.body ?? '').includes(faulty)
        if (!isFaulty) return transport.exchange(request)
        const text = JSON.stringify({ ok: false, error: { code: 'defect', message: 'A defect' } })
        return Promise.resolve({ reach: 'answered', status: 500, headers: {}, text })
      },
    }
    const van = await openDesk(hub, platform, { code, name: 'Van 12' }, { ports: { transport: bent } })
    await van.call('queue.pause', {})
    line.hub = false
    faulty = await saveBox(van, platform)
    const sound = await saveBox(van, platform)
    line.hub = true
    await van.call('fleet.try-now', {})

    expect((await inCare(boss, await stationOf(van), 1)).jobs).toMatchObject([{ id: sound }])
    await until(van.fleet, (fleet) => fleet?.uncared === 1)
    expect((await van.call('job.read', { id: faulty })).summary.fleet).toEqual({ state: 'uncared' })
    // The report is the last part of a round.
    await until(
      async () => (await boss.call('fleet.board', { stations: [await stationOf(van)] })).stations[0]?.status?.counts,
      (counts) => counts?.unsent === 2,
    )
  },
)

test(
  'a refused job is in the care of the fleet again after its computer was removed and joined again',
  { timeout: 120_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    const id = await save(van, newCustomer('no-such-product'))
    await van.jobIn(id, 'refused')
    const former = await stationOf(van)
    await inCare(boss, former, 1)
    await boss.call('fleet.revoke', { station: former })
    await until(van.fleet, (fleet) => fleet?.state === 'revoked')
    await joinAgain(boss, van, hub)

    expect((await inCare(boss, await stationOf(van), 1)).jobs).toMatchObject([{ id, state: 'refused' }])
    expect((await boss.call('fleet.work', { station: former })).jobs).toEqual([])
  },
)

test(
  'jobs without a claim are in the care of the fleet again after their computer left and joined again',
  { timeout: 120_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    const refused = await save(van, newCustomer('no-such-product'))
    await van.jobIn(refused, 'refused')
    await van.call('queue.pause', {})
    const { id: keyless } = await van.call('job.save', { draftId: anyDraftId(), intent: claimless })
    await inCare(boss, await stationOf(van), 2)
    await joinAgain(boss, van, hub)

    const { jobs } = await inCare(boss, await stationOf(van), 2)
    expect(jobs.map((job) => job.id).toSorted()).toEqual([refused, keyless].toSorted())
    expect((await van.fleet())?.uncared).toBe(0)
  },
)

async function joinAgain(boss: Desk, van: Desk, hub: Hub): Promise<void> {
  await van.call('fleet.leave', {})
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  await van.call('fleet.join', { code, hub: hub.url, name: 'Van 12' })
}

/** Without a user ID it claims no customer. */
const claimless = {
  kind: 'console',
  operation: 'renewCustomer',
  values: { customermappingid: 'M-1', userid: '', months: '1', days: '0', fromExpireDate: 'false', password: '' },
} as const
