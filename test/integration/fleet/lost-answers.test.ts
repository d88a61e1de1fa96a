import { expect, test } from 'vitest'
import type { Transport } from '../../../src/platform/transport/exchange.ts'
import { anyMac } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn } from '../app/activate.ts'
import { createLine, openDesk, saveBox, until, type Desk, type Hub } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

const stationOf = async (desk: Desk): Promise<string> => (await desk.fleet())?.station ?? ''

/** A transport that loses the first answer of the hub to this call. */
function loseFirst(hub: Hub, call: string): Transport {
  const { transport } = createLine(hub.url)
  let isLost = false
  return {
    async exchange(request) {
      const answer = await transport.exchange(request)
      if (isLost || !request.url.pathname.endsWith(call)) return answer
      isLost = true
      return { reach: 'maybe-sent', failure: 'connection-reset' }
    },
  }
}

test('a move whose answer was lost is repeated, and the supervisor learns how many jobs were moved', async () => {
  const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
  const ports = { transport: loseFirst(hub, 'work.rescue') }
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' }, { ports })
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  const van = await openDesk(hub, platform, { code, name: 'Van 12' })
  await van.call('queue.pause', {})
  const id = await saveBox(van, platform, box)
  const [from, to] = [await stationOf(van), await stationOf(boss)]
  await until(
    () => boss.call('fleet.work', { station: from }),
    ({ jobs }) => jobs.length === 1,
  )
  expect(await boss.call('fleet.rescue', { from, to })).toEqual({ moved: 1, left: 0 })
  await until(() => boss.call('job.read', { id }).catch(() => undefined), Boolean)
  await boss.jobIn(id, 'done')
  expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])
}, 60_000)
