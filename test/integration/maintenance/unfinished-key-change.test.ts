import fs, { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { readKeyFile } from '../../../src/main/vault/key-file.ts'
import { openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { aMinute, createLateClock } from './late-clock.ts'
import { atRest, openComputer, passphrase, saveUnsent } from './work.ts'

const fresh = 'another passphrase'

const isChange = (database: DatabaseSync): boolean => {
  try {
    return database.prepare("SELECT 1 FROM fact WHERE name = 'sealed-with'").get() !== undefined
  } catch {
    return false
  }
}

/** A disk that has no room for the change of the key, but room for everything else. */
function fillDisk() {
  const { exec } = DatabaseSync.prototype as { exec: (this: DatabaseSync, sql: string) => void }
  const disk = { isFull: true, tries: 0 }
  DatabaseSync.prototype.exec = function (sql) {
    if (sql.includes('COMMIT') && isChange(this)) {
      disk.tries += 1
      if (disk.isFull) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    }
    exec.call(this, sql)
  }
  onTestFinished(() => void (DatabaseSync.prototype.exec = exec))
  return disk
}

/** Makes the system report this number of free bytes. */
function reportFree(bytes: number): void {
  const own = fs.statfsSync
  const restore = (): void => {
    Object.assign(fs, { statfsSync: own })
    syncBuiltinESMExports()
  }
  Object.assign(fs, { statfsSync: () => ({ bavail: bytes, bsize: 1 }) })
  syncBuiltinESMExports()
  onTestFinished(restore)
}

/** A computer with unsent jobs whose passphrase was changed, while its disk had no room for the change of the key. */
async function openUnfinished(platform: Sandbox, jobs = 2) {
  const clock = createLateClock()
  const app = await openComputer(platform, { clock })
  const ids = await saveUnsent(app, platform, jobs)
  const disk = fillDisk()
  await app.call('vault.change-passphrase', { passphrase, fresh })
  expect(disk.tries).toBe(1)
  return { app, clock, ids, disk }
}
const list = (app: TestApp) => app.call('job.list', { limit: 3 })
const isFinished = (app: TestApp): boolean => {
  const record = readKeyFile(join(app.folder, 'key.json'))
  return typeof record === 'object' && !('former' in record)
}

test('a disk with room only for ordinary work keeps neither sending nor the screens from working while the key waits', async () => {
  const platform = await openPlatform()
  const { app, clock, ids, disk } = await openUnfinished(platform, 6)
  await app.call('queue.resume', {})
  const sent = atRest(app, ids)
  // A refused call fails the test.
  while ((await Promise.race([sent, delay(5, 'unsent')])) === 'unsent') await list(app)
  expect((await sent).map(({ summary }) => summary.state)).toEqual(ids.map(() => 'done'))
  expect(disk.tries).toBe(1)
  expect((await app.call('app.snapshot', {})).storage.state).toBe('ok')

  clock.pass(aMinute)
  await list(app)
  await expect.poll(() => disk.tries).toBe(2)
  for (let count = 0; count < 20; count += 1) await list(app)
  expect(disk.tries).toBe(2)
  expect(isFinished(app)).toBe(false)
})

test('the change of the key is tried again only if the disk has room for twice the ledger', async () => {
  const { app, clock, disk } = await openUnfinished(await openPlatform())
  disk.isFull = false
  const { size } = fs.statSync(join(app.folder, 'setdesk.db'))
  reportFree(size)
  await list(app)
  clock.pass(aMinute)
  for (let count = 0; count < 5; count += 1) await list(app)
  expect(disk.tries).toBe(1)

  reportFree(100 * size)
  clock.pass(aMinute)
  await list(app)
  await expect.poll(() => isFinished(app)).toBe(true)
  expect((await list(app)).jobs).toHaveLength(2)
})

test('the change of the key does not go on while an action uses the session', async () => {
  const platform = await openPlatform()
  const { app, clock, disk } = await openUnfinished(platform)
  disk.isFull = false
  clock.pass(aMinute)
  platform.setFaults([{ match: {}, times: 50, fault: { kind: 'latency', ms: 400 } }])
  const reading = app.call('customers.read', { slot: 'page', userid: '123456', customermappingid: '' })
  // Meanwhile another action ends and finds room.
  await list(app)
  await delay(200)
  expect(disk.tries).toBe(1)
  expect((await reading).kind).toBe('absent')

  await expect.poll(() => isFinished(app)).toBe(true)
  expect((await list(app)).jobs).toHaveLength(2)
})

test('a connection is erased although the change of the key waits, and the change goes on only after the erasure', async () => {
  const { app, clock, disk } = await openUnfinished(await openPlatform())
  disk.isFull = false
  const [connection] = (await app.call('app.snapshot', {})).connections
  const { id = '', name = '' } = connection?.settings ?? {}
  const report = await app.call('connection.remove', { id, typedName: name })
  expect([report.jobs, report.failed]).toEqual([2, []])
  expect(disk.tries).toBe(1)
  const database = new DatabaseSync(join(app.folder, 'setdesk.db'), { readOnly: true })
  expect(database.prepare("SELECT 1 FROM fact WHERE name = 'erasing'").get()).toBeUndefined()
  database.close()
  clock.pass(aMinute)
  await list(app)
  await expect.poll(() => isFinished(app)).toBe(true)
})

test('technicians sign in while the change of the key is unfinished, and after the next start', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await saveUnsent(app, platform, 1)
  await app.call('who.add', { name: 'Ada Boss', pin: '135790' })
  const id = (await app.call('app.snapshot', {})).who.technicians[0]?.id ?? ''
  const disk = fillDisk()
  await app.call('vault.change-passphrase', { passphrase, fresh })
  expect((await app.call('app.snapshot', {})).who).toMatchObject({ state: 'signed-in', current: id })
  await app.call('who.add', { name: 'Bo Second', pin: '246802', ownPin: '135790' })
  await app.call('who.sign-out', {})
  await app.call('who.sign-in', { id, pin: '135790' })
  await app.stop()

  const next = await openApp(app.folder)
  await next.call('vault.unlock', { passphrase: fresh })
  await next.call('who.sign-in', { id, pin: '135790' })
  await next.stop()
  disk.isFull = false

  const last = await openApp(app.folder)
  await last.call('vault.unlock', { passphrase: fresh })
  await last.call('who.sign-in', { id, pin: '135790' })
  expect(isFinished(last)).toBe(true)
  const { technicians } = (await last.call('app.snapshot', {})).who
  expect(technicians.map(({ name }) => name)).toEqual(['Ada Boss', 'Bo Second'])
  expect(readFileSync(join(app.folder, 'key.json'), 'utf8')).not.toContain('former')
})
