import { expect, onTestFinished, test } from 'vitest'
import type { Transport } from '../../../src/platform/transport/exchange.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { anyDraftId, anyMac } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn } from '../app/activate.ts'
import { createLine, openDesk, saveBox, stationOf, until, type Desk, type Hub } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

/** A transport that loses the first answer of the hub to this call. */
function loseFirst(hub: Hub, call: string, failure: 'connection-reset' | 'timed-out'): Transport {
  const { transport } = createLine(hub.url)
  let isLost = false
  return {
    async exchange(request) {
      const answer = await transport.exchange(request)
      if (isLost || !request.url.pathname.endsWith(call)) return answer
      isLost = true
      return { reach: 'maybe-sent', failure }
    },
  }
}

const jobsOf = (boss: Desk, station: string) => async () => (await boss.call('fleet.work', { station })).jobs
const renewalsOn = (platform: Sandbox): number => platform.ledger().filter(({ effect }) => effect === 'renew').length

test('a move whose answer was lost is repeated, and the supervisor learns how many jobs were moved', async () => {
  const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
  const ports = { transport: loseFirst(hub, 'work.rescue', 'connection-reset') }
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

test(
  'the copy of a job is removed at its end, although the answer to the copy was lost',
  { timeout: 60_000 },
  async () => {
    const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
    const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
    const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
    const ports = { transport: loseFirst(hub, 'work.put', 'timed-out') }
    const van = await openDesk(hub, platform, { code, name: 'Van 12' }, { ports })
    const jobs = jobsOf(boss, await stationOf(van))
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform, box)
    await until(jobs, ({ length }) => length === 1)
    await van.call('queue.resume', {})
    await van.jobIn(id, 'done')
    await van.call('fleet.try-now', {})
    await until(jobs, ({ length }) => length === 0)
    expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])
  },
)

test(
  'a renewal that is moved while the answer to its copy is on the way is made once',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const changed = { resendsRenewals: true }
    const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' }, { changed })
    const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
    const { transport } = createLine(hub.url)
    const answered = Promise.withResolvers<void>()
    let isSlow = false
    const slow: Transport = {
      async exchange(request) {
        const answer = await transport.exchange(request)
        if (isSlow && request.url.pathname.endsWith('work.put')) await answered.promise
        return answer
      },
    }
    const van = await openDesk(hub, platform, { code, name: 'Van 12' }, { ports: { transport: slow }, changed })
    onTestFinished(() => answered.resolve())
    const [from, to] = [await stationOf(van), await stationOf(boss)]
    const jobs = jobsOf(boss, from)
    const made = await van.jobIn(await saveBox(van, platform), 'done')
    if (made.intent.kind !== 'new-customer') throw new Error('This test renews a new customer.')
    const { userid = '', password = '' } = made.intent.logIn
    await van.call('queue.pause', {})
    await until(jobs, ({ length }) => length === 0)
    isSlow = true
    const renewal = { kind: 'renewal', userid, password, months: 1, days: 0, from: 'end-date' } as const
    const { id } = await van.call('job.save', { draftId: anyDraftId(), intent: renewal })
    await until(jobs, (found) => found.some((job) => job.id === id))
    await boss.call('fleet.rescue', { from, to, jobs: [id] })

    await van.call('queue.resume', {})
    expect((await van.jobIn(id, 'dropped')).summary.why?.code).toBe('moved-away')
    answered.resolve()

    await until(() => boss.call('job.read', { id }).catch(() => undefined), Boolean)
    await boss.jobIn(id, 'done', 'needs-you')
    expect(renewalsOn(platform)).toBeLessThanOrEqual(1)
    expect((await van.call('job.read', { id })).summary.state).toBe('dropped')
  },
)
