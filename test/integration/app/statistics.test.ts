import { expect, test } from 'vitest'
import type { JobState } from '../../../src/shared/domain/job.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { anyMac, newCustomer } from '../../fakes/intents.ts'
import { productOf, quick, save } from './activate.ts'

/** An app in which Léa Brun activated a box and was refused once, and Sam Lee bound a box to a hostname. */
async function openWithJobs() {
  const platform = await openPlatform()
  const app = await openApp()
  await app.call('preferences.save', { technician: 'Léa Brun' })
  await connect(app, platform, quick)
  const work = async (intent: Parameters<typeof save>[1], state: JobState) => {
    const id = await save(app, intent)
    await app.jobIn(id, state)
    return id
  }
  const done = await work(newCustomer(productOf(platform)), 'done')
  const refused = await work(newCustomer('no-such-product'), 'refused')
  await app.call('preferences.save', { technician: 'Sam Lee' })
  const box = { identifier: anyMac(), raw: '', model: '' }
  const bound = await work({ kind: 'hostname', box, hostname: platform.hostnames[0] ?? '' }, 'done')
  return { app, done, refused, bound }
}

const aroundNow = () => [Date.now() - 60_000, Date.now() + 60_000]
const statistics = (app: TestApp, more: { technician?: string; kinds?: ['hostname'] } = {}) =>
  app.call('activity.statistics', { edges: aroundNow(), ...more })

test('the statistics count the jobs of a period by outcome, technician and reason of refusal', async () => {
  const { app } = await openWithJobs()
  const { total, periods, technicians, reasons, isCut } = await statistics(app)
  expect(total).toMatchObject({ jobs: 3, done: 2, needsYou: 1, firstTimeRight: 2 })
  expect(periods).toEqual([total])
  expect(technicians.map(({ name, jobs, needsYou }) => [name, jobs, needsYou])).toEqual([
    ['Léa Brun', 2, 1],
    ['Sam Lee', 1, 0],
  ])
  expect(reasons).toEqual([{ words: expect.stringMatching(/product/i), jobs: 1 }])
  expect(isCut).toBe(false)
})

test('the statistics can be limited to a technician, a kind, or a period', async () => {
  const { app } = await openWithJobs()
  expect((await statistics(app, { technician: 'lea' })).total.jobs).toBe(2)
  expect((await statistics(app, { kinds: ['hostname'] })).total.jobs).toBe(1)
  expect((await app.call('activity.statistics', { edges: [0, 1] })).total.jobs).toBe(0)
})

test('the statistics do not count a dropped job as right the first time', async () => {
  const { app, refused } = await openWithJobs()
  await app.call('job.drop', { id: refused, reason: 'The customer moved out' })
  expect((await statistics(app)).total).toMatchObject({ dropped: 1, needsYou: 0, firstTimeRight: 2 })
})

test('the list of jobs can be limited to a technician, a kind, or a period', async () => {
  const { app, done, refused, bound } = await openWithJobs()
  const ids = async (which: { technician?: string; kinds?: ['hostname']; from?: number; to?: number }) =>
    (await app.call('job.list', { limit: 10, ...which })).jobs.map(({ id }) => id)
  const [from = 0, to = 0] = aroundNow()
  expect(await ids({ from, to })).toEqual([bound, refused, done])
  expect(await ids({ technician: 'BRUN' })).toEqual([refused, done])
  expect(await ids({ kinds: ['hostname'] })).toEqual([bound])
  expect(await ids({ to: from })).toEqual([])
  expect(await ids({ from: to })).toEqual([])
})
