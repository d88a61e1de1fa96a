import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { ledgerFileName } from '../../../src/main/storage/files.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { productOf, save } from '../app/activate.ts'
import { atRest, countEffects, expectNothingSent, openComputer, saveUnsent, startAgain } from './work.ts'

const elsewhere = { machineId: () => Promise.resolve('another machine') }

test('a copied folder gets its own id, and sends nothing until the technician says that the original is gone', async () => {
  const platform = await openPlatform()
  const original = await openComputer(platform)
  const ids = await saveUnsent(original, platform, 4)
  const { installation } = await original.call('app.snapshot', {})
  await original.stop()
  const folder = makeFolder()
  cpSync(original.folder, folder, { recursive: true })

  const copy = await startAgain(folder, elsewhere)
  const snapshot = await copy.call('app.snapshot', {})
  expect(snapshot.installation).not.toBe(installation)
  expect(snapshot.maintenance).toMatchObject({
    sendLocked: true,
    notices: [{ kind: 'copied', from: installation, jobs: 4 }],
  })
  const fresh = await save(copy, newCustomer(productOf(platform)))
  await copy.call('queue.resume', {})
  await expectNothingSent(copy, platform)
  expect((await copy.call('job.read', { id: fresh })).summary.state).toBe('saved')

  await copy.call('maintenance.release', { work: 'send-here' })
  await atRest(copy, [...ids, fresh])
  expect(countEffects(platform)).toEqual({ create: 5, 'bind-user': 5 })
})

test('a copy in another folder of the same computer sends nothing until the technician says that the original is gone', async () => {
  const platform = await openPlatform()
  const original = await openComputer(platform)
  const ids = await saveUnsent(original, platform, 2)
  await original.stop()
  const copied = makeFolder()
  cpSync(original.folder, copied, { recursive: true })

  const copy = await startAgain(copied)
  await expectNothingSent(copy, platform)
  expect((await copy.call('app.snapshot', {})).maintenance).toMatchObject({
    sendLock: 'copied',
    notices: [{ kind: 'copied', jobs: 2 }],
  })
  const again = await startAgain(original.folder)
  expect((await again.call('app.snapshot', {})).maintenance).toMatchObject({ sendLocked: false, notices: [] })
  await atRest(again, ids)
  await copy.call('maintenance.release', { work: 'leave-there' })
  expect(countEffects(platform)).toEqual({ create: 2, 'bind-user': 2 })
})

test('a folder of an earlier version does not count as a copy', async () => {
  const platform = await openPlatform()
  const original = await openComputer(platform)
  const ids = await saveUnsent(original, platform, 1)
  await original.stop()
  const file = new DatabaseSync(join(original.folder, ledgerFileName))
  file.exec("DELETE FROM fact WHERE name = 'folder'")
  file.close()

  const again = await startAgain(original.folder, { folderId: () => 'made 1' })
  expect((await again.call('app.snapshot', {})).maintenance).toMatchObject({ sendLocked: false, notices: [] })
  await atRest(again, ids)
  await again.stop()
  const copy = await startAgain(original.folder, { folderId: () => 'made 2' })
  expect((await copy.call('app.snapshot', {})).maintenance.notices).toMatchObject([{ kind: 'copied' }])
})

test('a folder does not count as a copy if the system does not tell its id, and a later copy still does', async () => {
  const untold = { machineId: () => Promise.resolve(undefined) }
  const platform = await openPlatform()
  const original = await openComputer(platform)
  const ids = await saveUnsent(original, platform, 1)
  const { installation } = await original.call('app.snapshot', {})
  await original.stop()
  for (const ports of [untold, {}]) {
    const again = await startAgain(original.folder, ports)
    const snapshot = await again.call('app.snapshot', {})
    expect(snapshot.installation).toBe(installation)
    expect(snapshot.maintenance).toMatchObject({ sendLocked: false, notices: [] })
    await atRest(again, ids)
    await again.stop()
  }

  const copy = await startAgain(original.folder, elsewhere)
  expect((await copy.call('app.snapshot', {})).maintenance.notices).toMatchObject([{ kind: 'copied' }])
})

test('a folder that was begun while the system did not tell its id notes the id at the next start', async () => {
  const platform = await openPlatform()
  const original = await openComputer(platform, { machineId: () => Promise.resolve(undefined) })
  const { installation } = await original.call('app.snapshot', {})
  await original.stop()
  const again = await startAgain(original.folder)
  expect((await again.call('app.snapshot', {})).installation).toBe(installation)
  await again.stop()
  const copy = await startAgain(original.folder, elsewhere)
  expect((await copy.call('app.snapshot', {})).installation).not.toBe(installation)
})

test('a copied folder does not send jobs again that the original folder sent after the copying', async () => {
  const platform = await openPlatform()
  const original = await openComputer(platform)
  const ids = await saveUnsent(original, platform, 6)
  await original.stop()
  const folder = makeFolder()
  cpSync(original.folder, folder, { recursive: true })
  const again = await startAgain(original.folder)
  await atRest(again, ids)
  await again.stop()

  const copy = await startAgain(folder, elsewhere)
  await copy.call('maintenance.release', { work: 'send-here' })

  const details = await atRest(copy, ids)
  expect(details.map(({ summary }) => [summary.state, summary.origin])).toEqual(ids.map(() => ['done', 'copied']))
  expect(countEffects(platform)).toEqual({ create: 6, 'bind-user': 6 })
})

test('a copied folder is reported once, and keeps its own id at the next start', async () => {
  const platform = await openPlatform()
  const original = await openComputer(platform)
  await atRest(original, [await save(original, newCustomer(productOf(platform)))])
  await original.stop()

  const copy = await startAgain(original.folder, elsewhere)
  const first = await copy.call('app.snapshot', {})
  // Nothing is left to send, so no send lock is set.
  expect(first.maintenance).toMatchObject({ sendLocked: false, notices: [{ kind: 'copied', jobs: 0 }] })
  await copy.call('maintenance.clear-notices', {})
  await copy.stop()

  const again = await startAgain(original.folder, elsewhere)
  const second = await again.call('app.snapshot', {})
  expect([second.installation, second.maintenance.notices]).toEqual([first.installation, []])
})

test('the send lock of a copied folder is kept after a restart', async () => {
  const platform = await openPlatform()
  const original = await openComputer(platform)
  const ids = await saveUnsent(original, platform, 1)
  await original.stop()
  await (await startAgain(original.folder, elsewhere)).stop()

  const again = await startAgain(original.folder, elsewhere)
  await expectNothingSent(again, platform)
  expect((await again.call('app.snapshot', {})).maintenance.sendLocked).toBe(true)
  await again.call('maintenance.release', { work: 'send-here' })
  await atRest(again, ids)
  expect(countEffects(platform)).toEqual({ create: 1, 'bind-user': 1 })
})

test('a copied folder drops the jobs that the technician leaves to the original, and sends only new jobs', async () => {
  const platform = await openPlatform()
  const original = await openComputer(platform)
  const ids = await saveUnsent(original, platform, 2)
  await original.stop()
  const folder = makeFolder()
  cpSync(original.folder, folder, { recursive: true })
  const copy = await startAgain(folder, elsewhere)
  const fresh = await save(copy, newCustomer(productOf(platform)))

  await copy.call('maintenance.release', { work: 'leave-there' })
  const again = await startAgain(original.folder)

  const left = await atRest(copy, [...ids, fresh])
  expect(left.map(({ summary }) => [summary.state, summary.why?.code])).toEqual([
    ['dropped', 'left-to-original'],
    ['dropped', 'left-to-original'],
    ['done', expect.anything()],
  ])
  expect((await atRest(again, ids)).map(({ summary }) => summary.state)).toEqual(['done', 'done'])
  expect(countEffects(platform)).toEqual({ create: 3, 'bind-user': 3 })
})

test('a backup from before the folder was copied is restored in the copy without asking again who sends', async () => {
  const platform = await openPlatform()
  const original = await openComputer(platform)
  const ids = await saveUnsent(original, platform, 1)
  const { name } = await original.call('maintenance.back-up', {})
  await original.stop()
  const folder = makeFolder()
  cpSync(original.folder, folder, { recursive: true })
  const copy = await startAgain(folder)
  await copy.call('maintenance.release', { work: 'send-here' })
  await copy.call('queue.resume', {})
  await atRest(copy, ids)

  await copy.call('maintenance.restore', { name })
  expect((await copy.call('app.snapshot', {})).maintenance).toMatchObject({
    sendLocked: false,
    notices: [{ kind: 'restored' }],
  })
  await atRest(copy, ids)
  expect(countEffects(platform)).toEqual({ create: 1, 'bind-user': 1 })
})
