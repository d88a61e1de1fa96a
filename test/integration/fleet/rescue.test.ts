import { expect, onTestFinished, test } from 'vitest'
import type { Intent } from '../../../src/shared/domain/activation.ts'
import { startPlatform } from '../../faults/start-platform.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { startFakeHub, type FakeHub } from '../../fakes/hub.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { openLaptop, openOffice, wake, listJobs } from './laptop.ts'
import { until, type Desk } from './open-fleet.ts'

const stationOf = (hub: FakeHub, name: string): string =>
  hub.stations().find((station) => station.name === name)?.id ?? ''

test(
  'a laptop that wakes up without the hub holds back a renewal, and finds that an activation was done elsewhere',
  { timeout: 60_000 },
  async () => {
    const hub = await startFakeHub()
    const platform = await startPlatform(makeFolder())
    onTestFinished(platform.stop)
    const office = await openOffice(hub, platform)
    const made = await office.jobIn(await saveAs(office, newCustomer('101')), 'done')
    const renewal = renewalOf(made.intent)
    const folder = makeFolder()
    const laptop = await openLaptop(folder, hub, office, platform)
    laptop.order({ order: 'save', draftId: 'an-activation', intent: newCustomer('101') })
    await laptop.next('saved')
    laptop.order({ order: 'save', draftId: 'a-renewal', intent: renewal })
    await laptop.next('saved')
    await until(
      () => hub.work.size,
      (size) => size === 2,
    )
    laptop.kill()
    await laptop.ended

    const [from, to] = [stationOf(hub, 'Van 12'), stationOf(hub, 'Office')]
    await office.call('fleet.rescue', { from, to })
    // The end date does not show whether the laptop had renewed the subscription, so the office must decide.
    const renewalId = await until(
      async () => (await office.call('job.list', { limit: 10, kinds: ['renewal'] })).jobs[0],
      (job) => job?.state === 'needs-you',
    ).then((job) => job?.id ?? '')
    await office.call('job.send-again', { id: renewalId })
    await office.jobIn(renewalId, 'done')
    await until(
      () => hub.work.size,
      (size) => size === 0,
    )
    const before = await platform.ledger()
    expect(before.map(({ effect }) => effect).sort()).toEqual(['bind-user', 'bind-user', 'create', 'create', 'renew'])
    await hub.set('down')
    const woken = await wake(folder)

    const rested = await until(
      () => listJobs(woken),
      (all) => all.every(({ state, why }) => state === 'done' || why?.code === 'claim-lapsed'),
    )
    expect(
      rested.map(({ kind, state }) => [kind, state]).sort(([one = ''], [other = '']) => one.localeCompare(other)),
    ).toEqual([
      ['new-customer', 'done'],
      ['renewal', 'waiting'],
    ])
    expect(await platform.ledger()).toEqual(before)
    await hub.set('answers')
    const own = await until(
      () => listJobs(woken),
      (all) => all.some(({ kind, state }) => kind === 'renewal' && state === 'dropped'),
    )
    expect(own.find(({ kind }) => kind === 'renewal')).toMatchObject({ fleet: { state: 'moved', station: 'Office' } })
    expect(await platform.ledger()).toEqual(before)
  },
)

test(
  'a laptop without the hub does not send a moved renewal, even if the hub never answered about this renewal',
  { timeout: 60_000 },
  async () => {
    const hub = await startFakeHub()
    const platform = await startPlatform(makeFolder())
    onTestFinished(platform.stop)
    const office = await openOffice(hub, platform)
    const made = await office.jobIn(await saveAs(office, newCustomer('101')), 'done')
    const folder = makeFolder()
    const laptop = await openLaptop(folder, hub, office, platform)
    const from = stationOf(hub, 'Van 12')
    // The laptop saves the renewal while it asks about the activation, stores copies of both, and is killed while it asks about the renewal.
    hub.holdAnswer('claims.take', 'Van 12', async () => {
      laptop.order({ order: 'save', draftId: 'a-renewal', intent: renewalOf(made.intent) })
      await laptop.next('saved')
      hub.holdAnswer('claims.take', 'Van 12', async () => {
        laptop.kill()
        await laptop.ended
      })
    })
    laptop.order({ order: 'save', draftId: 'an-activation', intent: newCustomer('101') })
    await laptop.next('saved')
    await laptop.ended
    expect(hub.work.size).toBe(2)

    await office.call('fleet.rescue', { from, to: stationOf(hub, 'Office') })
    const [moved] = await until(
      async () => (await office.call('job.list', { limit: 10, kinds: ['renewal'] })).jobs,
      ([job]) => job?.state === 'needs-you',
    )
    await office.call('job.send-again', { id: moved?.id ?? '' })
    await office.jobIn(moved?.id ?? '', 'done')
    const renewals = async () => (await platform.ledger()).filter(({ effect }) => effect === 'renew')
    expect(await renewals()).toHaveLength(1)
    await hub.set('down')
    const woken = await wake(folder)

    const [renewal] = await until(
      async () => (await listJobs(woken)).filter(({ kind }) => kind === 'renewal'),
      ([job]) => job?.state === 'done' || job?.why?.code === 'claim-lapsed',
    )
    expect(renewal?.state).toBe('waiting')
    expect(await renewals()).toHaveLength(1)
  },
)

const renewalOf = (intent: Intent) => {
  const { userid = '', password = '' } = intent.kind === 'new-customer' ? intent.logIn : {}
  return { kind: 'renewal', userid, password, months: 1, days: 0, from: 'end-date' } as const
}

const saveAs = async (desk: Desk, intent: ReturnType<typeof newCustomer>): Promise<string> =>
  (await desk.call('job.save', { draftId: `draft ${Math.random()}`, intent, evenIfKnown: false })).id
