import { expect, test } from 'vitest'
import { anyMac, newCustomer } from '../../fakes/intents.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'
import { productOf, quick, save } from './activate.ts'

const snapshotOf = (app: Awaited<ReturnType<typeof openApp>>) => app.call('app.snapshot', {})

test('the network to the training platform can be cut and restored, and a job saved meanwhile is sent afterwards', async () => {
  const app = await openApp()
  await app.call('connection.start-training', {})
  const productid = (await snapshotOf(app)).connections[0]?.settings.products[0]?.productid ?? ''
  const person = { hostname: (await snapshotOf(app)).connections[0]?.settings.hostnames[0] ?? '' }

  await app.call('connection.cut-training', { isCut: true })
  expect((await snapshotOf(app)).isTrainingCut).toBe(true)
  const id = await save(app, newCustomer(productid, person))
  await expect.poll(async () => (await snapshotOf(app)).connections[0]?.link.state).toBe('unreached')
  expect((await app.call('job.read', { id })).summary.state).toBe('saved')

  await app.call('connection.cut-training', { isCut: false })
  expect(await snapshotOf(app)).not.toHaveProperty('isTrainingCut')
  const { steps } = await app.jobIn(id, 'done', 'refused', 'needs-you', 'unconfirmed')
  expect(steps.map(({ state }) => state)).toEqual(steps.map(() => 'done'))
})

test('the network to the training platform is restored after a restart', async () => {
  const folder = makeFolder()
  const first = await openApp(folder)
  await first.call('connection.start-training', {})
  await first.call('connection.cut-training', { isCut: true })
  await first.stop()

  const app = await openApp(folder)
  expect(await snapshotOf(app)).not.toHaveProperty('isTrainingCut')
  const { id } = await app.call('connection.start-training', {})
  await app.call('connection.select', { id })
  expect((await app.call('customers.find', { slot: 'list', filter: {} })).kind).toBe('page')
})

test('cutting the network fails without a training platform, and never affects another connection', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform, quick)
  expect(await app.refusal('connection.cut-training', { isCut: true })).toBe('not-found')

  await app.call('connection.start-training', {})
  await app.call('connection.cut-training', { isCut: true })
  const { connections } = await snapshotOf(app)
  const other = connections.find(({ settings }) => settings.kind === 'platform')?.settings.id ?? ''
  await app.call('connection.select', { id: other })
  const box = { identifier: anyMac(), raw: 'scanned', model: '' }
  const id = await save(app, newCustomer(productOf(platform), { box }))
  expect((await app.jobIn(id, 'done', 'waiting')).summary.state).toBe('done')
})
