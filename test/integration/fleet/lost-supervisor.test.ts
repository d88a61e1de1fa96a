import { expect, test } from 'vitest'
import { anyMac } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn } from '../app/activate.ts'
import { openDesk, openTwoDesks, saveBox, until } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

test(
  'a first code after the loss of the last supervisor removes the other computers, which join again with their jobs',
  { timeout: 60_000 },
  async () => {
    const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
    const { boss, van } = await openTwoDesks(hub, platform)
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform, box)
    const former = (await van.fleet())?.station ?? ''
    await until(
      () => boss.call('fleet.work', { station: former }),
      ({ jobs }) => jobs.length === 1,
    )
    const lost = (await boss.fleet())?.station ?? ''
    await boss.stop()
    await hub.as('setdesk_owner', `select setdesk.revoke_station('${lost}')`)

    const office = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office 2' })

    await until(van.fleet, (fleet) => fleet?.state === 'revoked')
    const invite = async () => (await office.call('fleet.invite', { role: 'station', hours: 1 })).code
    await van.call('fleet.leave', {})
    await van.call('fleet.join', { code: await invite(), hub: hub.url, name: 'Van 12' })
    const station = (await van.fleet())?.station ?? ''
    const { jobs } = await until(
      () => office.call('fleet.work', { station }),
      (work) => work.jobs.length === 1,
    )
    expect(jobs).toMatchObject([{ id, state: 'waiting' }])
    const fresh = await openDesk(hub, platform, { code: await invite(), name: 'Van 13' })
    const second = await saveBox(fresh, platform, box)
    expect((await fresh.jobIn(second, 'done', 'needs-you')).summary).toMatchObject({
      state: 'needs-you',
      why: { code: 'claimed-elsewhere' },
      fleet: { station: 'Van 12' },
    })
    await van.call('queue.resume', {})
    await van.jobIn(id, 'done')
    expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])
  },
)
