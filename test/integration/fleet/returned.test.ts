import { expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { JobDetail } from '../../../src/shared/domain/job.ts'
import { anyDraftId, anyMac } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn } from '../app/activate.ts'
import { countEffects, openComputer, release, saveRenewal } from '../maintenance/work.ts'
import { allChecked, inCare, jobAs, openTwoDesks, saveBox, stationOf, until, type Desk } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

const passphrase = 'carried by hand'

const isContested = ({ summary }: JobDetail): boolean => summary.fleet?.state === 'conflict'

/** Moves the only job of a computer to another one once the hub has its latest copy, and waits until it is there. */
async function moveJob(boss: Desk, id: string, from: Desk, to: Desk): Promise<void> {
  const [source, target] = [await stationOf(from), await stationOf(to)]
  await until(
    () => boss.call('fleet.work', { station: source }),
    ({ jobs }) => jobs[0]?.state === 'waiting',
  )
  await boss.call('fleet.rescue', { from: source, to: target })
  await until(
    () => to.call('job.read', { id }).catch(() => undefined),
    (job) => job !== undefined && job.summary.state !== 'dropped',
  )
}

test(
  'a renewal that was moved away and came back counts each call of its first computer once',
  // It waits for the processing time of two calls, which takes longer on a busy computer.
  { timeout: 150_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform, { resendsRenewals: true })
    await boss.call('queue.pause', {})
    const id = await saveRenewal(van, platform)
    await allChecked(van)
    const calls = () => platform.requests().filter(({ operation }) => operation?.startsWith('renew')).length
    platform.setFaults([{ match: { effect: 'renew' }, fault: { kind: 'drop-before-commit' } }])
    await van.call('queue.resume', {})
    await until(calls, (count) => count === 1)
    van.line.platform = false
    await jobAs(van, id, ({ summary }) => summary.state === 'waiting')

    await moveJob(boss, id, van, boss)
    await moveJob(boss, id, boss, van)
    van.line.platform = true

    expect((await van.jobIn(id, 'needs-you')).summary.why?.code).toBe('sent-twice')
    expect(calls()).toBe(2)
  },
)

test(
  'a job that its computer takes back from its own file is sent once under its claim',
  { timeout: 60_000 },
  async () => {
    const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
    const { boss, van } = await openTwoDesks(hub, platform)
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform, box)
    const station = await stationOf(van)
    const jobs = async () => (await boss.call('fleet.work', { station })).jobs
    await until(jobs, ({ length }) => length === 1)
    const { installation: target } = await boss.call('app.snapshot', {})
    const { file } = await van.call('maintenance.export-work', { target, passphrase })
    const { digest } = await van.call('maintenance.read-work', { file, passphrase })
    const wish = { file, passphrase, digest, sourceIsGone: false, isNowhereElse: true }
    expect(await van.call('maintenance.import-work', wish)).toEqual({ taken: 1, known: 0 })
    await van.call('queue.resume', {})
    await release(van)
    await van.jobIn(id, 'done')
    expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])
    await until(jobs, ({ length }) => length === 0)
    const { holders } = await until(
      () => boss.call('fleet.find', { box }),
      (found) => found.holders[0]?.state === 'done',
    )
    expect(holders).toMatchObject([{ station: { name: 'Van 12' } }])
  },
)

/** Saves renewals of a customer whom the fleet does not know, and sends none of them. */
async function saveRenewals(desk: Desk, platform: Sandbox, count: number): Promise<readonly string[]> {
  const stranger = await openComputer(platform)
  const { intent } = await stranger.call('job.read', { id: await saveRenewal(stranger, platform) })
  await desk.call('queue.pause', {})
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push((await desk.call('job.save', { draftId: anyDraftId(), intent })).id)
  await allChecked(desk)
  return ids
}

/**
 * Moves all jobs of a computer that is away, and sends them from the other one, in the order in which they were saved. Each job is read again
 * first, because the one before it has moved the customer's end date.
 */
async function sendElsewhere(ids: readonly string[], from: Desk, to: Desk): Promise<void> {
  const [source, target] = [await stationOf(from), await stationOf(to)]
  await inCare(to, source, ids.length)
  from.line.hub = false
  await to.call('fleet.rescue', { from: source, to: target })
  await to.call('queue.resume', {})
  for (const id of ids) {
    const canBeSent = (): Promise<unknown> =>
      until(
        () => to.call('job.read', { id }).catch(() => undefined),
        (job) => job?.actions.includes('send-again') === true,
      )
    await canBeSent()
    await to.call('job.check-again', { id })
    await canBeSent()
    await to.call('job.send-again', { id })
    const { userid = '' } = (await to.jobIn(id, 'done')).summary
    await until(
      () => to.call('fleet.find', { userid }),
      ({ holders }) => holders.length === 0,
    )
  }
}

test(
  'a renewal that waited for another one of the same customer is not sent by its former computer',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    const ids = await saveRenewals(van, platform, 2)

    await sendElsewhere(ids, van, boss)
    van.line.hub = true
    await van.call('fleet.try-now', {})
    await van.call('queue.resume', {})

    for (const id of ids)
      expect((await van.jobIn(id, 'dropped', 'done')).summary).toMatchObject({
        fleet: { state: 'moved', station: 'Office' },
      })
    expect(countEffects(platform)['renew']).toBe(2)
  },
)

test(
  'a restored backup shows which computer has got its renewal since, and does not send it',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    const [id = ''] = await saveRenewals(van, platform, 1)
    const { name } = await van.call('maintenance.back-up', {})

    await sendElsewhere([id], van, boss)
    await van.call('maintenance.restore', { name })
    van.line.hub = true
    await van.call('queue.resume', {})

    await van.jobIn(id, 'needs-you', 'done')
    await van.call('fleet.try-now', {})
    expect((await jobAs(van, id, isContested)).summary).toMatchObject({
      state: 'needs-you',
      fleet: { station: 'Office' },
    })
    await van.call('fleet.try-now', {})
    expect(countEffects(platform)['renew']).toBe(1)
  },
)
