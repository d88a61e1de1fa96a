import { expect, test } from 'vitest'
import { anyMac } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn } from '../app/activate.ts'
import { openComputer } from '../maintenance/work.ts'
import { openTwoDesks, saveBox, until } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

test(
  'a computer that a restored hub does not know says so, goes on working, and cannot use its former code again',
  { timeout: 60_000 },
  async () => {
    const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
    const { boss, van } = await openTwoDesks(hub, platform)
    const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
    const station = (await van.fleet())?.station ?? ''

    // The backup is from before this computer joined, and the operator has ended the codes of that time.
    await hub.as(
      'postgres',
      `set local session_replication_role = replica; delete from setdesk.session where station = '${station}';
       delete from setdesk.station where id = '${station}'`,
    )
    await hub.as('setdesk_owner', 'delete from setdesk.code where station is null')
    await van.refusal('fleet.try-now', {})

    expect(await until(van.fleet, (fleet) => fleet?.link !== 'reached')).toMatchObject({
      state: 'joined',
      link: 'unreached',
      failure: 'station-unknown',
    })
    await van.jobIn(await saveBox(van, platform, box), 'done')
    expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])
    const other = await openComputer(platform)
    expect(await other.refusal('fleet.join', { hub: hub.url, code, name: 'Stranger' })).toBe('code-unknown')
  },
)
