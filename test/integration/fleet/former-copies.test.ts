import { expect, test } from 'vitest'
import type { Transport } from '../../../src/platform/transport/exchange.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { createLine, inCare, openDesk, saveBox, stationOf, until } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

test(
  'a job that the hub refuses to store is shown, and stops no other work with the hub',
  { timeout: 60_000 },
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
