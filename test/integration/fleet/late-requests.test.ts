import { expect, test } from 'vitest'
import type { PlatformRequest } from '../../../src/platform/transport/exchange.ts'
import { createSystemClock } from '../../../src/main/host/host-ports.ts'
import type { Clock } from '../../../src/main/ports.ts'
import { startFakeHub } from '../../fakes/hub.ts'
import { anyMac } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn } from '../app/activate.ts'
import { createLine, openDesk, openTwoDesks, saveBox, until } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

test(
  'late copies of earlier requests, in any order, do not claim a box again that was released',
  { timeout: 60_000 },
  async () => {
    const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
    const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
    const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
    const { transport } = createLine(hub.url)
    const sent: PlatformRequest[] = []
    const van = await openDesk(
      hub,
      platform,
      { code, name: 'Van 12' },
      {
        ports: {
          transport: {
            exchange(request) {
              if (/claims\.(?:take|finish)$/.test(request.url.pathname)) sent.push(request)
              return transport.exchange(request)
            },
          },
        },
      },
    )
    const holders = async () =>
      (await boss.call('fleet.find', { box })).holders.map(({ station, state }) => `${station.name} ${state}`)
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform, box)
    await until(holders, ({ length }) => length > 0)
    await van.call('job.drop', { id, reason: 'Another appointment' })
    await until(holders, ({ length }) => length === 0)

    const copies = sent.map(({ url, body = '', bearer }) => ({ url, body, bearer }))
    expect(copies.map(({ url }) => url.pathname)).toEqual(['/v1/claims.take', '/v1/claims.finish'])
    for (const { url, body, bearer } of [...copies, ...copies.toReversed()]) {
      const late = await transport.exchange({ method: 'POST', url, body, bearer, changes: false, timeoutMs: 10_000 })
      expect(late).toMatchObject({ reach: 'answered', status: 200 })
    }

    expect(await holders()).toEqual([])
    await boss.jobIn(await saveBox(boss, platform, box), 'done')
    expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])
  },
)

test('the hub accepts the requests of a restored computer, although it has seen newer requests from the same computer', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { van } = await openTwoDesks(hub, platform)
  await van.call('queue.pause', {})
  const [kept, dropped] = [await saveBox(van, platform), await saveBox(van, platform)]
  await until(() => hub.claims.has(kept) && hub.claims.has(dropped), Boolean)
  const setAhead = (id: string, days: number) => {
    const version = Date.now() + days * 86_400_000
    Object.assign(hub.claims.get(id) ?? {}, { version })
    return version
  }
  const first = setAhead(dropped, 1)
  await van.call('job.drop', { id: dropped, reason: 'Another appointment' })
  await until(
    () => hub.claims.get(dropped)?.state,
    (state) => state === 'released',
  )
  expect(hub.claims.get(dropped)?.version).toBeGreaterThan(first)

  const { name } = await van.call('maintenance.back-up', {})
  const second = setAhead(kept, 2)
  // After a restore the computer asks about every job again.
  await van.call('maintenance.restore', { name })
  await until(
    () => hub.claims.get(kept)?.version ?? 0,
    (version) => version > second,
  )
  await van.call('queue.resume', {})
  await van.jobIn(kept, 'done')
  expect((await van.call('job.read', { id: kept })).summary.fleet).toBeUndefined()
})

test(
  "the hub's copy of a job is removed at its end, although the copy was made while the clock of the computer was ahead",
  { timeout: 60_000 },
  async () => {
    const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
    const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
    const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
    const system = createSystemClock()
    let ahead = 2 * 3_600_000
    const clock: Clock = { ...system, now: () => system.now() + ahead }
    const van = await openDesk(hub, platform, { code, name: 'Van 12' }, { ports: { clock } })
    const station = (await van.fleet())?.station ?? ''
    const careOf = async () => (await boss.call('fleet.work', { station })).jobs.map(({ id }) => id)
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform, box)
    await until(careOf, ({ length }) => length === 1)
    const { name } = await van.call('maintenance.back-up', {})
    ahead = 0

    await van.call('maintenance.restore', { name })

    await until(van.fleet, (fleet) => fleet?.link === 'reached' && fleet.unchecked === 0)
    await van.call('queue.resume', {})
    await van.jobIn(id, 'done')
    await until(careOf, ({ length }) => length === 0)
    expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])
  },
)
