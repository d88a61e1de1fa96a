import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { createOperator, takeFile } from '../../fakes/policy.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { productOf, save } from '../app/activate.ts'
import { countEffects } from '../maintenance/work.ts'
import { writeProgram } from './open-installer.ts'
import { openStation } from './open-station.ts'

/** A platform that holds each creation until the test lets it go on. */
async function openSlowPlatform() {
  const arrived: string[] = []
  let gate = Promise.withResolvers<void>()
  const platform = await openPlatform({
    onRequest: async ({ operation }) => {
      if (operation !== 'addCustomerWithDevice') return
      arrived.push(operation)
      await gate.promise
    },
  })
  return {
    platform,
    arrived,
    letGo: () => gate.resolve(),
    holdAgain: () => void (gate = Promise.withResolvers()),
  }
}
const slow = { timeoutSeconds: 60, concurrency: 1 }

test.skipIf(process.platform === 'win32')(
  'a job that is being sent while a version is ready is finished first, and takes effect exactly once',
  async () => {
    const { platform, arrived, letGo } = await openSlowPlatform()
    const station = await openStation(platform, slow)
    const { app } = station
    const id = await save(app, newCustomer(productOf(platform)))
    await expect.poll(() => arrived.length).toBe(1)
    // Nobody works here and no form is open: nothing but the job is in the way.
    await station.waitsFor('work')
    await station.pass(8)
    expect(station.happened).toEqual([])
    expect(readFileSync(station.place, 'utf8')).toBe(writeProgram('0.1.0'))
    expect(platform.ledger()).toEqual([])

    letGo()
    await app.jobIn(id, 'done')
    station.happened.push('done')
    expect(await station.ended).toBe('done')

    expect(station.happened).toEqual(['done', 'restart', 'stopped', 'installed'])
    await expect.poll(station.starts).toEqual(['0.2.0 <>'])
    expect(countEffects(platform)).toEqual({ create: 1, 'bind-user': 1 })

    const { next, trial } = await station.openNext()
    expect(trial).toBeUndefined()
    expect((await next.call('job.read', { id })).summary.state).toBe('done')
    // The platform is done with everything that was sent before this second job, so a repeated call would show.
    const other = (await next.call('job.save', { draftId: anyDraftId(), intent: newCustomer(productOf(platform)) })).id
    await next.jobIn(other, 'done')
    expect(countEffects(platform)).toEqual({ create: 2, 'bind-user': 2 })
    expect(arrived).toHaveLength(2)
  },
)

test.skipIf(process.platform === 'win32')(
  '"Install now" waits for the job that is being sent, and leaves the other jobs to the next version',
  async () => {
    const { platform, arrived, letGo } = await openSlowPlatform()
    const station = await openStation(platform, slow)
    const { app } = station
    const ids = []
    for (let count = 0; count < 4; count += 1) ids.push(await save(app, newCustomer(productOf(platform))))
    await expect.poll(() => arrived.length).toBe(1)
    await station.waitsFor('work')
    await app.call('update.install', {})
    expect(await station.status()).toMatchObject({ waitsFor: 'work', isAsked: true })
    await station.pass(8)
    expect(station.happened).toEqual([])

    letGo()
    expect(await station.ended).toBe('done')
    expect(arrived).toHaveLength(1)
    expect(countEffects(platform)).toEqual({ create: 1, 'bind-user': 1 })

    const { next } = await station.openNext()
    for (const id of ids) await next.jobIn(id, 'done')
    expect(countEffects(platform)).toEqual({ create: 4, 'bind-user': 4 })
    expect(arrived).toHaveLength(4)
  },
)

test.skipIf(process.platform === 'win32')(
  'a version waits while a form is open, but is installed when Setdesk is closed',
  async () => {
    const platform = await openPlatform()
    const station = await openStation(platform)
    const { app } = station
    await app.call('update.report-page', { hasOpenForm: true })
    await station.waitsFor('form')
    await station.pass(8)
    expect(station.happened).toEqual([])
    await station.end(false)
    expect(await station.ended).toBe('done')
    expect(readFileSync(station.place, 'utf8')).toBe(writeProgram('0.2.0'))
    expect(station.starts()).toEqual([])
  },
)

test.skipIf(process.platform === 'win32')(
  'a version that waited for a form is installed once no form is open',
  async () => {
    const platform = await openPlatform()
    const station = await openStation(platform)
    await station.app.call('update.report-page', { hasOpenForm: true })
    await station.waitsFor('form')
    await station.app.call('update.report-page', { hasOpenForm: false })
    expect(await station.ended).toBe('done')
  },
)

test.skipIf(process.platform === 'win32')(
  "the operator's policy says in which ring of a rollout a computer is",
  async () => {
    const station = await openStation(await openPlatform())
    const { app, publish } = station
    const operator = createOperator()
    publish({ ring: 'normal', percentage: 100 })
    // The open form keeps every version from being installed.
    await app.call('update.report-page', { hasOpenForm: true })
    for (const [serial, updates, state] of [
      [1, 'late', 'later'],
      [2, 'early', 'ready'],
      [3, 'late', 'later'],
    ] as const) {
      await takeFile(app, operator.write(serial, { updates }))
      await app.call('update.check', {})
      await expect.poll(station.status).toMatchObject({ state, version: '0.2.0' })
    }
  },
)
