import { expect, test } from 'vitest'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'
import { anyDraftId, anyMac } from '../../fakes/intents.ts'

const userid = '4021770010'

const swapFor = (mac = anyMac()) => ({
  kind: 'existing-customer' as const,
  box: { identifier: mac, raw: 'scanned', model: '' },
  userid,
  replaces: { id: '00:1A:79:20:00:00', model: 'STB-420' },
})

async function openShop(offline = false) {
  const platform = await openPlatform({ options: { offline } })
  const app = await openApp()
  await connect(app, platform, { hostnames: [] })
  return { platform, app }
}

test('a swap binds the new box, and the old box is listed as a task until the task is ticked off', async () => {
  const { app } = await openShop()
  const draftId = anyDraftId()
  const { id } = await app.call('job.save', { draftId, intent: swapFor(), evenIfKnown: false })
  await app.jobIn(id, 'done')

  const [task] = (await app.call('task.list', {})).tasks
  expect(task).toMatchObject({
    userid,
    box: { id: '00:1A:79:20:00:00', model: 'STB-420' },
    jobId: id,
    jobState: 'done',
  })
  expect(task?.doneAt).toBeUndefined()
  expect((await app.call('task.list', { userid: 'somebody.else' })).tasks).toEqual([])

  await app.call('task.tick', { id: task?.id ?? '', isDone: true })
  expect((await app.call('task.list', { userid })).tasks[0]?.doneAt).toBeGreaterThan(0)
  await app.call('task.tick', { id: task?.id ?? '', isDone: false })
  expect((await app.call('task.list', { userid })).tasks[0]?.doneAt).toBeUndefined()
})

test('the task of an offline swap is kept after a restart of the app', async () => {
  const platform = await openPlatform({ options: { offline: true } })
  const app = await openApp()
  await app.call('vault.protect', { passphrase: 'seven green kettles' })
  await connect(app, platform, { hostnames: [] })
  await app.call('job.save', { draftId: anyDraftId(), intent: swapFor(), evenIfKnown: false })
  await app.stop()

  const again = await openApp(app.folder)
  await again.call('vault.unlock', { passphrase: 'seven green kettles' })
  expect((await again.call('task.list', { userid })).tasks).toMatchObject([{ userid, jobState: 'saved' }])
  expect(platform.ledger()).toEqual([])
})

test('a swap that is saved twice makes one job and one task', async () => {
  const { app } = await openShop(true)
  const save = { draftId: anyDraftId(), intent: swapFor(), evenIfKnown: false }
  const first = await app.call('job.save', save)
  expect(await app.call('job.save', save)).toEqual(first)
  expect((await app.call('task.list', {})).tasks).toHaveLength(1)
})

test('a swap that is refused creates no task', async () => {
  const { app } = await openShop(true)
  const mac = anyMac()
  const { replaces: _, ...adding } = swapFor(mac)
  await app.call('job.save', {
    draftId: anyDraftId(),
    intent: { ...adding, userid: 'other' },
    evenIfKnown: false,
  })

  const refused = { draftId: anyDraftId(), intent: swapFor(mac), evenIfKnown: false }
  expect(await app.refusal('job.save', refused)).toBe('box-in-job')
  expect((await app.call('task.list', {})).tasks).toEqual([])
})

test('the task of a swap that was corrected to another customer is for that customer, and open', async () => {
  const { app } = await openShop()
  const intent = { ...swapFor(), userid: 'nobody-77' }
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent })
  const { revision } = await app.jobIn(id, 'refused')
  const [task] = (await app.call('task.list', {})).tasks
  await app.call('task.tick', { id: task?.id ?? '', isDone: true })

  await app.call('job.correct', { id, revision, intent: { ...intent, userid } })
  await app.jobIn(id, 'done')

  expect((await app.call('task.list', { userid: 'nobody-77' })).tasks).toEqual([])
  const { tasks } = await app.call('task.list', { userid })
  expect(tasks).toMatchObject([{ id: task?.id, userid, box: intent.replaces, jobId: id, jobState: 'done' }])
  expect(tasks[0]?.doneAt).toBeUndefined()
})

test('an unknown task cannot be ticked off', async () => {
  const { app } = await openShop(true)
  expect(await app.refusal('task.tick', { id: 'not-a-task', isDone: true })).toBe('not-found')
})

test('an unfinished draft stays as it is when a swap is saved', async () => {
  const { app } = await openShop(true)
  const draft = {
    id: 'a-form-that-was-begun',
    kind: 'new-customer' as const,
    box: { raw: '00:1A', asSerial: false, model: '' },
    customer: {
      firstname: 'Rosa',
      lastname: '',
      street: '',
      zipcode: '',
      city: '',
      state: '',
      country: '',
      phone: '',
      mobile: '',
      email: '',
    },
    plan: { productid: '', months: '', days: '', renewalinterval: '1' },
    logIn: { userid: '', password: '' },
    hostname: '',
  }
  await app.call('draft.save', { draft })
  await app.call('job.save', { draftId: anyDraftId(), intent: swapFor(), evenIfKnown: false })
  expect((await app.call('draft.read', {})).draft).toEqual(draft)
})
