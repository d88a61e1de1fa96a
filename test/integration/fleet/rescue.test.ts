import { expect, onTestFinished, test } from 'vitest'
import type { LedgerEntry } from '../../../src/sandbox/ledger.ts'
import { startApp, type AppProcess } from '../../faults/start-app.ts'
import { startPlatform, type PlatformProcess } from '../../faults/start-platform.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { startFakeHub, type FakeHub } from '../../fakes/hub.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { openApp } from '../../fakes/test-app.ts'
import { asDesk, createLine, until, type Desk } from './open-fleet.ts'

const jobs = 30
const passphrase = 'open the box, please'
const times = { longestProcessingSeconds: 1, timeoutSeconds: 5, concurrency: 4 }

/** The office, which is a supervisor's, on a platform in a process of its own. */
async function openOffice(hub: FakeHub, platform: PlatformProcess): Promise<Desk> {
  const { line, transport } = createLine(hub.url)
  const app = await openApp(makeFolder(), { transport })
  await app.call('vault.protect', { passphrase })
  const { url, authToken, crmService, cmsService } = platform.address
  const form = { name: 'North', colour: 'teal' as const, baseUrl: url, crmService, cmsService }
  const { id } = await app.call('connection.add', { form, token: authToken })
  const { connections } = await app.call('app.snapshot', {})
  const settings = connections.find((one) => one.settings.id === id)?.settings
  if (settings === undefined) throw new Error('The connection was not added')
  await app.call('connection.save', { ...settings, ...times, hostnames: ['tv.coast.example', 'tv.north.example'] })
  await app.call('fleet.join', { code: await hub.firstCode(), hub: hub.url, name: 'Office' })
  return asDesk(app, line)
}

async function openLaptop(folder: string, hub: FakeHub, office: Desk, platform: PlatformProcess): Promise<AppProcess> {
  const { code } = await office.call('fleet.invite', { role: 'station', hours: 1 })
  const laptop = startApp(folder)
  onTestFinished(async () => {
    laptop.kill()
    await laptop.ended
  })
  laptop.order({ order: 'open', passphrase, connect: { ...platform.address, ...times } })
  await laptop.next('ready')
  laptop.order({ order: 'pause' })
  await laptop.next('paused')
  laptop.order({ order: 'join', hub: hub.url, code, name: 'Van 12' })
  await laptop.next('joined')
  return laptop
}

async function wake(folder: string): Promise<AppProcess> {
  const laptop = startApp(folder)
  onTestFinished(async () => {
    laptop.kill()
    await laptop.ended
  })
  laptop.order({ order: 'open', passphrase })
  await laptop.next('ready')
  return laptop
}

async function listJobs(laptop: AppProcess) {
  laptop.order({ order: 'list' })
  return (await laptop.next('jobs')).jobs
}

/** How often each customer was made and got a box. */
const effectsPerCustomer = (ledger: readonly LedgerEntry[]) =>
  [...Map.groupBy(ledger, ({ userid }) => userid).values()].map((entries) => entries.map(({ effect }) => effect).sort())

const stationOf = (hub: FakeHub, name: string): string =>
  hub.stations().find((station) => station.name === name)?.id ?? ''

test(
  'a laptop is killed while it sends, its work is moved, and then it wakes up: nothing is doubled',
  { timeout: 60_000 },
  async () => {
    const hub = await startFakeHub()
    const platform = await startPlatform(makeFolder())
    onTestFinished(platform.stop)
    const office = await openOffice(hub, platform)
    const folder = makeFolder()
    const laptop = await openLaptop(folder, hub, office, platform)
    for (let number = 0; number < jobs; number += 1) {
      laptop.order({ order: 'save', draftId: `draft-no-${number}`, intent: newCustomer('101') })
      await laptop.next('saved')
    }
    await until(
      () => hub.work.size,
      (size) => size === jobs,
    )
    await platform.set({ latencyMs: 30 })
    laptop.order({ order: 'resume' })
    await until(
      async () => (await platform.ledger()).length,
      (effects) => effects >= jobs / 2,
    )
    laptop.kill()
    await laptop.ended
    const killedAt = Date.now()

    const [from, to] = [stationOf(hub, 'Van 12'), stationOf(hub, 'Office')]
    const { jobs: shown } = await office.call('fleet.work', { station: from })
    expect(shown.length).toBeGreaterThan(jobs / 4)
    for (const job of shown)
      expect(job).toMatchObject({ kind: 'new-customer', customerName: expect.stringContaining('Okonkwo') })
    expect(await office.call('fleet.rescue', { from, to })).toEqual({ moved: shown.length, left: 0 })
    const woken = await wake(folder)
    for (const { id } of shown) {
      const rescued = await until(
        () => office.call('job.read', { id }).catch(() => undefined),
        (job) => job?.summary.state === 'done',
      )
      expect(rescued?.summary.origin).toBe('taken-over')
      // It is read back first, as if it had been sent.
      expect(rescued?.steps[0]?.attempts[0]).toMatchObject({ isAssumed: true })
    }
    const own = await until(
      () => listJobs(woken),
      (all) => all.every(({ state }) => state === 'done' || state === 'dropped'),
    )

    const ledger = await platform.ledger()
    expect(effectsPerCustomer(ledger)).toEqual(Array.from({ length: jobs }, () => ['bind-user', 'create']))
    const ids = new Set(shown.map(({ id }) => id))
    const moved = own.filter(({ id }) => ids.has(id))
    expect(moved).toHaveLength(shown.length)
    for (const { state, why, fleet, updatedAt } of moved) {
      // It was done just before the laptop was killed, and the hub did not know.
      if (state === 'done') expect(updatedAt).toBeLessThanOrEqual(killedAt)
      else
        expect({ state, why, fleet }).toMatchObject({
          state: 'dropped',
          why: { code: 'moved-away' },
          fleet: { state: 'moved', station: 'Office' },
        })
    }
    await until(
      () => hub.work.size,
      (size) => size === 0,
    )
  },
)

test(
  'a laptop that wakes up without the hub sends nothing that takes money, and reads everything else back first',
  { timeout: 60_000 },
  async () => {
    const hub = await startFakeHub()
    const platform = await startPlatform(makeFolder())
    onTestFinished(platform.stop)
    const office = await openOffice(hub, platform)
    const made = await office.jobIn(await saveAs(office, newCustomer('101')), 'done')
    const { userid, password } = made.intent.kind === 'new-customer' ? made.intent.logIn : {}
    const folder = makeFolder()
    const laptop = await openLaptop(folder, hub, office, platform)
    laptop.order({ order: 'save', draftId: 'an-activation', intent: newCustomer('101') })
    await laptop.next('saved')
    const renewal = {
      kind: 'renewal',
      userid: userid ?? '',
      password: password ?? '',
      months: 1,
      days: 0,
      from: 'end-date',
    } as const
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
    // Whether the laptop renewed before it was lost cannot be told from the end date alone, so the office is asked.
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
    expect(rested.map(({ kind, state }) => [kind, state]).sort()).toEqual([
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

const saveAs = async (desk: Desk, intent: ReturnType<typeof newCustomer>): Promise<string> =>
  (await desk.call('job.save', { draftId: `draft ${Math.random()}`, intent, evenIfKnown: false })).id
