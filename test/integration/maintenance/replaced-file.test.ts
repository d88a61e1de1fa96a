import fs, { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readAbout } from '../../../src/main/maintenance/backup-files.ts'
import { schemaVersion } from '../../../src/main/storage/migrations.ts'
import { leaveHalfChanged } from '../../fakes/half-changed.ts'
import { openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { atRest, openComputer, passphrase, saveUnsent, startAgain } from './work.ts'

const leftCopies = (folder: string): string[] => readdirSync(folder).filter((one) => one.startsWith('.setdesk-'))
const countJobs = async (app: TestApp): Promise<number> => (await app.call('job.list', { limit: 10 })).jobs.length

/** Makes each rename to such a path fail as on a full disk, `times` times. */
function failRename(pattern: RegExp, times = Number.POSITIVE_INFINITY): void {
  const own = fs.renameSync
  let left = times
  const renameSync = (from: string, to: string): void => {
    if (pattern.test(to) && left > 0) {
      left -= 1
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    }
    own(from, to)
  }
  Object.assign(fs, { renameSync })
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, { renameSync: own })
    syncBuiltinESMExports()
  })
}

describe('a restore whose swap fails', () => {
  test('before the ledger was moved leaves the ledger in use, without a copy', async () => {
    const platform = await openPlatform()
    const app = await openComputer(platform)
    await saveUnsent(app, platform, 1)
    const { name } = await app.call('maintenance.back-up', {})
    const ids = await saveUnsent(app, platform, 1)
    failRename(/setdesk\.next-/)
    expect(await app.refusal('maintenance.restore', { name })).toBe('storage-full')
    expect(await countJobs(app)).toBe(2)
    expect(leftCopies(app.folder)).toEqual([])
    await app.call('queue.resume', {})
    expect((await atRest(app, ids)).map(({ summary }) => summary.state)).toEqual(['done'])
  })

  test('after the ledger was moved is completed', async () => {
    const platform = await openPlatform()
    const app = await openComputer(platform)
    await saveUnsent(app, platform, 1)
    const { name } = await app.call('maintenance.back-up', {})
    await saveUnsent(app, platform, 1)
    failRename(/\/setdesk\.db$/, 1)
    expect(await app.refusal('maintenance.restore', { name })).toBe('storage-full')
    expect(await countJobs(app)).toBe(1)
    expect(readdirSync(app.folder).filter((one) => one.includes('.next-'))).toEqual([])
  })

  test('and cannot be completed makes no empty ledger, and the next start completes it', async () => {
    const platform = await openPlatform()
    const app = await openComputer(platform)
    await saveUnsent(app, platform, 1)
    const { name } = await app.call('maintenance.back-up', {})
    failRename(/\/setdesk\.db$/, 2)
    expect(await app.refusal('maintenance.restore', { name })).toBe('storage-full')
    expect(readdirSync(app.folder)).not.toContain('setdesk.db')
    await app.stop()
    expect(await countJobs(await startAgain(app.folder))).toBe(1)
  })
})

test('two restores at once are carried out one after the other', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await saveUnsent(app, platform, 1)
  const one = (await app.call('maintenance.back-up', {})).name
  await saveUnsent(app, platform, 2)
  const two = (await app.call('maintenance.back-up', {})).name
  const done = await Promise.all([one, two].map((name) => app.call('maintenance.restore', { name })))
  expect(done).toEqual([{ jobs: 1 }, { jobs: 3 }])
  expect(await countJobs(app)).toBe(3)
  expect(leftCopies(app.folder)).toEqual([])
})

/** The data folder of a stopped computer with two unsent jobs and a large ledger that a kill left half changed. `version`: its schema number. */
async function leaveLarge(version = schemaVersion) {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  const ids = await saveUnsent(before, platform, 2)
  await before.stop()
  const path = join(before.folder, 'setdesk.db')
  const database = new DatabaseSync(path)
  database.exec(`INSERT INTO fact VALUES ('big', hex(zeroblob(6000000))); PRAGMA user_version = ${version}`)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE')
  database.close()
  leaveHalfChanged(path, "INSERT INTO fact VALUES ('half', hex(zeroblob(300000)))")
  return { folder: before.folder, ids, path }
}

describe('a ledger of more than eight megabytes that a kill left half changed', () => {
  test('is opened with all its jobs', async () => {
    const { folder, ids, path } = await leaveLarge()
    const app = await startAgain(folder)
    expect((await app.call('app.snapshot', {})).storage.state).toBe('ok')
    expect((await atRest(app, ids)).map(({ summary }) => summary.state)).toEqual(['done', 'done'])
    await app.stop()
    const database = new DatabaseSync(path, { readOnly: true })
    expect(database.prepare("SELECT 1 FROM fact WHERE name = 'half'").get()).toBeUndefined()
    database.close()
  })

  test('is backed up before its migration', async () => {
    const { folder } = await leaveLarge(schemaVersion - 1)
    const backups = join(folder, 'backups')
    rmSync(backups, { recursive: true, force: true })
    await openApp(folder)
    const [name = ''] = readdirSync(backups)
    const database = new DatabaseSync(join(backups, name), { readOnly: true })
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: schemaVersion - 1 })
    expect(database.prepare('SELECT count(*) AS count FROM job').get()).toEqual({ count: 2 })
    expect(database.prepare("SELECT 1 FROM fact WHERE name = 'half'").get()).toBeUndefined()
    database.close()
    expect(leftCopies(folder)).toEqual([])
  })
})

test('a backup that is made before the passphrase is typed keeps the former key', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await saveUnsent(app, platform, 1)
  const keyPath = join(app.folder, 'key.json')
  await app.stop()
  // The former key of an unfinished change. Its content does not matter here.
  const record = JSON.parse(readFileSync(keyPath, 'utf8')) as object
  writeFileSync(keyPath, JSON.stringify({ ...record, former: 'AAAA' }))
  const path = join(app.folder, 'setdesk.db')
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA user_version = ${schemaVersion - 1}`)
  database.close()
  rmSync(join(app.folder, 'backups'), { recursive: true, force: true })

  await openApp(app.folder)
  const [name = ''] = readdirSync(join(app.folder, 'backups'))
  const backup = new DatabaseSync(join(app.folder, 'backups', name), { readOnly: true })
  const about = backup.prepare("SELECT value FROM fact WHERE name = 'backup'").get()?.['value']
  backup.close()
  expect(readAbout(String(about))?.key).toMatchObject({ former: 'AAAA' })
})

test('the screens learn that a key which was missing is back', async () => {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  await saveUnsent(before, platform, 1)
  await before.stop()
  const keyPath = join(before.folder, 'key.json')
  const key = readFileSync(keyPath)
  rmSync(keyPath)
  const app = await openApp(before.folder)
  expect((await app.call('app.snapshot', {})).vault.state).toBe('lost')
  // The start itself pushes its last snapshot a moment later.
  await delay(300)
  const states: string[] = []
  app.app.listen((event) => {
    if (event.name === 'snapshot') states.push(event.payload.vault.state)
  })
  writeFileSync(keyPath, key)
  expect(await app.refusal('job.list', { limit: 1 })).toBe('locked')
  // A later look at the folder would also tell it, but only after some seconds.
  await expect.poll(() => states.at(-1), { timeout: 2000 }).toBe('locked')
  await app.call('vault.unlock', { passphrase })
  expect(await countJobs(app)).toBe(1)
})
