import { createHash, randomBytes } from 'node:crypto'
import fs, {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sealedAs } from '../../../src/main/jobs/ledger/rows.ts'
import { readAbout } from '../../../src/main/maintenance/backup-files.ts'
import { type KeyRecord, readKeyFile, wrapByPassphrase, writeKeyFile } from '../../../src/main/vault/key-file.ts'
import { createSealing, type Sealing } from '../../../src/main/vault/sealing.ts'
import { tokenPlace } from '../../../src/shared/domain/connection/connection.ts'
import { emptyDraft } from '../../fakes/draft.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { fakeKeyStore } from '../../fakes/key-store.ts'
import { connect, openAfterDeath, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { productOf, quick, save } from '../app/activate.ts'
import { aMinute, createLateClock } from './late-clock.ts'
import { atRest, openComputer, passphrase, release, saveUnsent, startAgain } from './work.ts'

/** A computer on which somebody has trained, with a backup of that training. Nothing is protected by a passphrase yet. */
async function openTrained(folder = makeFolder()) {
  const app = await openApp(folder)
  const { id } = await app.call('connection.start-training', {})
  const training = (await app.call('app.snapshot', {})).connections.find(({ settings }) => settings.id === id)
  const job = await save(app, newCustomer(training?.settings.products[0]?.productid ?? ''))
  await app.jobIn(job, 'done')
  const { name } = await app.call('maintenance.back-up', {})
  return { app, job, backup: join(app.folder, 'backups', name) }
}

/** The key in a backup, as somebody finds it who has nothing but that file. */
function takeClearKey(backup: string): Buffer {
  const database = new DatabaseSync(backup, { readOnly: true })
  const key = readAbout(
    database.prepare("SELECT value FROM fact WHERE name = 'backup'").get()?.['value']?.toString(),
  )?.key
  database.close()
  if (key?.protection !== 'training-file') throw new Error('The backup holds no clear key')
  return Buffer.from(key.key, 'base64')
}

const opens = (sealing: Sealing, identity: string, sealed: unknown): boolean => {
  try {
    return sealed instanceof Uint8Array && sealing.open(identity, sealed) !== ''
  } catch {
    return false
  }
}

/** How much of a stolen data folder a key opens: tokens and jobs. */
function countOpened(app: TestApp, key: Uint8Array): Readonly<Record<'tokens' | 'jobs', number>> {
  const stolen = makeFolder()
  cpSync(app.folder, stolen, { recursive: true })
  const database = new DatabaseSync(join(stolen, 'setdesk.db'))
  const sealing = createSealing(key)
  const places = app.ports.settings.read().connections.map((one) => `token:${one.id} for ${tokenPlace(one)}`)
  const tokens = database.prepare('SELECT sealed FROM token').all()
  const jobs = database.prepare('SELECT id, sealed FROM job').all()
  database.close()
  return {
    tokens: tokens.filter(({ sealed }) => places.some((place) => opens(sealing, place, sealed))).length,
    jobs: jobs.filter(({ id, sealed }) => opens(sealing, sealedAs.job(String(id)), sealed)).length,
  }
}

/** The files of a folder that hold the key's bytes: as they are, in base 64, or in hexadecimal digits. */
function filesWith(folder: string, key: Buffer): readonly string[] {
  const forms = [
    key,
    key.toString('base64'),
    key.toString('base64url'),
    key.toString('hex'),
    key.toString('hex').toUpperCase(),
  ]
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => forms.some((form) => readFileSync(path).includes(form)))
}

test('the key of a training backup opens nothing that is stored after a passphrase was set', async () => {
  const { app, job, backup } = await openTrained()
  const key = takeClearKey(backup)
  expect(countOpened(app, key)).toMatchObject({ tokens: 1, jobs: 1 })
  expect(filesWith(app.folder, key)).not.toEqual([])

  await app.call('vault.protect', { passphrase })
  const platform = await openPlatform()
  await connect(app, platform, quick)
  const real = await save(app, newCustomer(productOf(platform)))
  await app.jobIn(real, 'done')

  expect(countOpened(app, key)).toEqual({ tokens: 0, jobs: 0 })
  expect(filesWith(app.folder, key)).toEqual([])
  expect((await app.call('job.read', { id: job })).summary.state).toBe('done')
  await app.stop()
  const next = await openApp(app.folder)
  await next.call('vault.unlock', { passphrase })
  expect((await next.call('job.read', { id: job })).summary.state).toBe('done')
  expect((await next.call('job.read', { id: real })).summary.state).toBe('done')
  expect((await next.call('app.snapshot', {})).connections.map(({ hasToken }) => hasToken)).toEqual([true, true])
})

test('a change of the key deletes earlier backups and files set aside, and makes a backup that can be restored', async () => {
  const { app, job, backup } = await openTrained()
  const { name } = await app.call('maintenance.back-up', {})
  await app.call('maintenance.restore', { name })
  writeFileSync(join(app.folder, 'setdesk.damaged-20270115T090000.db'), 'no ledger')
  copyFileSync(backup, join(app.folder, 'backups', 'copy of a backup.db'))
  await app.call('maintenance.clear-notices', {})

  await app.call('vault.protect', { passphrase })

  const { backups } = await app.call('maintenance.list-backups', {})
  expect(backups).toMatchObject([{ state: 'sound', isOwn: true, jobs: 1 }])
  expect(readdirSync(app.folder).filter((one) => /damaged|before-restore/.test(one))).toEqual([])
  const { maintenance } = await app.call('app.snapshot', {})
  expect(maintenance.notices).toMatchObject([{ kind: 'new-key', from: backups[0]?.name }])
  expect(readKeyFile(join(app.folder, 'key.json'))).not.toHaveProperty('former')
  await app.call('maintenance.restore', { name: backups[0]?.name ?? '' })
  expect((await app.call('job.read', { id: job })).summary.state).toBe('done')
})

test('a change of the key keeps the backup of another computer, and an old backup of this computer is then refused', async () => {
  const { app, job, backup } = await openTrained()
  const elsewhere = join(makeFolder(), 'old.db')
  copyFileSync(backup, elsewhere)
  const platform = await openPlatform()
  const other = await openComputer(platform)
  await saveUnsent(other, platform, 1)
  const theirs = (await other.call('maintenance.back-up', {})).name
  copyFileSync(join(other.folder, 'backups', theirs), join(app.folder, 'backups', theirs))

  await app.call('vault.protect', { passphrase })

  expect(existsSync(join(app.folder, 'backups', theirs))).toBe(true)
  copyFileSync(elsewhere, join(app.folder, 'backups', 'old.db'))
  const reply = await app.app.handlers['maintenance.restore']({ name: 'old.db' })
  expect(reply).toMatchObject({ ok: false, error: { code: 'other-key' } })
  expect((await app.call('job.read', { id: job })).summary.state).toBe('done')
})

test('a folder of an earlier version, whose key was once readable, gets a new key at its first unlock', async () => {
  const { app, job, backup } = await openTrained()
  await app.stop()
  const key = takeClearKey(backup)
  writeKeyFile(join(app.folder, 'key.json'), await wrapByPassphrase(key, passphrase))

  const next = await startAgain(app.folder)

  expect((await next.call('job.read', { id: job })).summary.state).toBe('done')
  expect(countOpened(next, key)).toEqual({ tokens: 0, jobs: 0 })
  expect(filesWith(next.folder, key)).toEqual([])
  expect((await next.call('app.snapshot', {})).maintenance.notices).toMatchObject([{ kind: 'new-key' }])
})

test('a damaged ledger of an earlier version can be restored from a backup, and then the folder gets its new key', async () => {
  const { app, job, backup } = await openTrained()
  await app.stop()
  const key = takeClearKey(backup)
  writeKeyFile(join(app.folder, 'key.json'), await wrapByPassphrase(key, passphrase))
  writeFileSync(join(app.folder, 'setdesk.db'), 'no ledger at all '.repeat(100))

  const next = await startAgain(app.folder)
  expect((await next.call('app.snapshot', {})).storage.state).toBe('damaged')
  const { backups } = await next.call('maintenance.list-backups', {})
  await next.call('maintenance.restore', { name: backups[0]?.name ?? '' })

  expect((await next.call('job.read', { id: job })).summary.state).toBe('done')
  expect(countOpened(next, key)).toEqual({ tokens: 0, jobs: 0 })
  expect(filesWith(next.folder, key)).toEqual([])
})

describe('a key that another person has put into the folder', () => {
  const planted = randomBytes(32)
  const clear: KeyRecord = { protection: 'training-file', key: planted.toString('base64') }
  // As a key store without a keyring would have wrapped it: with a key that everybody knows.
  const weak: KeyRecord = {
    protection: 'system',
    wrapped: Buffer.of(0, ...planted.map((byte) => byte ^ 0xff)).toString('base64'),
    bindsRecords: true,
  }
  test.each([
    ['before the first start of Setdesk, if the user chooses a passphrase,', clear, {}],
    [
      "before the first start of Setdesk, if the system's key store protects the key,",
      clear,
      { keyStore: fakeKeyStore() },
    ],
    ['as a key of a key store without protection', weak, { keyStore: fakeKeyStore() }],
  ] as const)('%s is not used for real jobs', async (_, record, ports) => {
    const folder = makeFolder()
    writeKeyFile(join(folder, 'key.json'), record)
    const app = await openApp(folder, ports)
    if (!('keyStore' in ports)) {
      const form = {
        name: 'North',
        colour: 'blue' as const,
        baseUrl: 'http://127.0.0.1:9',
        crmService: 'a',
        cmsService: 'b',
      }
      expect(await app.refusal('connection.add', { form, token: 'a token' })).toBe('passphrase-needed')
      await app.call('vault.protect', { passphrase })
    }
    const platform = await openPlatform()
    await connect(app, platform, quick)
    await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done')
    expect(countOpened(app, planted)).toEqual({ tokens: 0, jobs: 0 })
    expect(filesWith(folder, planted)).toEqual([])
  })

  test('beside a ledger is not used for real jobs', async () => {
    const platform = await openPlatform()
    const app = await openComputer(platform)
    const [connection] = (await app.call('app.snapshot', {})).connections
    await app.stop()
    writeKeyFile(join(app.folder, 'key.json'), clear)
    const next = await openApp(app.folder)
    const request = { id: connection?.settings.id ?? '', token: platform.authToken }
    expect(await next.refusal('connection.replace-token', request)).toBe('passphrase-needed')
    await next.call('vault.protect', { passphrase })
    await next.call('connection.replace-token', request)
    await next.jobIn(await save(next, newCustomer(productOf(platform))), 'done')
    expect(countOpened(next, planted)).toEqual({ tokens: 0, jobs: 0 })
  })
})

type Call = (...values: never[]) => unknown

/** Calls `before` in front of each call by which the change of a key reaches the disk, with what is called. */
function watchDisk(before: (what: string, database?: DatabaseSync) => void): () => void {
  const { exec } = DatabaseSync.prototype as { exec: (this: DatabaseSync, sql: string) => void }
  DatabaseSync.prototype.exec = function (sql) {
    if (/COMMIT|TRUNCATE/.test(sql)) before(sql, this)
    exec.call(this, sql)
  }
  const names = ['renameSync', 'rmSync', 'fsyncSync', 'writeFileSync'] as const
  const own = names.map((name) => fs[name] as Call)
  for (const [index, name] of names.entries())
    Object.assign(fs, {
      [name]: (...values: never[]) => {
        before(name)
        return own[index]?.(...values)
      },
    })
  syncBuiltinESMExports()
  return () => {
    DatabaseSync.prototype.exec = exec
    for (const [index, name] of names.entries()) Object.assign(fs, { [name]: own[index] })
    syncBuiltinESMExports()
  }
}

/** The files of a folder and what is in them, without the log of events. */
function digestOf(folder: string): string {
  const hash = createHash('sha256')
  for (const one of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (one.isFile() && !one.parentPath.endsWith('log') && !one.name.endsWith('-shm'))
      hash.update(`${one.name} `).update(readFileSync(join(one.parentPath, one.name)))
  return hash.digest('hex')
}

test('no job is lost if the process is killed during the change of the key, and the next start completes the change', async () => {
  const { app, job, backup } = await openTrained()
  const key = takeClearKey(backup)
  const draft = emptyDraft('draft-of-today')
  await app.call('draft.save', { draft })
  const rest = makeFolder()
  const copies = new Map<string, string>()
  let isCopying = false
  const copyNow = (): void => {
    if (isCopying) return
    isCopying = true
    const copy = join(rest, String(copies.size))
    cpSync(app.folder, copy, { recursive: true })
    const digest = digestOf(copy)
    if (copies.has(digest)) rmSync(copy, { recursive: true })
    else copies.set(digest, copy)
    isCopying = false
  }
  const stopWatching = watchDisk(copyNow)
  onTestFinished(stopWatching)
  await app.call('vault.protect', { passphrase })
  stopWatching()
  copyNow()
  await app.stop()

  const found = { before: 0, during: 0, after: 0 }
  for (const folder of copies.values()) {
    const record = readKeyFile(join(folder, 'key.json'))
    if (typeof record !== 'object') throw new Error('no key')
    const isOld = record.protection === 'training-file'
    found[isOld ? 'before' : 'former' in record ? 'during' : 'after'] += 1
    const next = await openAfterDeath(folder, app.folder)
    if (isOld) await next.call('vault.protect', { passphrase })
    else await next.call('vault.unlock', { passphrase })
    expect((await next.call('job.read', { id: job })).summary.state).toBe('done')
    expect(await next.call('draft.read', {})).toEqual({ draft })
    expect((await next.call('app.snapshot', {})).connections).toMatchObject([{ hasToken: true }])
    expect(readKeyFile(join(folder, 'key.json'))).not.toHaveProperty('former')
    expect(countOpened(next, key)).toEqual({ tokens: 0, jobs: 0 })
    expect(filesWith(folder, key)).toEqual([])
    expect((await next.call('maintenance.list-backups', {})).backups.map(({ state }) => state)).toContain('sound')
    await next.stop()
  }
  expect(found.before).toBeGreaterThan(0)
  expect(found.during).toBeGreaterThan(5)
  expect(found.after).toBeGreaterThan(0)
}, 120_000)

test('while a full disk prevents the change of the key, no real token is stored, and the next start completes the change', async () => {
  const { app, job, backup } = await openTrained()
  const key = takeClearKey(backup)
  let refused = 0
  const stopWatching = watchDisk((what, database) => {
    const isChange = database?.prepare("SELECT 1 FROM fact WHERE name = 'sealed-with'").get() !== undefined
    if (what !== 'COMMIT' || !isChange) return
    refused += 1
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
  })
  onTestFinished(stopWatching)
  await app.call('vault.protect', { passphrase })
  expect(refused).toBe(1)
  const form = {
    name: 'North',
    colour: 'blue' as const,
    baseUrl: 'http://127.0.0.1:9',
    crmService: 'a',
    cmsService: 'b',
  }
  expect(await app.refusal('connection.add', { form, token: 'a token' })).toBe('storage-full')
  expect(refused).toBeGreaterThan(1)
  stopWatching()
  expect((await app.call('app.snapshot', {})).vault).toEqual({ state: 'open', protection: 'passphrase' })
  expect((await app.call('job.read', { id: job })).summary.state).toBe('done')
  await app.stop()

  const next = await startAgain(app.folder)
  expect((await next.call('job.read', { id: job })).summary.state).toBe('done')
  expect(countOpened(next, key)).toEqual({ tokens: 0, jobs: 0 })
  expect(filesWith(app.folder, key)).toEqual([])
})

test('a backup that was made while a full disk prevents the change of the key can be imported elsewhere, and the change goes on when there is room', async () => {
  const platform = await openPlatform()
  const clock = createLateClock()
  const app = await openComputer(platform, { clock })
  const ids = await saveUnsent(app, platform, 3)
  const stopWatching = watchDisk((what, database) => {
    if (what === 'COMMIT' && database?.prepare("SELECT 1 FROM fact WHERE name = 'sealed-with'").get() !== undefined)
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
  })
  onTestFinished(stopWatching)
  const fresh = 'another passphrase'
  await app.call('vault.change-passphrase', { passphrase, fresh })
  stopWatching()
  expect((await app.call('app.snapshot', {})).storage.state).toBe('full')
  const { name } = await app.call('maintenance.back-up', {})
  const file = readFileSync(join(app.folder, 'backups', name)).toString('base64')

  const other = await openComputer(platform)
  const { jobs } = await other.call('maintenance.read-work', { file, passphrase: fresh })
  expect(jobs.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted())

  clock.pass(aMinute)
  await app.call('job.list', { limit: 5 })
  await expect.poll(() => readKeyFile(join(app.folder, 'key.json'))).not.toHaveProperty('former')
  expect((await app.call('app.snapshot', {})).storage.state).toBe('ok')
  expect((await app.call('job.list', { limit: 5 })).jobs).toHaveLength(3)
})

test('no file with the former key is deleted before there is a backup with the new key', async () => {
  const { app, backup } = await openTrained()
  const folder = join(app.folder, 'backups')
  const kept = join(app.folder, 'kept.db')
  copyFileSync(backup, kept)
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'a file is in the way')
  const aside = join(app.folder, 'setdesk.damaged-20270115T090000.db')
  writeFileSync(aside, 'no ledger')
  await app.call('vault.protect', { passphrase })
  expect(existsSync(aside)).toBe(true)
  expect(readKeyFile(join(app.folder, 'key.json'))).toHaveProperty('former')
  await app.stop()
  rmSync(folder)
  mkdirSync(folder)
  copyFileSync(kept, join(folder, 'setdesk-000001-20270115T090000.db'))

  const next = await startAgain(app.folder)
  expect(existsSync(aside)).toBe(false)
  expect(readKeyFile(join(app.folder, 'key.json'))).not.toHaveProperty('former')
  expect((await next.call('maintenance.list-backups', {})).backups).toHaveLength(1)
})

test('the unfinished jobs of a backup from before the passphrase was changed are imported with the former passphrase', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await atRest(app, [await save(app, newCustomer(productOf(platform)))])
  const empty = (await app.call('maintenance.back-up', {})).name
  const [id = ''] = await saveUnsent(app, platform, 1)
  const { name } = await app.call('maintenance.back-up', {})
  const elsewhere = join(makeFolder(), 'old.db')
  copyFileSync(join(app.folder, 'backups', name), elsewhere)
  await app.call('maintenance.restore', { name: empty })
  await app.call('vault.change-passphrase', { passphrase, fresh: 'another passphrase' })
  copyFileSync(elsewhere, join(app.folder, 'backups', 'old.db'))
  expect(await app.refusal('maintenance.restore', { name: 'old.db' })).toBe('other-key')

  const wish = { name: 'old.db', passphrase }
  expect(await app.refusal('maintenance.read-work', { ...wish, passphrase: 'another passphrase' })).toBe(
    'wrong-passphrase',
  )
  const { digest, jobs, sender } = await app.call('maintenance.read-work', wish)
  expect([jobs.map((job) => [job.id, job.isKnown]), sender]).toEqual([[[id, false]], 'new'])
  const confirmed = { ...wish, digest, sourceIsGone: false }
  expect(await app.refusal('maintenance.import-work', confirmed)).toBe('new-sender')
  const done = await app.call('maintenance.import-work', { ...confirmed, acceptsSender: true })
  expect(done).toEqual({ taken: 1, known: 0 })
  await release(app)
  await app.call('queue.resume', {})
  expect((await atRest(app, [id]))[0]?.summary.state).toBe('done')

  // The present backup is restored, not imported.
  const present = (await app.call('maintenance.back-up', {})).name
  const again = { name: present, passphrase: 'another passphrase' }
  expect(await app.refusal('maintenance.read-work', again)).toBe('file-unusable')
})
