import { expect, test } from 'vitest'
import { anyDraftId, anyMac, newCustomer } from '../../fakes/intents.ts'
import { startFakeHub } from '../../fakes/hub.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn } from '../app/activate.ts'
import { createSystemClock } from '../../../src/main/host/host-ports.ts'
import type { Clock } from '../../../src/main/ports.ts'
import type { HubRequest } from '../../../src/shared/fleet/hub-calls.ts'
import { atRest, saveRenewal } from '../maintenance/work.ts'
import { allChecked, jobAs, openDesk, openTwoDesks, saveBox, until } from './open-fleet.ts'

const activated = ['create', 'bind-user']

test('two computers that save the same box at the same moment activate it once, and the loser shows who has it', async () => {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)

  const ids = await Promise.all([boss, van].map((desk) => saveBox(desk, platform, box)))

  const [[first], [second]] = await Promise.all([atRest(boss, [ids[0] ?? '']), atRest(van, [ids[1] ?? ''])])
  const [won, lost] = first?.summary.state === 'done' ? [first, second] : [second, first]
  expect(effectsOn(platform, box)).toEqual(activated)
  expect(won?.summary).toMatchObject({ state: 'done' })
  expect(won?.summary.fleet).toBeUndefined()
  const winner = won === first ? 'Office' : 'Van 12'
  expect(lost).toMatchObject({
    summary: { state: 'needs-you', why: { code: 'claimed-elsewhere' }, fleet: { state: 'conflict', station: winner } },
    actions: ['check-again', 'go-on-anyway', 'drop'],
  })
  expect(lost?.summary.fleet?.isOwn).toBeUndefined()
  expect(lost?.summary.fleet?.since).toBeGreaterThan(Date.now() - 60_000)
  expect(lost?.steps.flatMap(({ attempts, readings }) => [...attempts, ...readings])).toEqual([])
})

test('before a computer that was offline sends a job, the computer learns that another computer has the box', async () => {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  Object.assign(van.line, { hub: false, platform: false })
  const late = await saveBox(van, platform, box)
  await jobAs(van, late, ({ summary }) => summary.fleet?.state === 'not-checked')
  const done = await saveBox(boss, platform, box)
  await until(
    () => hub.claims.get(done)?.state,
    (state) => state === 'done',
  )

  Object.assign(van.line, { hub: true, platform: true })
  await van.call('queue.resume', {})

  const { summary } = await van.jobIn(late, 'needs-you')
  expect(summary).toMatchObject({
    why: { code: 'claimed-elsewhere' },
    fleet: { state: 'conflict', station: 'Office', isDone: true },
  })
  expect(effectsOn(platform, box)).toEqual(activated)
  expect(await van.fleet()).toMatchObject({ unchecked: 0, conflicts: 1 })
})

test('of two computers that saved the same box offline, the first one back activates the box, and the other one shows who has it', async () => {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  for (const { line } of [boss, van]) Object.assign(line, { hub: false, platform: false })
  const [bossJob, vanJob] = await Promise.all([boss, van].map((desk) => saveBox(desk, platform, box)))
  for (const desk of [boss, van]) expect(await until(desk.fleet, (fleet) => fleet?.unchecked === 1)).toBeDefined()

  Object.assign(van.line, { hub: true, platform: true })
  await van.call('queue.resume', {})
  await van.jobIn(vanJob ?? '', 'done')
  Object.assign(boss.line, { hub: true, platform: true })
  await boss.call('queue.resume', {})

  const { summary } = await boss.jobIn(bossJob ?? '', 'needs-you')
  expect(summary.fleet).toMatchObject({ state: 'conflict', station: 'Van 12' })
  expect(effectsOn(platform, box)).toEqual(activated)
})

test('jobs go on without the hub, and are checked when the hub is back', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { van } = await openTwoDesks(hub, platform)
  van.line.hub = false
  const id = await saveBox(van, platform)
  const alone = await van.jobIn(id, 'done')
  expect(alone.summary.fleet).toEqual({ state: 'not-checked' })
  expect(await van.fleet()).toMatchObject({
    state: 'joined',
    link: 'unreached',
    failure: 'host-unreachable',
    unchecked: 1,
  })

  van.line.hub = true
  await van.call('fleet.try-now', {})

  await allChecked(van)
  expect((await van.call('job.read', { id })).summary.fleet).toBeUndefined()
  await until(
    () => hub.claims.get(id)?.state,
    (state) => state === 'done',
  )
})

test('a practice job is outside the fleet, and nothing says that it is still to be checked', async () => {
  const { van } = await openTwoDesks(await startFakeHub(), await openPlatform())
  await van.call('queue.pause', {})
  await van.call('connection.start-training', {})
  const { id } = await van.call('job.save', { draftId: anyDraftId(), intent: newCustomer('101') })
  const { summary } = await van.jobIn(id, 'saved')
  expect(summary.fleet).toBeUndefined()
  expect((await van.fleet())?.unchecked).toBe(0)
})

test('a job that was sent without the hub shows later that another computer has the box', async () => {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  const done = await saveBox(boss, platform, box)
  await until(
    () => hub.claims.get(done)?.state,
    (state) => state === 'done',
  )
  van.line.hub = false
  const id = await saveBox(van, platform, box)
  await van.jobIn(id, 'done')

  van.line.hub = true
  await van.call('fleet.try-now', {})

  const job = await jobAs(van, id, ({ summary }) => summary.fleet?.state === 'conflict')
  expect(job.summary).toMatchObject({ state: 'done', fleet: { station: 'Office', isDone: true } })
  expect(await van.fleet()).toMatchObject({ conflicts: 1 })
})

test('jobs are sent even if the hub does not answer, and the hub is shown as unreached', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { van } = await openTwoDesks(hub, platform)
  await hub.set('silent')
  const ids = [await saveBox(van, platform), await saveBox(van, platform), await saveBox(van, platform)]
  for (const { summary } of await atRest(van, ids))
    expect(summary).toMatchObject({ state: 'done', fleet: { state: 'not-checked' } })
  expect(await van.fleet()).toMatchObject({ link: 'unreached', failure: 'timed-out' })
})

test('a technician can send a job although another computer has the box, and the reason is recorded', async () => {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  await boss.jobIn(await saveBox(boss, platform, box), 'done')
  const id = await saveBox(van, platform, box)
  await van.jobIn(id, 'needs-you')

  await van.call('job.check-again', { id })
  await jobAs(van, id, ({ summary, steps }) => summary.state === 'needs-you' && steps[0]?.choices.length === 1)
  await van.call('job.go-on-anyway', { id, reason: 'The box came back' })

  const { summary, steps } = await van.jobIn(id, 'done')
  expect(summary.fleet).toMatchObject({ state: 'accepted', station: 'Office' })
  expect(steps[0]?.choices).toMatchObject([
    { action: 'check-again' },
    { action: 'go-on-anyway', reason: 'The box came back' },
  ])
  expect(await van.fleet()).toMatchObject({ conflicts: 0 })
  const { rows } = await van.call('activity.list', { filter: { outcome: 'decided' }, limit: 10 })
  expect(rows[0]).toMatchObject({ action: 'go-on-anyway', words: 'The box came back' })
  expect(await van.refusal('job.go-on-anyway', { id, reason: 'again' })).toBe('changed-meanwhile')
})

/** A box that the office holds, and a job of the van that lost it. `giveBack`: the office drops its job. */
async function loseBox() {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  await boss.call('queue.pause', {})
  const held = await saveBox(boss, platform, box)
  await until(() => hub.claims.has(held), Boolean)
  const id = await saveBox(van, platform, box)
  await van.jobIn(id, 'needs-you')
  const giveBack = async (): Promise<void> => {
    await boss.call('job.drop', { id: held, reason: 'Another appointment' })
    await until(
      () => hub.claims.get(held)?.state,
      (state) => state === 'released',
    )
  }
  return { hub, platform, box, van, id, giveBack }
}

test('a dropped job releases its box, and the other computer can activate it', async () => {
  const { hub, platform, box, van, id, giveBack } = await loseBox()

  await giveBack()
  // After this event the computer asks the hub again and gets the box. The technician must still decide.
  hub.tell('work', (await van.fleet())?.station ?? '')
  const freed = await jobAs(van, id, ({ summary }) => summary.fleet?.state !== 'conflict')
  expect(freed.summary).toMatchObject({ state: 'needs-you', fleet: { state: 'freed', station: 'Office' } })
  await van.call('job.check-again', { id })

  expect((await van.jobIn(id, 'done')).summary.fleet).toBeUndefined()
  expect(effectsOn(platform, box)).toEqual(activated)
})

test('a computer asks again about a claim that changed while the hub was answering', async () => {
  const { hub, van, id, giveBack } = await loseBox()

  const station = (await van.fleet())?.station ?? ''
  const countLooks = () => hub.calls.filter((call) => call.station === 'Van 12' && call.name === 'documents.get').length
  const isHeldBack = new Promise<void>((resolve) =>
    hub.holdAnswer('claims.take', 'Van 12', async () => {
      await giveBack()
      const looks = countLooks()
      hub.tell('work', station)
      // The computer asks for documents after this event, which shows that it has also read the event before it.
      hub.tell('documents', station)
      await until(countLooks, (looked) => looked > looks)
      resolve()
    }),
  )
  hub.tell('work', station)
  await isHeldBack
  await jobAs(van, id, ({ summary }) => summary.fleet?.state === 'freed')
})

test(
  'a job is not sent if the hub reports that the job was moved, even if the hub then stops answering',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startFakeHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    const [from, to] = [(await van.fleet())?.station ?? '', (await boss.fleet())?.station ?? '']
    await boss.call('queue.pause', {})
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform)
    await until(() => hub.work.has(id), Boolean)
    await allChecked(van)
    // The computer gets no event about the move, but has a change to report: the platform does not answer.
    hub.muteEvents(true)
    expect(await boss.call('fleet.rescue', { from, to })).toMatchObject({ moved: 1 })
    platform.setFaults([{ match: {}, fault: { kind: 'status', status: 503, commit: false } }])
    const isSilent = new Promise<void>((resolve) =>
      hub.holdAnswer('work.put', 'Van 12', async () => {
        await hub.set('silent')
        resolve()
      }),
    )
    await van.call('queue.resume', {})
    await isSilent
    platform.setFaults([])
    await jobAs(van, id, ({ summary }) => summary.why?.code === 'claim-lapsed')
    expect(platform.ledger()).toEqual([])

    await hub.set('answers')
    await van.call('fleet.try-now', {})
    await jobAs(van, id, ({ summary }) => summary.fleet?.state === 'moved')
    expect(platform.ledger()).toEqual([])
  },
)

test('each changing call is confirmed at the hub before it is sent', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { van } = await openTwoDesks(hub, platform)
  const sentBefore: number[] = []
  hub.holdAnswer('claims.confirm', 'Van 12', async () => void sentBefore.push(platform.ledger().length))
  const id = await saveBox(van, platform)
  await van.jobIn(id, 'done')
  const asked = hub.calls.filter(({ station, name }) => station === 'Van 12' && name.startsWith('claims.'))
  expect(sentBefore).toEqual([0])
  expect(platform.ledger().filter(({ effect }) => effect === 'create')).toHaveLength(1)
  // A slow computer may report the job twice before it is sent.
  expect([...new Set(asked.map(({ name }) => name))].slice(0, 2)).toEqual(['claims.take', 'claims.confirm'])
  expect(hub.claims.get(id)).toMatchObject({ isConfirmed: true })
})

test('a hub that accepts no more copies still counts as reached, and the job shows that the hub has no copy', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { van } = await openTwoDesks(hub, platform)
  hub.refuseWork()
  await van.call('queue.pause', {})
  const id = await saveBox(van, platform)
  const reported = () => hub.stations().find(({ name }) => name === 'Van 12')?.status?.counts.unsent
  await until(reported, (unsent) => unsent === 1)
  expect(hub.work.size).toBe(0)
  expect(await van.fleet()).toMatchObject({ link: 'reached', unchecked: 0 })
  await jobAs(van, id, ({ summary }) => summary.fleet?.state === 'uncared')
  expect((await van.fleet())?.uncared).toBe(1)
  hub.refuseWork(false)
  await van.call('job.drop', { id, reason: 'Typed twice' })
  await until(van.fleet, (fleet) => fleet?.uncared === 0)
})

test('a hub that accepts no more claims delays no job, and learns what else the computer has to tell', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { van } = await openTwoDesks(hub, platform)
  await van.call('queue.pause', {})
  const held = await saveBox(van, platform)
  await until(() => hub.claims.has(held), Boolean)
  const refused = hub.refuseClaims()
  const id = await saveBox(van, platform)
  await until(() => hub.work.has(id), Boolean)
  await van.call('queue.resume', {})
  for (const one of [held, id]) await van.jobIn(one, 'done')
  await until(
    () => hub.claims.get(held)?.state,
    (state) => state === 'done',
  )
  await until(
    () => hub.work.size,
    (size) => size === 0,
  )
  expect(await van.fleet()).toMatchObject({ link: 'reached', unchecked: 1 })
  // It asks once for each change, and before each call to the platform.
  expect(refused()).toBeGreaterThan(0)
  expect(refused()).toBeLessThan(30)
})

test("a supervisor's computer asks the hub only once about each of its jobs, although it gets events about all jobs", async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss } = await openTwoDesks(hub, platform)
  const stationOfBoss = (await boss.fleet())?.station ?? ''
  await boss.call('queue.pause', {})
  const ids: string[] = []
  for (let job = 0; job < 6; job += 1) {
    ids.push(await saveBox(boss, platform))
    await allChecked(boss)
    await until(
      () => boss.call('fleet.work', { station: stationOfBoss }),
      ({ jobs }) => jobs.length === ids.length,
    )
  }
  const asked = hub.calls.flatMap(({ name, request }) =>
    name === 'claims.take' ? (request as HubRequest<'claims.take'>).jobs.map(({ job }) => job) : [],
  )
  expect(asked).toEqual(ids)
})

test('a job is checked at the hub even if the hub has closed an idle connection', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { van } = await openTwoDesks(hub, platform)
  await van.jobIn(await saveBox(van, platform), 'done')
  hub.cutConnections()
  const id = await saveBox(van, platform)
  expect((await van.jobIn(id, 'done')).summary.fleet).toBeUndefined()
  expect(await van.fleet()).toMatchObject({ link: 'reached' })
})

test('a computer signs in again after the hub forgot all sessions', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { van } = await openTwoDesks(hub, platform)
  hub.endSessions()
  const id = await saveBox(van, platform)
  expect((await van.jobIn(id, 'done')).summary.fleet).toBeUndefined()
})

test('two jobs of one computer on the same box are not reported as a conflict', async () => {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { van } = await openTwoDesks(hub, platform)
  await van.jobIn(await saveBox(van, platform, box), 'done')
  await until(() => hub.calls.some(({ name }) => name === 'claims.finish'), Boolean)
  const again = await van.call('job.save', {
    draftId: anyDraftId(),
    intent: { kind: 'hostname', box: { identifier: box, raw: '', model: '' }, hostname: platform.hostnames[0] ?? '' },
    evenIfKnown: true,
  })
  expect((await van.jobIn(again.id, 'done')).summary.fleet).toBeUndefined()
})

test('a renewal is sent although the clock was set back, if the hub answers', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const system = createSystemClock()
  let ahead = 3 * 86_400_000
  const clock: Clock = { ...system, now: () => system.now() + ahead }
  const [code, name] = [await hub.firstCode(), 'Office']
  const boss = await openDesk(hub, platform, { code, name }, { ports: { clock } })
  const renewal = await saveRenewal(boss, platform)
  await until(() => hub.work.has(renewal), Boolean)
  ahead = 0
  await boss.call('queue.resume', {})
  const { summary } = await boss.jobIn(renewal, 'done', 'waiting')
  expect(summary).toMatchObject({ state: 'done' })
})

test('a conflict of a job that the technician dropped no longer counts', async () => {
  const [hub, platform, box] = [await startFakeHub(), await openPlatform(), anyMac()]
  const { boss, van } = await openTwoDesks(hub, platform)
  await boss.jobIn(await saveBox(boss, platform, box), 'done')
  const id = await saveBox(van, platform, box)
  await van.jobIn(id, 'needs-you')
  expect(await van.fleet()).toMatchObject({ conflicts: 1 })
  await van.call('job.drop', { id, reason: 'Not ours' })
  await until(van.fleet, (fleet) => fleet?.conflicts === 0)
})
