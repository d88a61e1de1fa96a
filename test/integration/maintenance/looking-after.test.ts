import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { readAbout } from '../../../src/main/maintenance/backup-files.ts'
import { ledger } from '../../../src/main/storage/migrations/0001-ledger.ts'
import { unwrapByPassphrase } from '../../../src/main/vault/key-file.ts'
import { openApp, openPlatform } from '../../fakes/test-app.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { productOf, save } from '../app/activate.ts'
import { createHastyClock } from './hasty-clock.ts'
import { atRest, openComputer, passphrase, saveUnsent } from './work.ts'

const backupsIn = (folder: string): readonly string[] => readdirSync(join(folder, 'backups'))

test('a backup is made automatically soon after the start', async () => {
  const platform = await openPlatform()
  const clock = createHastyClock()
  const app = await openComputer(platform, { clock })
  await saveUnsent(app, platform, 2)
  await expect
    .poll(async () => (await app.call('app.snapshot', {})).maintenance.lastBackup, { timeout: 5000 })
    .toBeTypeOf('number')
  expect((await app.call('maintenance.list-backups', {})).backups[0]).toMatchObject({ state: 'sound', isOwn: true })
})

test('a failed backup is reported, and work goes on', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  writeFileSync(join(app.folder, 'backups'), 'a file is in the way')
  expect(await app.refusal('maintenance.back-up', {})).toBe('file-unusable')
  expect((await app.call('app.snapshot', {})).maintenance.backupFailure).toBe('failed')
  const id = await save(app, newCustomer(productOf(platform)))
  expect((await app.jobIn(id, 'done')).summary.state).toBe('done')
})

test('the file of a backup contains no token, no customer and no key that can be read without the passphrase', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const intent = newCustomer(productOf(platform))
  await app.call('queue.pause', {})
  await save(app, intent)
  const { name } = await app.call('maintenance.back-up', {})
  const path = join(app.folder, 'backups', name)
  const database = new DatabaseSync(path, { readOnly: true })
  const about = readAbout(String(database.prepare("SELECT value FROM fact WHERE name = 'backup'").get()?.['value']))
  expect(database.prepare('SELECT id FROM job').all()).toHaveLength(1)
  database.close()
  if (about?.key?.protection !== 'passphrase') throw new Error('The backup has another key')
  const dataKey = Buffer.from((await unwrapByPassphrase(about.key, passphrase)) ?? '')
  expect(dataKey).toHaveLength(32)

  const { lastname, street } = intent.customer
  const words = [platform.authToken, passphrase, lastname, street, intent.logIn.password ?? '']
  const keys = (['base64', 'base64url', 'hex'] as const).map((encoding) => dataKey.toString(encoding))
  const file = readFileSync(path)
  expect(file.includes(about.installation)).toBe(true)
  expect([...words, ...keys, dataKey].filter((secret) => secret.length > 0 && file.includes(secret))).toEqual([])
})

test('the details of finished jobs are purged after the days in the settings, and their outcomes stay', async () => {
  const platform = await openPlatform()
  const clock = createHastyClock()
  const app = await openComputer(platform, { clock })
  await app.call('preferences.save', { retentionDays: 10 })
  const ids = [await save(app, newCustomer(productOf(platform))), await save(app, newCustomer(productOf(platform)))]
  await atRest(app, ids)
  clock.passDays(11)

  await expect
    .poll(() => app.call('job.list', { limit: 5 }), { timeout: 8000 })
    .toMatchObject({
      jobs: [
        { state: 'done', isPurged: true },
        { state: 'done', isPurged: true },
      ],
    })
  expect(await app.refusal('job.read', { id: ids[0] ?? '' })).toBe('purged-record')
  expect(await app.refusal('job.check-again', { id: ids[0] ?? '' })).toBe('not-found')
  expect((await app.call('app.snapshot', {})).counts.done).toBe(2)
})

test('the user ID and the box of a purged job are still recognized, so that neither is used twice', async () => {
  const platform = await openPlatform()
  const clock = createHastyClock()
  const app = await openComputer(platform, { clock })
  await app.call('preferences.save', { retentionDays: 1 })
  const intent = newCustomer(productOf(platform), { logIn: { userid: '4820913775', password: 'kv7tm2xwpa' } })
  await atRest(app, [await save(app, intent)])
  clock.passDays(3)
  await expect
    .poll(async () => (await app.call('job.list', { limit: 1 })).jobs[0]?.isPurged, { timeout: 8000 })
    .toBe(true)

  const other = newCustomer(productOf(platform), { logIn: intent.logIn })
  expect(await app.refusal('job.save', { draftId: 'another draft', intent: other, evenIfKnown: true })).toBe(
    'log-in-in-job',
  )
  expect((await app.call('box.look-up', { identifier: intent.box.identifier })).jobs).toMatchObject([
    { isPurged: true },
  ])
})

test('nothing is purged with a retention of 0 days', async () => {
  const platform = await openPlatform()
  const clock = createHastyClock()
  const app = await openComputer(platform, { clock })
  await app.call('preferences.save', { retentionDays: 0 })
  const id = await save(app, newCustomer(productOf(platform)))
  await atRest(app, [id])
  clock.passDays(35)
  // The first sweep that ends may have begun before the date changed; the second one has not.
  const before = clock.hourlyWaits()
  await expect.poll(clock.hourlyWaits, { timeout: 8000 }).toBeGreaterThanOrEqual(before + 2)
  expect((await app.call('job.read', { id })).summary.state).toBe('done')
})

test('memory is returned to the system after each round of maintenance', async () => {
  const clock = createHastyClock()
  let times = 0
  await openComputer(await openPlatform(), { clock, giveBackMemory: () => (times += 1) })
  await expect.poll(() => times, { timeout: 8000 }).toBeGreaterThanOrEqual(2)
})

test('a ledger of the first release is backed up before its migration', async () => {
  const folder = makeFolder()
  const old = new DatabaseSync(join(folder, 'setdesk.db'))
  old.exec(
    `PRAGMA journal_mode = WAL; ${ledger} PRAGMA user_version = 1; INSERT INTO fact VALUES ('installation', 'AB23CD')`,
  )
  old.close()

  const app = await openApp(folder)
  await app.call('vault.protect', { passphrase })

  const [name = ''] = backupsIn(folder)
  const copy = new DatabaseSync(join(folder, 'backups', name), { readOnly: true })
  expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
  copy.close()
  expect((await app.call('app.snapshot', {})).installation).not.toBe('')
})
