import { expect, test } from 'vitest'
import { createSystemClock } from '../../../src/main/host/host-ports.ts'
import type { Clock, Ports } from '../../../src/main/ports.ts'
import type { Transport } from '../../../src/platform/transport/exchange.ts'
import { startFakeHub } from '../../fakes/hub.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { countEffects, saveRenewal } from '../maintenance/work.ts'
import { createLine, jobAs, openDesk, saveBox, stationOf, until, type Desk } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

const anHour = 3_600_000

/** A clock that is set, and that goes on by hours, when a test says so. */
function createShiftedClock() {
  const system = createSystemClock()
  const shift = { set: 0, slept: 0 }
  const clock: Clock = {
    ...system,
    now: () => system.now() + shift.set + shift.slept,
    elapsed: () => system.elapsed() + shift.slept,
  }
  return { clock, shift }
}

/** A supervisor, and a station with an unsent renewal that is in the care of the hub. */
async function openWithRenewal(portsOf: (hub: string) => Partial<Ports>, { holdsBack = false } = {}) {
  const [hub, platform] = [await startRealHub({ holdsBack }), await openPlatform()]
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  const van = await openDesk(hub, platform, { code, name: 'Van 12' }, { ports: portsOf(hub.url) })
  const id = await saveRenewal(van, platform)
  await jobAs(van, id, ({ summary }) => summary.fleet === undefined)
  const station = await stationOf(van)
  await until(
    () => boss.call('fleet.work', { station }),
    ({ jobs }) => jobs.length === 1 && jobs[0]?.id === id,
  )
  return { hub, platform, boss, van, id }
}

/** Moves the job to the supervisor's computer, whose technician sends it. */
async function sendElsewhere(boss: Desk, van: Desk, id: string): Promise<void> {
  const move = { from: await stationOf(van), to: await stationOf(boss) }
  expect(await boss.call('fleet.rescue', move)).toEqual({ moved: 1, left: 0 })
  await until(
    () => boss.call('job.read', { id }).catch(() => undefined),
    (job) => job?.actions.includes('send-again') === true,
  )
  await boss.call('job.send-again', { id })
  await boss.jobIn(id, 'done')
}

test(
  'a renewal that was moved is not sent by a computer whose clock was set back to the last answer of the hub',
  { timeout: 120_000 },
  async () => {
    const { clock, shift } = createShiftedClock()
    const line = { isCut: false }
    const { platform, boss, van, id } = await openWithRenewal((hub) => ({ clock, transport: cutFrom(hub, line) }))
    line.isCut = true
    shift.slept = anHour
    await sendElsewhere(boss, van, id)

    shift.set = 60_000 - anHour
    await van.call('queue.resume', {})

    expect((await van.jobIn(id, 'waiting', 'done')).summary).toMatchObject({ why: { code: 'claim-lapsed' } })
    expect(countEffects(platform)['renew']).toBe(1)
  },
)

test(
  'a renewal is not sent after an answer of the hub that the computer got before it slept for hours',
  { timeout: 120_000 },
  async () => {
    const { clock, shift } = createShiftedClock()
    const line = { isCut: false, isSlow: false }
    const [asked, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { platform, boss, van, id } = await openWithRenewal((hub) => {
      const transport = cutFrom(hub, line)
      return {
        clock,
        transport: {
          async exchange(request) {
            const answer = await transport.exchange(request)
            if (line.isSlow && request.url.pathname.endsWith('claims.confirm')) {
              asked.resolve()
              await woken.promise
            }
            return answer
          },
        },
      }
    })
    line.isSlow = true
    await van.call('queue.resume', {})
    await asked.promise
    line.isCut = true
    shift.slept = 3 * anHour
    await sendElsewhere(boss, van, id)
    woken.resolve()

    expect((await van.jobIn(id, 'waiting', 'done')).summary).toMatchObject({ why: { code: 'claim-lapsed' } })
    expect(countEffects(platform)['renew']).toBe(1)
  },
)

test('a renewal is moved only when the computer that loses it can no longer send it without the hub', async () => {
  const line = { isCut: false }
  const { hub, platform, boss, van, id } = await openWithRenewal((hubUrl) => ({ transport: cutFrom(hubUrl, line) }), {
    holdsBack: true,
  })
  line.isCut = true
  const move = { from: await stationOf(van), to: await stationOf(boss) }
  const { heldBackUntil = 0 } = await boss.call('fleet.rescue', move)
  expect(heldBackUntil).toBeGreaterThan(Date.now() + 10 * 60_000)
  await until(
    () => boss.call('app.snapshot', {}),
    ({ fleet }) => fleet?.leftWaiting?.heldBack === 1,
  )

  await van.call('queue.resume', {})
  await van.jobIn(id, 'done')
  expect(await boss.call('job.read', { id }).catch(() => 'not here')).toBe('not here')

  await hub.as('postgres', 'update setdesk.work set held_back_until = now()')
  await boss.call('fleet.try-now', {})
  await until(
    () => boss.call('job.read', { id }).catch(() => undefined),
    (job) => job?.summary.state === 'needs-you',
  )
  expect(countEffects(platform)['renew']).toBe(1)
})

test('an answer of the hub counts from when the hub was asked, not from when it came', async () => {
  const { clock, shift } = createShiftedClock()
  const line = { isCut: false }
  const [seconds, minutes] = [1000, 60_000]
  let slow: PromiseWithResolvers<void> | undefined
  const { platform, van, id } = await openWithRenewal((hub) => {
    const transport = cutFrom(hub, line)
    return {
      clock,
      transport: {
        async exchange(request) {
          const answer = await transport.exchange(request)
          if (slow === undefined || !request.url.pathname.endsWith('claims.take')) return answer
          shift.slept += 8 * seconds
          slow.resolve()
          slow = undefined
          return answer
        },
      },
    }
  })
  // The claim is so old that the hub is asked again.
  const answered = Promise.withResolvers<void>()
  slow = answered
  shift.slept += 4 * minutes
  await van.call('fleet.try-now', {})
  await answered.promise
  await van.call('fleet.try-now', {})
  line.isCut = true
  shift.slept += 10 * minutes - 4 * seconds
  await van.call('queue.resume', {})

  expect((await van.jobIn(id, 'waiting', 'done')).summary).toMatchObject({ why: { code: 'claim-lapsed' } })
  expect(countEffects(platform)['renew']).toBeUndefined()
})

test('a hub that was restored from a backup gets the jobs again that were saved while the clock was weeks behind', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { clock, shift } = createShiftedClock()
  const van = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Van 12' }, { ports: { clock } })
  await van.call('queue.pause', {})
  shift.set = -40 * 24 * anHour
  const id = await saveBox(van, platform)
  hub.tell('documents', await stationOf(van))
  await until(() => hub.work.has(id) && hub.claims.get(id)?.state === 'held', Boolean)
  shift.set = 0

  hub.loseLatest()

  await until(() => hub.claims.get(id)?.state === 'held', Boolean)
  await until(() => hub.work.has(id), Boolean)
})

/** A transport that does not reach the hub while the line is cut. */
function cutFrom(hub: string, cut: { readonly isCut: boolean }): Transport {
  const { line, transport } = createLine(hub)
  return {
    exchange(request) {
      line.hub = !cut.isCut
      return transport.exchange(request)
    },
  }
}
