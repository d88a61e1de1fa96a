import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { expect, test } from 'vitest'
import { emptyDraft } from '../../fakes/draft.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { productOf, save } from '../app/activate.ts'
import { atRest, countEffects, openComputer, passphrase, saveUnsent, startAgain } from './work.ts'

const otherPassphrase = 'another passphrase'

interface LostKey {
  readonly app: TestApp
  readonly platform: Sandbox
  readonly ids: readonly string[]
  /** The name of a backup from before the key was lost. */
  readonly backup: string
  /** The key file that was lost. */
  readonly key: Buffer
}

/** A computer whose key file was lost, and which started with an empty file. `before`: what happens after the backup. */
async function startAfresh(before: (app: TestApp) => Promise<unknown> = async () => undefined): Promise<LostKey> {
  const platform = await openPlatform()
  const earlier = await openComputer(platform)
  const ids = await saveUnsent(earlier, platform, 2)
  const backup = (await earlier.call('maintenance.back-up', {})).name
  await before(earlier)
  await earlier.stop()
  const path = join(earlier.folder, 'key.json')
  const key = readFileSync(path)
  rmSync(path)
  const app = await openApp(earlier.folder)
  await app.call('maintenance.start-afresh', {})
  await app.call('vault.protect', { passphrase: otherPassphrase })
  return { app, platform, ids, backup, key }
}

const findSetAside = async (app: TestApp) =>
  (await app.call('maintenance.list-backups', {})).backups.find(({ isSetAside }) => isSetAside)

test('the file that was set aside for a lost key is restored once the key file is found', async () => {
  const { app, platform, ids, key } = await startAfresh()
  const aside = await findSetAside(app)
  expect(aside).toMatchObject({ isOwn: true, unfinished: 2 })
  const name = aside?.name ?? ''
  expect(await app.refusal('maintenance.restore', { name })).toBe('other-key')
  await app.stop()
  writeFileSync(join(app.folder, 'key.json'), key)

  const found = await startAgain(app.folder)
  await found.call('maintenance.restore', { name })
  await found.call('queue.resume', {})
  expect((await atRest(found, ids)).map(({ summary }) => summary.state)).toEqual(['done', 'done'])
  expect(countEffects(platform)).toMatchObject({ create: 2 })
})

test('a lost key file that is back but that the system does not give is not replaced, and opens once it can be read', async () => {
  const platform = await openPlatform()
  const earlier = await openComputer(platform)
  const ids = await saveUnsent(earlier, platform, 1)
  const { name } = await earlier.call('maintenance.back-up', {})
  await earlier.stop()
  const path = join(earlier.folder, 'key.json')
  const key = readFileSync(path)
  rmSync(path)
  const app = await openApp(earlier.folder)
  mkdirSync(path)

  expect(await app.refusal('maintenance.start-afresh', {})).toBe('internal')
  expect(await app.refusal('maintenance.restore', { name })).toBe('internal')
  expect(readdirSync(app.folder).filter((one) => /^(setdesk\.before|key\.unreadable)/.test(one))).toEqual([])
  rmdirSync(path)
  writeFileSync(path, key)
  await app.refusal('job.list', { limit: 1 })
  await app.call('vault.unlock', { passphrase })
  expect((await app.call('job.list', { limit: 1 })).jobs.map(({ id }) => id)).toEqual(ids)
})

const readBackup = (app: TestApp, name: string) => app.call('maintenance.read-work', { name, passphrase })

test('jobs that were exported before the key was lost are not imported from an older backup', async () => {
  const carried = 'carried by hand'
  const { app, backup, ids } = await startAfresh((earlier) =>
    earlier.call('maintenance.export-work', { target: 'ZZ99ZZ', passphrase: carried }),
  )
  const other = await startAfresh()

  expect((await readBackup(app, backup)).jobs).toEqual([])
  expect(ids).toHaveLength(2)
  expect((await readBackup(other.app, other.backup)).jobs.map(({ id, isKnown }) => [id, isKnown])).toEqual(
    other.ids.map((id) => [id, false]),
  )
})

test('a key that does not open the present file is not put back from an older backup', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await atRest(app, [await save(app, newCustomer(productOf(platform)))])
  const { name } = await app.call('maintenance.back-up', {})
  const old = join(makeFolder(), 'old.db')
  copyFileSync(join(app.folder, 'backups', name), old)
  await app.call('vault.change-passphrase', { passphrase, fresh: otherPassphrase })
  await saveUnsent(app, platform, 1)
  const present = (await app.call('maintenance.back-up', {})).name
  await app.stop()
  rmSync(join(app.folder, 'key.json'))
  copyFileSync(old, join(app.folder, 'backups', 'old.db'))

  const lost = await openApp(app.folder)
  expect(await lost.refusal('maintenance.restore', { name: 'old.db' })).toBe('other-key')
  expect((await lost.call('app.snapshot', {})).vault.state).toBe('lost')
  expect(existsSync(join(app.folder, 'key.json'))).toBe(false)
  // A backup with the present key brings the key back.
  expect(await lost.refusal('maintenance.restore', { name: present })).toBe('locked')
  await lost.call('vault.unlock', { passphrase: otherPassphrase })
  expect((await lost.call('job.list', { limit: 10 })).jobs).toHaveLength(2)
})

test('the key of a file that was set aside is not put back beside the new file', async () => {
  const { app, platform, backup } = await startAfresh()
  await saveUnsentHere(app, platform)
  await app.stop()
  rmSync(join(app.folder, 'key.json'))

  const lost = await openApp(app.folder)
  expect(await lost.refusal('maintenance.restore', { name: backup })).toBe('other-key')
  expect((await lost.call('app.snapshot', {})).vault.state).toBe('lost')
})

test('a change of the passphrase keeps the files whose key was lost', async () => {
  const { app, backup } = await startAfresh()
  await app.call('vault.change-passphrase', { passphrase: otherPassphrase, fresh: 'a third passphrase' })
  const { backups } = await app.call('maintenance.list-backups', {})
  expect(backups.filter(({ isSetAside }) => isSetAside)).toHaveLength(1)
  expect(backups.map(({ name }) => name)).toContain(backup)
})

async function saveUnsentHere(app: TestApp, platform: Sandbox): Promise<void> {
  const [connection] = (await app.call('app.snapshot', {})).connections
  const id = connection?.settings.id ?? ''
  await app.call('connection.replace-token', { id, token: platform.authToken })
  await saveUnsent(app, platform, 1)
}

test.each([
  ['draft', (app: TestApp) => app.call('draft.save', { draft: emptyDraft('a draft of today') })],
  ['scan batch', (app: TestApp) => app.call('scan-batch.save', { place: 'bulk', text: '001A79000001' })],
])('a computer with only a %s and without its key file gets no new key', async (_, fill) => {
  const app = await openApp()
  await app.call('vault.protect', { passphrase })
  await fill(app)
  await app.stop()
  rmSync(join(app.folder, 'key.json'))
  const next = await openApp(app.folder)
  expect((await next.call('app.snapshot', {})).vault.state).toBe('lost')
})
