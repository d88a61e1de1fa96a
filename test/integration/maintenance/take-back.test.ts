import { expect, test } from 'vitest'
import { readTransferHeader } from '../../../src/main/maintenance/transfer-file.ts'
import { openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { productOf, save } from '../app/activate.ts'
import { atRest, countEffects, openComputer, readAndImport, release, saveRenewal, saveUnsent } from './work.ts'

const passphrase = 'carried by hand'
/** An id that no computer has. */
const nobody = 'ZZ99ZZ'
const idOf = async (app: TestApp): Promise<string> => (await app.call('app.snapshot', {})).installation
const exportTo = async (from: TestApp, target: string): Promise<string> =>
  (await from.call('maintenance.export-work', { target, passphrase })).file

/** Reads an own file, and takes back what was shown. */
async function takeBack(app: TestApp, file: string) {
  const { digest } = await app.call('maintenance.read-work', { file, passphrase })
  return app.call('maintenance.import-work', { file, passphrase, digest, sourceIsGone: false, isNowhereElse: true })
}

const states = async (app: TestApp, ids: readonly string[]) => {
  const details = await atRest(app, ids)
  return details.map(({ summary }) => summary.state)
}

test.each(['ZZZZZ', 'ZZZZZZZ', 'ZZ99Z0', 'ZZ99ZI', 'ZZ-9ZZ'])(
  'nothing is exported to %s, because no computer has such an id',
  async (target) => {
    const platform = await openPlatform()
    const app = await openComputer(platform)
    const [id = ''] = await saveUnsent(app, platform, 1)
    expect(await app.refusal('maintenance.export-work', { target, passphrase })).toBe('bad-request')
    expect((await app.call('job.read', { id })).summary.state).toBe('saved')
  },
)

test('jobs that were exported to the wrong computer are taken back with the file, and sent once', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await atRest(app, [await save(app, newCustomer(productOf(platform)))])
  const ids = await saveUnsent(app, platform, 3)
  const file = await exportTo(app, nobody)
  expect(await states(app, ids)).toEqual(ids.map(() => 'dropped'))

  const shown = await app.call('maintenance.read-work', { file, passphrase })
  expect(shown).toMatchObject({ kind: 'transfer', exportedTo: nobody, sender: 'known', isChecked: true })
  expect(shown.jobs.map(({ id, isKnown }) => [id, isKnown])).toEqual(ids.map((id) => [id, false]))
  const wish = { file, passphrase, digest: shown.digest, sourceIsGone: false }
  expect(await app.refusal('maintenance.import-work', wish)).toBe('perhaps-imported')
  expect(await states(app, ids)).toEqual(ids.map(() => 'dropped'))

  expect(await takeBack(app, file)).toEqual({ taken: 3, known: 0 })
  const { maintenance } = await app.call('app.snapshot', {})
  expect(maintenance).toMatchObject({ sendLock: 'imported', notices: [{ kind: 'taken-back', from: nobody, jobs: 3 }] })
  await app.call('queue.resume', {})
  await release(app)
  expect(await states(app, ids)).toEqual(ids.map(() => 'done'))
  expect(await takeBack(app, file)).toEqual({ taken: 0, known: 3 })
  expect(countEffects(platform)).toEqual({ create: 4, 'bind-user': 4 })
  // The own key is not stored as that of a foreign computer.
  expect((await app.call('maintenance.read-work', { file, passphrase })).sender).toBe('known')
})

test.each(['the other computer', 'this computer'])(
  'jobs that the other computer has imported anyway are sent once, if %s sends first',
  async (first) => {
    const platform = await openPlatform()
    const [source, target] = [await openComputer(platform), await openComputer(platform)]
    for (const app of [source, target]) await atRest(app, [await save(app, newCustomer(productOf(platform)))])
    const ids = await saveUnsent(source, platform, 2)
    const file = await exportTo(source, await idOf(target))
    await readAndImport(target, { file, passphrase })
    await takeBack(source, file)
    await source.call('queue.resume', {})
    const order = first === 'this computer' ? [source, target] : [target, source]
    for (const app of order) {
      await release(app)
      expect(await states(app, ids)).toEqual(['done', 'done'])
    }
    expect(countEffects(platform)).toEqual({ create: 4, 'bind-user': 4 })
  },
)

test('a renewal that was taken back waits for the technician, because the other computer may have sent it', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const renewal = await saveRenewal(app, platform)
  await takeBack(app, await exportTo(app, nobody))
  await release(app)
  await app.call('queue.resume', {})
  const [detail] = await atRest(app, [renewal])
  expect(detail?.summary).toMatchObject({ state: 'needs-you', why: { code: 'perhaps-sent-unreadable' } })
  expect(countEffects(platform)).not.toHaveProperty('renew')
})

test('a renewal that was sent before the export and taken back counts as sent once, so it can be sent once more', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  platform.setFaults([{ match: { effect: 'renew' }, times: 1, fault: { kind: 'drop-before-commit' } }])
  const renewal = await saveRenewal(app, platform)
  await app.call('queue.resume', {})
  await atRest(app, [renewal])
  await takeBack(app, await exportTo(app, nobody))
  await release(app)
  await app.call('queue.resume', {})
  await atRest(app, [renewal])
  await app.call('job.send-again', { id: renewal })
  expect(await states(app, [renewal])).toEqual(['done'])
  expect(countEffects(platform)).toMatchObject({ renew: 1 })
})

test('a file does not bring back a job that was exported again later', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await saveUnsent(app, platform, 1)
  const former = await exportTo(app, nobody)
  await takeBack(app, former)
  await release(app)
  const later = await exportTo(app, 'YY88YY')

  expect(await app.refusal('maintenance.read-work', { file: former, passphrase })).toBe('other-computer')
  expect(await takeBack(app, later)).toEqual({ taken: 1, known: 0 })
})

test('jobs that were dropped after they were taken back can be taken back again', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const ids = await saveUnsent(app, platform, 1)
  const file = await exportTo(app, nobody)
  await takeBack(app, file)
  await app.call('maintenance.release', { work: 'leave-there', lock: 'imported' })
  expect(await states(app, ids)).toEqual(['dropped'])
  expect(await takeBack(app, file)).toEqual({ taken: 1, known: 0 })
})

test('a backup from before the export has the jobs that were taken back, and does not send them again', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await atRest(app, [await save(app, newCustomer(productOf(platform)))])
  const ids = await saveUnsent(app, platform, 1)
  const { name } = await app.call('maintenance.back-up', {})
  const file = await exportTo(app, nobody)
  expect(readTransferHeader(Buffer.from(file, 'base64'))?.target).toBe(nobody)
  await takeBack(app, file)
  await release(app)
  await app.call('queue.resume', {})
  expect(await states(app, ids)).toEqual(['done'])

  await app.call('maintenance.restore', { name })
  expect(await states(app, ids)).toEqual(['done'])
  expect(countEffects(platform)).toEqual({ create: 2, 'bind-user': 2 })
})
