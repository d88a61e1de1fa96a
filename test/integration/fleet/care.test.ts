import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { Exchange, Transport } from '../../../src/platform/transport/exchange.ts'
import { startFakeHub } from '../../fakes/hub.ts'
import { makeJobId, makeWorkItem } from '../../fakes/hub/test-fleet.ts'
import { anyDraftId, anyMac, newCustomer } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn, productOf, save } from '../app/activate.ts'
import {
  asDesk,
  createLine,
  type Desk,
  jobAs,
  openDesk,
  openTwoDesks,
  saveBox,
  stationOf,
  until,
} from './open-fleet.ts'
import { joinRaw } from './raw-station.ts'
import { startRealHub } from './start-real-hub.ts'

/** A transport to a hub that answers one call in a way of the test, for as long as that gives something. */
function createBentLine(
  hub: string,
  call: string,
  bend: (ask: () => Promise<Exchange>) => Promise<Exchange> | undefined,
) {
  const { line, transport } = createLine(hub)
  const bent: Transport = {
    exchange(request) {
      const ask = () => transport.exchange(request)
      return (request.url.pathname.endsWith(call) ? bend(ask) : undefined) ?? ask()
    },
  }
  return { line, transport: bent }
}

test(
  "the hub's copy of a moved job is removed even if the job ended before the hub heard of the takeover",
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    let isCut = true
    const { transport } = createBentLine(hub.url, 'work.accept', () =>
      isCut ? Promise.resolve({ reach: 'not-sent', failure: 'host-unreachable' }) : undefined,
    )
    const code = await hub.firstCode()
    const boss = await openDesk(hub, platform, { code, name: 'Office' }, { ports: { transport } })
    const invited = await boss.call('fleet.invite', { role: 'station', hours: 1 })
    const van = await openDesk(hub, platform, { code: invited.code, name: 'Van 12' })
    const [from, to] = [(await van.fleet())?.station ?? '', (await boss.fleet())?.station ?? '']
    const careOf = (station: string) => boss.call('fleet.work', { station })
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform)
    await until(
      () => careOf(from),
      ({ jobs }) => jobs.length === 1,
    )
    // The van finishes the job without the hub, and is then lost.
    van.line.hub = false
    await van.call('queue.resume', {})
    await van.jobIn(id, 'done')
    await van.stop()

    expect(await boss.call('fleet.rescue', { from, to })).toEqual({ moved: 1, left: 0 })
    await until(
      () => boss.call('job.read', { id }).catch(() => undefined),
      (job) => job?.summary.state === 'done',
    )
    // The hub hears that the job is done before it hears of the takeover.
    isCut = false
    await boss.call('fleet.try-now', {})
    await until(
      () => careOf(to),
      ({ jobs }) => jobs.length === 0,
    )
    await until(boss.fleet, (fleet) => fleet?.leftWaiting?.unconnected === 0)
  },
)

test('a moved job is taken over even if many earlier moved jobs cannot be opened', { timeout: 60_000 }, async () => {
  const [hub, platform] = [await startRealHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  const [office, twelve] = [(await boss.fleet())?.station ?? '', (await van.fleet())?.station ?? '']
  const invite = async (role: 'station' | 'supervisor') => (await boss.call('fleet.invite', { role, hours: 1 })).code
  const broken = await joinRaw(hub.url, await invite('station'))
  const supervisor = await joinRaw(hub.url, await invite('supervisor'))
  for (let batch = 0; batch < 3; batch += 1) {
    const items = Array.from({ length: 50 }, () => makeWorkItem(makeJobId(), 0, 1))
    await broken.call('work.put', { items })
    const moved = items.map(({ job, fence, version, sealed }) => ({ job, fence, version, sealed }))
    await supervisor.call('work.rescue', { from: broken.id, to: office, items: moved })
  }
  await until(boss.fleet, (fleet) => fleet?.leftWaiting?.unopened === 150)
  await van.call('queue.pause', {})
  const id = await saveBox(van, platform)
  await until(
    () => boss.call('fleet.work', { station: twelve }),
    ({ jobs }) => jobs.length === 1,
  )

  expect(await boss.call('fleet.rescue', { from: twelve, to: office })).toEqual({ moved: 1, left: 0 })

  const rescued = await until(
    () => boss.call('job.read', { id }).catch(() => undefined),
    (job) => job?.summary.state === 'done',
  )
  expect(rescued?.summary.origin).toBe('taken-over')
  expect((await boss.fleet())?.leftWaiting).toEqual({ unconnected: 0, unopened: 150, otherCall: 0, heldBack: 0 })
})

test("the hub's copy of a job is removed when the job is over, even if the hub's reply to the copy was lost", async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  let isLost = true
  const { transport } = createBentLine(hub.url, 'work.put', (ask) =>
    isLost ? ask().then(() => ({ reach: 'maybe-sent', failure: 'timed-out' })) : undefined,
  )
  const van = await openDesk(hub, platform, { code, name: 'Van 12' }, { ports: { transport } })
  await van.call('queue.pause', {})
  const id = await saveBox(van, platform)
  await until(() => hub.work.has(id), Boolean)
  await until(van.fleet, (fleet) => fleet?.link === 'unreached')
  await van.call('job.drop', { id, reason: 'Another appointment' })
  isLost = false
  await van.call('fleet.try-now', {})
  await until(
    () => hub.work.has(id),
    (isThere) => !isThere,
  )
})

test('a job that was moved away and back while its computer was offline is read back before that computer sends it', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  const [office, twelve] = [(await boss.fleet())?.station ?? '', (await van.fleet())?.station ?? '']
  for (const desk of [boss, van]) await desk.call('queue.pause', {})
  const id = await saveBox(van, platform)
  await until(() => hub.work.has(id), Boolean)
  van.line.hub = false
  hub.cutConnections()
  // The office's connections were cut as well, so the first call may fail.
  await until(
    () => boss.call('fleet.try-now', {}).then(Boolean, () => false),
    (isReached) => isReached,
  )
  expect(await boss.call('fleet.rescue', { from: twelve, to: office })).toEqual({ moved: 1, left: 0 })
  await until(
    () => boss.call('job.read', { id }).catch(() => undefined),
    (job) => job?.summary.origin === 'taken-over',
  )
  await until(
    () => hub.work.get(id),
    (work) => work?.station === office && work.waiting === undefined,
  )
  expect(await boss.call('fleet.rescue', { from: office, to: twelve })).toEqual({ moved: 1, left: 0 })

  van.line.hub = true
  await van.call('fleet.try-now', {})
  await jobAs(van, id, ({ summary }) => summary.origin === 'taken-over')
  await van.call('queue.resume', {})
  const { steps } = await van.jobIn(id, 'done')
  expect(steps[0]?.attempts[0]).toMatchObject({ isAssumed: true })
  expect(platform.ledger().map(({ effect }) => effect)).toEqual(['create', 'bind-user'])
  await until(
    () => hub.work.has(id),
    (isThere) => !isThere,
  )
})

test(
  'a moved job is not lost if the hub is asked about the job before the hub hears of the takeover',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const asked = Promise.withResolvers<void>()
    const { line, transport } = createLine(hub.url)
    const code = await hub.firstCode()
    const ports = {
      transport: {
        async exchange(request) {
          if (request.url.pathname.endsWith('work.accept')) await asked.promise
          const answer = await transport.exchange(request)
          if (request.url.pathname.endsWith('claims.confirm')) asked.resolve()
          return answer
        },
      } satisfies Transport,
    }
    const boss = asDesk(await openDesk(hub, platform, { code, name: 'Office' }, { ports }), line)
    const invited = await boss.call('fleet.invite', { role: 'station', hours: 1 })
    const van = await openDesk(hub, platform, { code: invited.code, name: 'Van 12' })
    const [from, to] = [(await van.fleet())?.station ?? '', (await boss.fleet())?.station ?? '']
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform)
    await until(
      () => boss.call('fleet.work', { station: from }),
      ({ jobs }) => jobs.length === 1,
    )
    await boss.call('fleet.rescue', { from, to })
    const rescued = await until(
      () => boss.call('job.read', { id }).catch(() => undefined),
      (job) => job?.summary.state === 'done' || job?.summary.state === 'dropped',
    )
    expect(rescued?.summary.state).toBe('done')
    await until(
      () => boss.call('fleet.work', { station: to }),
      ({ jobs }) => jobs.length === 0,
    )
  },
)

test('a moved job waits for the technician if another job of this computer has the same box', async () => {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  await boss.jobIn(await saveBox(boss, platform, box), 'done')
  const id = await saveBox(van, platform, box)
  await van.jobIn(id, 'needs-you')
  await until(() => hub.work.has(id), Boolean)
  const [from, to] = [(await van.fleet())?.station ?? '', (await boss.fleet())?.station ?? '']
  await boss.call('fleet.rescue', { from, to })
  const stopped = await until(
    () => boss.call('job.read', { id }).catch(() => undefined),
    (job) => job?.summary.state === 'done' || job?.summary.state === 'needs-you',
  )
  expect(stopped?.summary).toMatchObject({
    state: 'needs-you',
    why: { code: 'claimed-elsewhere' },
    fleet: { state: 'conflict', station: 'Office', isDone: true, isOwn: true },
  })
  expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])
})

test('a moved job waits for the technician if this computer sent a job for the same box without the hub', async () => {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  boss.line.hub = false
  await boss.jobIn(await saveBox(boss, platform, box), 'done')
  await van.call('queue.pause', {})
  const id = await saveBox(van, platform, box)
  await until(() => hub.work.has(id) && hub.claims.has(id), Boolean)
  boss.line.hub = true
  await boss.call('fleet.try-now', {})
  const [from, to] = [await stationOf(van), await stationOf(boss)]
  expect(await boss.call('fleet.rescue', { from, to })).toMatchObject({ moved: 1 })
  const read = () => boss.call('job.read', { id }).catch(() => undefined)

  const stopped = await until(read, (job) => job?.summary.state === 'done' || job?.summary.state === 'needs-you')
  const conflict = { state: 'conflict', station: 'Office', isDone: true, isOwn: true }
  expect(stopped?.summary).toMatchObject({ state: 'needs-you', why: { code: 'claimed-elsewhere' }, fleet: conflict })
  expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])

  // The hub gives the box to the moved job, because it knew of no other one. That is no reason to send it.
  await boss.call('job.check-again', { id })
  const checked = await until(read, (job) => job?.summary.state === 'done' || job?.summary.state === 'needs-you')
  expect(checked?.summary).toMatchObject({ state: 'needs-you', fleet: conflict })
  expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])

  await boss.call('job.go-on-anyway', { id, reason: 'Both are needed' })
  await boss.jobIn(id, 'done')
  await until(
    () => hub.claims.get(id)?.state,
    (state) => state === 'done',
  )
})

test('of two moved jobs for one box, the one that holds the box is sent, and the other one waits', async () => {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  await van.call('queue.pause', {})
  const intent = () => newCustomer(productOf(platform), { box: { identifier: box, raw: '', model: '' } })
  const [held, lost] = [await save(van, intent()), await save(van, intent(), true)]
  await until(() => hub.work.has(held) && hub.work.has(lost) && hub.claims.has(held), Boolean)
  await boss.call('fleet.rescue', { from: await stationOf(van), to: await stationOf(boss) })
  const rested = async (id: string) =>
    await until(
      () => boss.call('job.read', { id }).catch(() => undefined),
      (job) => job?.summary.state === 'done' || job?.summary.state === 'needs-you',
    )
  expect((await rested(held))?.summary.state).toBe('done')
  expect((await rested(lost))?.summary).toMatchObject({ state: 'needs-you', why: { code: 'claimed-elsewhere' } })
  expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])
})

test('moved work that only takes turns is sent although this computer has done such work for the customer before', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  const made = await boss.jobIn(await save(boss, newCustomer(productOf(platform))), 'done')
  if (made.intent.kind !== 'new-customer') throw new Error('It is a new customer')
  const { userid = '', password = '' } = made.intent.logIn
  const saveAction = async (desk: Desk, kind: 'enable' | 'disable') =>
    (await desk.call('job.save', { draftId: anyDraftId(), intent: { kind, userid, password } })).id
  await boss.jobIn(await saveAction(boss, 'disable'), 'done')
  await van.call('queue.pause', {})
  const id = await saveAction(van, 'enable')
  await until(() => hub.work.has(id), Boolean)
  await boss.call('fleet.rescue', { from: await stationOf(van), to: await stationOf(boss) })
  const job = await until(
    () => boss.call('job.read', { id }).catch(() => undefined),
    (one) => one?.summary.state === 'done' || one?.summary.state === 'needs-you',
  )
  expect(job?.summary.state).toBe('done')
})

test('a conflict about a box names this computer once the job that has the box was moved here', async () => {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  for (const desk of [boss, van]) await desk.call('queue.pause', {})
  const held = await saveBox(van, platform, box)
  await until(() => hub.work.has(held), Boolean)
  const lost = await saveBox(boss, platform, box)
  await boss.jobIn(lost, 'needs-you')
  const [from, to] = [(await van.fleet())?.station ?? '', (await boss.fleet())?.station ?? '']
  expect(await boss.call('fleet.rescue', { from, to })).toMatchObject({ moved: 1 })
  await until(
    () => boss.call('job.read', { id: held }).catch(() => undefined),
    (job) => job !== undefined,
  )
  hub.tell('claims', to)
  const said = await until(
    async () => (await boss.call('job.read', { id: lost })).summary,
    ({ fleet }) => fleet?.station !== 'Van 12',
  )
  expect(said).toMatchObject({ state: 'needs-you', fleet: { state: 'conflict', station: 'Office', isOwn: true } })
})

test('a computer that was offline learns on return that one of its stopped jobs was moved', async () => {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  await boss.jobIn(await saveBox(boss, platform, box), 'done')
  const id = await saveBox(van, platform, box)
  await van.jobIn(id, 'needs-you')
  await until(
    () => hub.work.get(id)?.state,
    (state) => state === 'needs-you',
  )
  await until(hub.followers, ({ length }) => length === 2)
  van.line.hub = false
  hub.cutConnections()
  await until(hub.followers, (names) => names.includes('Office') && !names.includes('Van 12'))
  const [from, to] = [(await van.fleet())?.station ?? '', (await boss.fleet())?.station ?? '']
  expect(await boss.call('fleet.rescue', { from, to })).toEqual({ moved: 1, left: 0 })
  van.line.hub = true
  await van.call('fleet.try-now', {})
  const { summary } = await van.jobIn(id, 'dropped')
  expect(summary).toMatchObject({ why: { code: 'moved-away' }, fleet: { state: 'moved', station: 'Office' } })
})

const isAllTold = (told: unknown) => isDeepStrictEqual(told, [true, 'held', [1]])

test('a hub that was restored from a backup gets work, claims and totals again', { timeout: 60_000 }, async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { van } = await openTwoDesks(hub, platform)
  const { station = '' } = (await van.fleet()) ?? {}
  await van.jobIn(await saveBox(van, platform), 'done')
  await van.call('queue.pause', {})
  const id = await saveBox(van, platform)
  hub.tell('documents', station)
  const isTold = () => [hub.work.has(id), hub.claims.get(id)?.state, hub.dayTotals().map(({ done }) => done)]
  await until(isTold, isAllTold)

  hub.loseLatest()
  await until(isTold, isAllTold)
})

test(
  'a job without a claim is sent only after a question to the hub, and not at all if the job was moved',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startFakeHub(), await openPlatform()]
    const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
    const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
    const { line, transport } = createLine(hub.url)
    const released = Promise.withResolvers<void>()
    let isHeld = false
    // The van's rounds with the hub hang, so that only the question before the call can reveal that the job was moved.
    const ports = {
      transport: {
        async exchange(request) {
          const isRound = request.url.href.startsWith(hub.url) && !request.url.pathname.endsWith('claims.confirm')
          if (isHeld && isRound) await released.promise
          return transport.exchange(request)
        },
      } satisfies Transport,
    }
    const van = asDesk(await openDesk(hub, platform, { code, name: 'Van 12' }, { ports }), line)
    // Ends the hanging calls before the desk stops, because it waits for them.
    onTestFinished(() => released.resolve())
    const [office, twelve] = [(await boss.fleet())?.station ?? '', (await van.fleet())?.station ?? '']
    for (const desk of [boss, van]) await desk.call('queue.pause', {})
    const { id } = await van.call('job.save', { draftId: anyDraftId(), intent: claimless })
    await until(() => hub.work.has(id), Boolean)
    await until(van.fleet, (fleet) => fleet?.unchecked === 0)
    expect(hub.claims.has(id)).toBe(false)
    isHeld = true
    expect(await boss.call('fleet.rescue', { from: twelve, to: office })).toEqual({ moved: 1, left: 0 })
    const before = platform.requests().length

    await van.call('queue.resume', {})

    const { summary } = await van.jobIn(id, 'dropped', 'done', 'needs-you', 'refused', 'unconfirmed')
    expect(summary).toMatchObject({ state: 'dropped', why: { code: 'moved-away' } })
    const changes = platform.requests().slice(before)
    expect(changes.filter(({ operation }) => operation === 'renewCustomer')).toEqual([])
  },
)

test('a renewal without a claim waits while the hub cannot be asked, and is sent when the hub answers again', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const van = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Van 12' })
  await van.call('queue.pause', {})
  const { id } = await van.call('job.save', { draftId: anyDraftId(), intent: claimless })
  await until(() => hub.work.has(id), Boolean)
  await hub.set('down')
  await van.call('queue.resume', {})
  expect((await van.jobIn(id, 'waiting')).summary.why?.code).toBe('claim-lapsed')
  const sent = () => platform.requests().filter(({ operation }) => operation === 'renewCustomer')
  expect(sent()).toEqual([])

  await hub.set('answers')
  await until(sent, ({ length }) => length > 0)
  expect(sent()).toHaveLength(1)
})

/** Without a user ID it claims no customer. */
const claimless = {
  kind: 'console',
  operation: 'renewCustomer',
  values: { customermappingid: 'M-1', userid: '', months: '1', days: '0', fromExpireDate: 'false', password: '' },
} as const
