import { readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTransfer } from '../../../src/main/maintenance/transfer-file.ts'
import type { IntentOf } from '../../../src/shared/domain/activation.ts'
import { openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { productOf, save } from '../app/activate.ts'
import { createHastyClock } from './hasty-clock.ts'
import {
  atRest,
  countEffects,
  openComputer,
  passphrase,
  readAndImport,
  release,
  saveRenewal,
  saveUnsent,
  startAgain,
} from './work.ts'

const filePassphrase = 'carried by hand'
const idOf = async (app: TestApp): Promise<string> => (await app.call('app.snapshot', {})).installation
const exportWork = async (from: TestApp, to: TestApp, jobIds?: readonly string[]) =>
  from.call('maintenance.export-work', {
    target: await idOf(to),
    passphrase: filePassphrase,
    ...(jobIds && { jobIds: [...jobIds] }),
  })
const takeIn = (app: TestApp, file: string) => readAndImport(app, { file, passphrase: filePassphrase })

test('transferred jobs are sent once, and only from the target computer', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  // The target's read path is verified by a finished job.
  await atRest(target, [await save(target, newCustomer(productOf(platform)))])
  const ids = await saveUnsent(source, platform, 5)

  const { file, jobs, left } = await exportWork(source, target)
  expect([jobs, left]).toEqual([5, 0])
  await source.call('queue.resume', {})
  expect(await takeIn(target, file)).toEqual({ taken: 5, known: 0 })
  await release(target)

  const details = await atRest(target, ids)
  expect(details.map(({ summary }) => [summary.state, summary.origin])).toEqual(ids.map(() => ['done', 'taken-over']))
  expect(countEffects(platform)).toEqual({ create: 6, 'bind-user': 6 })
  const given = await atRest(source, ids)
  expect(given[0]?.summary).toMatchObject({
    state: 'dropped',
    why: { code: 'exported', detail: await idOf(target) },
  })
  expect(details[0]?.customermappingid).toBe(given[0]?.customermappingid)
})

test('a transfer file that is imported a second time changes nothing, even after a restart', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  // The target's read path is verified by a finished job.
  await atRest(target, [await save(target, newCustomer(productOf(platform)))])
  const ids = await saveUnsent(source, platform, 3)
  const { file } = await exportWork(source, target)
  await target.call('queue.pause', {})
  await takeIn(target, file)

  expect(await takeIn(target, file)).toEqual({ taken: 0, known: 3 })
  await target.stop()
  const again = await startAgain(target.folder)
  expect(await takeIn(again, file)).toEqual({ taken: 0, known: 3 })
  expect((await again.call('app.snapshot', {})).maintenance).toMatchObject({ sendLocked: true, sendLock: 'imported' })
  expect(countEffects(platform)).toEqual({ create: 1, 'bind-user': 1 })
  await release(again)

  expect((await atRest(again, ids)).map(({ summary }) => summary.state)).toEqual(ids.map(() => 'done'))
  expect(countEffects(platform)).toEqual({ create: 4, 'bind-user': 4 })
  expect(await takeIn(again, file)).toEqual({ taken: 0, known: 3 })
  expect((await again.call('job.list', { limit: 50 })).jobs).toHaveLength(4)
  expect(countEffects(platform)).toEqual({ create: 4, 'bind-user': 4 })
})

test('a transfer file is refused on any other computer and without its passphrase', async () => {
  const platform = await openPlatform()
  const [source, target, third] = [
    await openComputer(platform),
    await openComputer(platform),
    await openComputer(platform),
  ]
  await saveUnsent(source, platform, 1)
  const { file, name } = await exportWork(source, target)
  const wish = { file, passphrase: filePassphrase }

  expect(await third.refusal('maintenance.read-work', wish)).toBe('other-computer')
  expect(await target.refusal('maintenance.read-work', { ...wish, passphrase: 'something else' })).toBe(
    'wrong-passphrase',
  )
  const bytes = Buffer.from(file, 'base64')
  for (const at of [0, 60, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    const refused = await target.refusal('maintenance.read-work', { ...wish, file: changed.toString('base64') })
    expect(['file-unusable', 'wrong-passphrase']).toContain(refused)
  }
  expect((await target.call('job.list', { limit: 5 })).jobs).toEqual([])
  expect(readFileSync(join(source.folder, 'hand-over', name)).equals(bytes)).toBe(true)
  if (process.platform !== 'win32') expect(statSync(join(source.folder, 'hand-over', name)).mode & 0o777).toBe(0o600)
  const text = bytes.toString('latin1')
  for (const secret of [platform.authToken, 'Okonkwo', '14 Rue des Lilas']) expect(text).not.toContain(secret)
})

test('a transfer file contains no token', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  const [id] = await saveUnsent(source, platform, 1)
  const { file } = await exportWork(source, target)
  const opened = await openTransfer(Buffer.from(file, 'base64'), filePassphrase)
  expect(opened.ok && opened.value.jobs.map((job) => job.id)).toEqual([id])
  expect(JSON.stringify(opened)).not.toContain(platform.authToken)
})

test('only the chosen jobs are transferred, and the source computer sends the other jobs', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  const [goes = '', stays = ''] = await saveUnsent(source, platform, 2)
  await exportWork(source, target, [goes])
  await source.call('queue.resume', {})
  const [gone, kept] = await atRest(source, [goes, stays])
  expect([gone?.summary.state, kept?.summary.state]).toEqual(['dropped', 'done'])
})

test('transferred jobs can be transferred back, and are then sent once', async () => {
  const platform = await openPlatform()
  const [one, other] = [await openComputer(platform), await openComputer(platform)]
  const [known] = await atRest(one, [await save(one, newCustomer(productOf(platform)))])
  expect(known?.summary.state).toBe('done')
  const ids = await saveUnsent(one, platform, 2)
  const there = await exportWork(one, other)
  await other.call('queue.pause', {})
  await takeIn(other, there.file)
  await release(other)
  const back = await exportWork(other, one)

  expect(await takeIn(one, back.file)).toEqual({ taken: 2, known: 0 })
  await release(one)
  await one.call('queue.resume', {})
  await other.call('queue.resume', {})
  await atRest(one, ids)

  expect(countEffects(platform)).toEqual({ create: 3, 'bind-user': 3 })
  expect(await takeIn(one, back.file)).toEqual({ taken: 0, known: 2 })
})

test.each(['before it was transferred', 'on the other computer'])(
  'a job that was corrected to fewer steps %s can be transferred back, and is then sent as corrected',
  async (where) => {
    const platform = await openPlatform()
    const [one, other] = [await openComputer(platform), await openComputer(platform)]
    const fault = { kind: 'status', status: 400, commit: false, message: 'Invalid city' } as const
    platform.setFaults([{ match: { operation: 'addCustomerWithDevice' }, times: 1, fault }])
    const hostname = platform.hostnames[0] ?? ''
    const id = await save(one, { ...newCustomer(productOf(platform)), hostname })
    await one.jobIn(id, 'refused')
    await one.call('queue.pause', {})
    const correct = async (app: TestApp): Promise<void> => {
      const { intent, revision } = await app.call('job.read', { id })
      const { hostname: _, ...without } = intent as IntentOf<'new-customer'>
      await app.call('job.correct', { id, intent: without, revision })
    }
    if (where === 'before it was transferred') await correct(one)
    const there = await exportWork(one, other)
    await other.call('queue.pause', {})
    await takeIn(other, there.file)
    await release(other)
    if (where === 'on the other computer') await correct(other)
    const back = await exportWork(other, one)
    expect(await takeIn(one, back.file)).toEqual({ taken: 1, known: 0 })
    await release(one)
    // The details of the job can be read, although its plan on this computer once had one step more.
    expect((await one.call('job.read', { id })).steps.map(({ state }) => state)).toEqual([
      'read-back',
      'read-back',
      'skipped',
    ])
    await one.call('queue.resume', {})

    const [sent] = await atRest(one, [id])
    expect(sent?.summary.state).toBe('done')
    expect(countEffects(platform)).toEqual({ create: 1, 'bind-user': 1 })
  },
)

test('a job that comes back is sent, even if its row was purged here meanwhile', async () => {
  const platform = await openPlatform()
  const clock = createHastyClock()
  const [one, other] = [await openComputer(platform, { clock }), await openComputer(platform)]
  await one.call('preferences.save', { retentionDays: 1 })
  const [id = ''] = await saveUnsent(one, platform, 1)
  const there = await exportWork(one, other)
  await other.call('queue.pause', {})
  await takeIn(other, there.file)
  await release(other)
  const back = await exportWork(other, one)
  clock.passDays(3)
  await expect
    .poll(async () => (await one.call('job.list', { limit: 1 })).jobs[0], { timeout: 8000 })
    .toMatchObject({ id, state: 'dropped', isPurged: true })

  expect(await takeIn(one, back.file)).toEqual({ taken: 1, known: 0 })
  await release(one)
  await one.call('queue.resume', {})
  const [sent] = await atRest(one, [id])
  expect(sent?.summary.state).toBe('done')
})

test('transferred jobs do not come back with an older backup', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  const ids = await saveUnsent(source, platform, 3)
  const { name } = await source.call('maintenance.back-up', {})
  await exportWork(source, target)

  await source.call('maintenance.restore', { name })
  await source.call('queue.resume', {})

  const states = (await atRest(source, ids)).map(({ summary }) => [summary.state, summary.why?.code])
  expect(states).toEqual(ids.map(() => ['dropped', 'exported']))
  expect(countEffects(platform)).toEqual({})
})

describe.each([
  ['is a day ahead', 1, 0],
  ['is a day behind', 0, 1],
])('if the clock of a computer %s,', (_, own, others) => {
  const openTwo = async () => {
    const platform = await openPlatform()
    const clocks = [createHastyClock(), createHastyClock()] as const
    const [one, other] = [
      await openComputer(platform, { clock: clocks[0] }),
      await openComputer(platform, { clock: clocks[1] }),
    ]
    clocks[0].passDays(own)
    clocks[1].passDays(others)
    // The read path is verified by a finished job.
    await atRest(one, [await save(one, newCustomer(productOf(platform)))])
    await other.call('queue.pause', {})
    const ids = await saveUnsent(one, platform, 1)
    const { name } = await one.call('maintenance.back-up', {})
    const there = await exportWork(one, other)
    await takeIn(other, there.file)
    await release(other)
    await takeIn(one, (await exportWork(other, one)).file)
    await release(one)
    const restore = async () => {
      await one.call('maintenance.restore', { name })
      await one.call('queue.resume', {})
      return (await atRest(one, ids)).map(({ summary }) => summary.state)
    }
    return { one, other, restore }
  }

  test('jobs that came back to it stay with an older backup', async () => {
    const { restore } = await openTwo()
    expect(await restore()).toEqual(['done'])
  })

  test('jobs that came back and were transferred again do not come back with an older backup', async () => {
    const { one, other, restore } = await openTwo()
    await exportWork(one, other)
    expect(await restore()).toEqual(['dropped'])
  })
})

test('a transfer file gets its final name at the next start if the process died before renaming the file', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  await saveUnsent(source, platform, 1)
  const { name } = await exportWork(source, target)
  await source.stop()
  const path = join(source.folder, 'hand-over', name)
  renameSync(path, `${path}.unmarked`)

  await (await startAgain(source.folder)).stop()

  expect(readdirSync(join(source.folder, 'hand-over'))).toEqual([name])
})

test('jobs from the backup of a lost computer are read back before anything of them is sent', async () => {
  const platform = await openPlatform()
  const [gone, target] = [await openComputer(platform), await openComputer(platform)]
  await atRest(target, [await save(target, newCustomer(productOf(platform)))])
  const ids = await saveUnsent(gone, platform, 4)
  const { name } = await gone.call('maintenance.back-up', {})
  const installation = await idOf(gone)
  // The lost computer sent half of the jobs before it stopped.
  await gone.call('queue.resume', {})
  await atRest(gone, ids.slice(0, 2))
  await gone.stop()
  const sent = countEffects(platform)['create'] ?? 0
  const file = readFileSync(join(gone.folder, 'backups', name)).toString('base64')

  const wish = { file, passphrase }
  expect(await target.refusal('maintenance.read-work', { ...wish, passphrase: 'not this one' })).toBe(
    'wrong-passphrase',
  )
  const { digest, jobs, ...told } = await target.call('maintenance.read-work', wish)
  expect(told).toMatchObject({ source: installation, kind: 'backup', isChecked: true, sender: 'new' })
  expect(jobs.map(({ id, kind, sent: calls }) => [id, kind, calls])).toEqual(ids.map((id) => [id, 'new-customer', 0]))
  expect(await target.refusal('maintenance.import-work', { ...wish, digest, sourceIsGone: false })).toBe(
    'source-must-be-gone',
  )
  expect(await readAndImport(target, wish, true)).toEqual({ taken: 4, known: 0 })
  expect(await readAndImport(target, wish, true)).toEqual({ taken: 0, known: 4 })
  await release(target)

  const details = await atRest(target, ids)
  expect(details.map(({ summary }) => summary.state)).toEqual(ids.map(() => 'done'))
  expect(sent).toBeGreaterThanOrEqual(3)
  expect(countEffects(platform)).toEqual({ create: 5, 'bind-user': 5 })
})

test('a transferred renewal that was never sent waits for the technician of the target computer', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  const id = await saveRenewal(source, platform)
  await takeIn(target, (await exportWork(source, target)).file)
  await release(target)
  expect((await atRest(target, [id]))[0]?.summary.state).toBe('needs-you')
  expect(countEffects(platform)).not.toHaveProperty('renew')
})

test('the effect of a transferred renewal with a lost reply is recognized by the former end date', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  const id = await saveRenewal(source, platform)
  const busy = { kind: 'too-many-requests', retryAfterSeconds: 1 } as const
  platform.setFaults([
    { match: { operation: 'renewCustomerV2' }, times: 1, fault: { kind: 'drop-after-commit' } },
    { match: { operation: 'getCustomer_V2' }, after: 1, fault: busy },
  ])
  await source.call('queue.resume', {})
  await source.jobIn(id, 'waiting')
  const { file } = await exportWork(source, target)
  platform.setFaults([])
  await takeIn(target, file)
  await release(target)

  expect((await atRest(target, [id]))[0]?.summary.state).toBe('done')
  expect(countEffects(platform)['renew']).toBe(1)
})

test('an import asks which of two connections is meant, and refuses a platform without a connection here', async () => {
  const platform = await openPlatform()
  const elsewhere = await openPlatform()
  const [source, target, stranger] = [
    await openComputer(platform),
    await openComputer(platform),
    await openComputer(elsewhere),
  ]
  await saveUnsent(source, platform, 2)
  const [first = ''] = (await source.call('job.list', { limit: 1 })).jobs.map(({ id }) => id)
  const toStranger = await exportWork(source, stranger, [first])
  expect(await stranger.refusal('maintenance.read-work', { file: toStranger.file, passphrase: filePassphrase })).toBe(
    'no-connection',
  )

  const { file } = await exportWork(source, target)
  const form = {
    name: 'The same again',
    colour: 'teal' as const,
    baseUrl: platform.url,
    crmService: platform.crmService,
    cmsService: platform.cmsService,
  }
  const { id } = await target.call('connection.add', { form, token: platform.authToken })
  const wish = { file, passphrase: filePassphrase }
  expect(await target.refusal('maintenance.read-work', wish)).toBe('several-connections')
  expect(await readAndImport(target, { ...wish, connectionId: id })).toEqual({ taken: 1, known: 0 })
})

test('jobs that were saved with other connection settings are not transferred, because the target would refuse them', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  const [earlier = ''] = await saveUnsent(source, platform, 1)
  const [connection] = (await source.call('app.snapshot', {})).connections
  if (connection === undefined) throw new Error('There is no connection')
  await source.call('connection.save', { ...connection.settings, creation: 'addCustomer' })
  const wish = { target: await idOf(target), passphrase: filePassphrase }
  expect(await source.refusal('maintenance.export-work', wish)).toBe('other-settings')

  await saveUnsent(source, platform, 1)
  const { jobs, left, otherSettings } = await source.call('maintenance.export-work', wish)
  expect([jobs, left, otherSettings]).toEqual([1, 0, 1])
  await source.call('queue.resume', {})
  expect((await atRest(source, [earlier]))[0]?.summary.state).toBe('done')
})

test('the jobs that stay because they are being sent are counted, also among jobs with other settings and among given jobs', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  const refused = await save(source, newCustomer('no-such-product'))
  await source.jobIn(refused, 'refused')
  const [connection] = (await source.call('app.snapshot', {})).connections
  if (connection === undefined) throw new Error('There is no connection')
  await source.call('connection.save', { ...connection.settings, creation: 'addCustomer' })
  await platform.setOptions({ latencyMs: 4000 })
  const sending = await save(source, newCustomer(productOf(platform)))
  await source.jobIn(sending, 'sending')

  const [saved = ''] = await saveUnsent(source, platform, 1)
  expect(await exportWork(source, target, [saved, sending])).toMatchObject({ jobs: 1, left: 1, otherSettings: 0 })
  await saveUnsent(source, platform, 1)
  expect(await exportWork(source, target)).toMatchObject({ jobs: 1, left: 1, otherSettings: 1 })
})
