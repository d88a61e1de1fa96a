import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { readFolderId } from '../../../src/main/host/host-ports.ts'
import { openApp, openPlatform } from '../../fakes/test-app.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { leaveHalfChanged } from '../../fakes/half-changed.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { productOf, save } from '../app/activate.ts'
import { atRest, countEffects, openComputer, passphrase, saveRenewal, saveUnsent, startAgain } from './work.ts'

test('jobs that were sent after a backup are read back, and not repeated, when the backup is restored', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const ids = await saveUnsent(app, platform, 12)
  const { name } = await app.call('maintenance.back-up', {})
  await app.call('queue.resume', {})
  await atRest(app, ids)
  expect(countEffects(platform)).toEqual({ create: 12, 'bind-user': 12 })

  expect(await app.call('maintenance.restore', { name })).toEqual({ jobs: 12 })

  const details = await atRest(app, ids)
  expect(details.map(({ summary }) => [summary.state, summary.origin])).toEqual(ids.map(() => ['done', 'restored']))
  expect(countEffects(platform)).toEqual({ create: 12, 'bind-user': 12 })
  expect(details[0]?.steps[0]?.attempts).toMatchObject([{ isAssumed: true, outcome: 'unknown' }])
})

test('an unsent job of a restored backup is sent once, after a read did not find its effect on the platform', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const known = await save(app, newCustomer(productOf(platform)))
  await atRest(app, [known])
  const ids = await saveUnsent(app, platform, 5)
  const { name } = await app.call('maintenance.back-up', {})

  await app.call('maintenance.restore', { name })
  expect((await app.call('job.list', { limit: 10 })).jobs.map(({ state }) => state)).toContain('waiting')
  await app.call('queue.resume', {})

  const details = await atRest(app, ids)
  expect(details.map(({ summary }) => summary.state)).toEqual(ids.map(() => 'done'))
  expect(details[0]?.steps[0]?.readings.map(({ finding }) => finding)).toEqual(
    expect.arrayContaining(['absent', 'present']),
  )
  expect(countEffects(platform)).toEqual({ create: 6, 'bind-user': 6 })
})

test('a renewal from a backup is never repeated automatically, because the former end date is unknown', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const id = await saveRenewal(app, platform)
  const { name } = await app.call('maintenance.back-up', {})
  await app.call('queue.resume', {})
  await app.jobIn(id, 'done')

  await app.call('maintenance.restore', { name })

  const [detail] = await atRest(app, [id])
  // The reason does not mention a reply, because this copy has sent nothing.
  expect(detail?.summary).toMatchObject({ state: 'needs-you', why: { code: 'perhaps-sent-unreadable' } })
  expect(countEffects(platform)).toMatchObject({ renew: 1 })
})

test('no job is repeated after the restore of one of the last backups, which were made while jobs were sent', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform, {}, { concurrency: 2 })
  const ids = await saveUnsent(app, platform, 8)
  await app.call('queue.resume', {})
  const names: string[] = []
  for (let turn = 0; turn < 6; turn += 1) names.push((await app.call('maintenance.back-up', {})).name)
  await atRest(app, ids)
  const kept = (await app.call('maintenance.list-backups', {})).backups
  const last = names.filter((one) => kept.some(({ name }) => name === one))
  expect(last.length).toBeGreaterThanOrEqual(3)

  for (const name of last) {
    await app.call('maintenance.restore', { name })
    const states = (await atRest(app, ids)).map(({ summary }) => summary.state)
    expect(states).toEqual(ids.map(() => 'done'))
  }

  expect(countEffects(platform)).toEqual({ create: 8, 'bind-user': 8 })
})

test('a renewal is not sent again because a restored backup contains the choice "send again"', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const id = await saveRenewal(app, platform)
  platform.setFaults([{ match: { operation: 'renewCustomerV2' }, times: 1, fault: { kind: 'drop-before-commit' } }])
  await app.call('queue.resume', {})
  await app.jobIn(id, 'needs-you')
  await app.call('queue.pause', {})
  await app.call('job.send-again', { id })
  const { name } = await app.call('maintenance.back-up', {})
  await app.call('queue.resume', {})
  await app.jobIn(id, 'done')

  await app.call('maintenance.restore', { name })

  await atRest(app, [id])
  expect(countEffects(platform)).toMatchObject({ renew: 1 })
})

test('a restore sets the replaced ledger aside completely, and reports this once', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const [first] = await saveUnsent(app, platform, 1)
  const { name } = await app.call('maintenance.back-up', {})
  const [, later] = [first, await save(app, newCustomer(productOf(platform)))]

  await app.call('maintenance.restore', { name })

  const kept = readdirSync(app.folder).filter((one) => /^setdesk\.before-restore-.*\.db$/.test(one))
  expect(kept).toHaveLength(1)
  const database = new DatabaseSync(join(app.folder, kept[0] ?? ''), { readOnly: true })
  expect(database.prepare('SELECT id FROM job ORDER BY sequence').all()).toMatchObject([{ id: first }, { id: later }])
  database.close()
  const { maintenance } = await app.call('app.snapshot', {})
  expect(maintenance.notices).toMatchObject([{ kind: 'restored', jobs: 1, from: kept[0] }])
  await app.call('maintenance.clear-notices', {})
  expect((await app.call('app.snapshot', {})).maintenance.notices).toEqual([])
})

test('the list of backups counts the unfinished jobs that a restore would set aside, and the file with them can be restored', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const [first = ''] = await saveUnsent(app, platform, 1)
  const { name } = await app.call('maintenance.back-up', {})
  const later = await saveUnsent(app, platform, 2)
  const listed = async () => (await app.call('maintenance.list-backups', {})).backups
  expect(await listed()).toMatchObject([{ name, missing: 2, isSetAside: false }])

  await app.call('maintenance.restore', { name })
  const [setAside, ...others] = (await listed()).toSorted((one, other) => other.jobs - one.jobs)
  expect(setAside).toMatchObject({ isSetAside: true, isOwn: true, state: 'sound', jobs: 3, unfinished: 3, missing: 0 })
  expect(others).toMatchObject([{ name, missing: 0 }])
  expect(await app.refusal('job.read', { id: later[0] ?? '' })).toBe('not-found')

  // The second restore follows in the same second, and must not overwrite the file that it reads.
  expect(await app.call('maintenance.restore', { name: setAside?.name ?? '' })).toEqual({ jobs: 3 })
  expect((await listed()).filter(({ isSetAside }) => isSetAside)).toHaveLength(2)
  await app.call('queue.resume', {})
  const ended = await atRest(app, [first, ...later])
  expect(ended.map(({ summary }) => summary.origin)).toEqual(['restored', 'restored', 'restored'])
  expect(countEffects(platform)['create'] ?? 0).toBeLessThanOrEqual(3)
})

test('a damaged ledger stays unchanged, and is replaced by a good backup on request', async () => {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  const ids = await saveUnsent(before, platform, 3)
  const { name } = await before.call('maintenance.back-up', {})
  await before.call('queue.resume', {})
  await atRest(before, ids)
  await before.stop()
  const path = join(before.folder, 'setdesk.db')
  const rubbish = Buffer.concat([readFileSync(path).subarray(0, 3000), Buffer.alloc(9000, 0xa5)])
  writeFileSync(path, rubbish)

  const app = await startAgain(before.folder)
  expect((await app.call('app.snapshot', {})).storage.state).toBe('damaged')
  expect(readFileSync(path).equals(rubbish)).toBe(true)
  const { backups } = await app.call('maintenance.list-backups', {})
  expect(backups).toMatchObject([{ name, state: 'sound', isOwn: true, jobs: 3, unfinished: 3 }])
  await app.call('maintenance.restore', { name })

  const details = await atRest(app, ids)
  expect(details.map(({ summary }) => summary.state)).toEqual(['done', 'done', 'done'])
  expect(countEffects(platform)).toEqual({ create: 3, 'bind-user': 3 })
  const kept = readdirSync(app.folder).find((one) => /^setdesk\.damaged-.*\.db$/.test(one))
  expect(readFileSync(join(app.folder, kept ?? '')).equals(rubbish)).toBe(true)
})

test('Setdesk starts with all jobs after a kill in the middle of a change of the restored file', async () => {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  const ids = await saveUnsent(before, platform, 3)
  await before.stop()
  leaveHalfChanged(join(before.folder, 'setdesk.db'), "INSERT INTO fact VALUES ('half', hex(zeroblob(300000)))")

  const app = await startAgain(before.folder)

  expect((await app.call('app.snapshot', {})).storage.state).toBe('ok')
  const details = await atRest(app, ids)
  expect(details.map(({ summary }) => summary.state)).toEqual(ids.map(() => 'done'))
})

test('a ledger that a kill left damaged and half changed stays as it is, and its journal does not reach the restored file', async () => {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  const ids = await saveUnsent(before, platform, 3)
  const { name } = await before.call('maintenance.back-up', {})
  await before.stop()
  const path = join(before.folder, 'setdesk.db')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA foreign_keys = OFF; DROP TABLE step')
  database.close()
  leaveHalfChanged(path, "INSERT INTO fact VALUES ('half', hex(zeroblob(300000)))")
  const [file, journal] = ['', '-journal'].map((end) => readFileSync(path + end))

  const app = await startAgain(before.folder)
  expect((await app.call('app.snapshot', {})).storage.state).toBe('damaged')
  await app.call('maintenance.restore', { name })

  const kept = readdirSync(app.folder).find((one) => /^setdesk\.damaged-.*\.db$/.test(one)) ?? ''
  expect(readFileSync(join(app.folder, kept))).toEqual(file)
  expect(readFileSync(join(app.folder, `${kept}-journal`))).toEqual(journal)
  const details = await atRest(app, ids)
  expect(details.map(({ summary }) => summary.state)).toEqual(ids.map(() => 'done'))
})

test('the readable part of a truncated log is backed up once, and the technician can restore this backup', async () => {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  const ids = await saveUnsent(before, platform, 4)
  await before.call('queue.resume', {})
  await atRest(before, ids)
  const folder = makeFolder()
  for (const name of ['setdesk.db', 'setdesk.db-wal', 'setdesk.db-mark', 'settings.json', 'key.json'])
    copyFileSync(join(before.folder, name), join(folder, name))
  const log = join(folder, 'setdesk.db-wal')
  truncateSync(log, Math.floor(readFileSync(log).length * 0.9))

  const asBefore = { folderId: () => readFolderId(before.folder) }
  const first = await startAgain(folder, asBefore)
  expect((await first.call('app.snapshot', {})).storage.state).toBe('damaged')
  await first.stop()
  const app = await startAgain(folder, asBefore)
  const { backups } = await app.call('maintenance.list-backups', {})
  expect(backups).toMatchObject([{ state: 'sound', isOwn: true, jobs: 4 }])
  await app.call('maintenance.restore', { name: backups[0]?.name ?? '' })

  const details = await atRest(app, ids)
  expect(details.map(({ summary }) => summary.state)).toEqual(ids.map(() => 'done'))
  expect(countEffects(platform)).toEqual({ create: 4, 'bind-user': 4 })
})

test('the technician can start with a new ledger only if the present ledger is damaged', async () => {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  expect(await before.refusal('maintenance.start-afresh', {})).toBe('changed-meanwhile')
  await before.stop()
  writeFileSync(join(before.folder, 'setdesk.db'), 'no ledger at all '.repeat(100))

  const app = await startAgain(before.folder)
  await app.call('maintenance.start-afresh', {})

  expect((await app.call('app.snapshot', {})).storage.state).toBe('ok')
  const [connection] = (await app.call('app.snapshot', {})).connections
  await app.call('connection.replace-token', { id: connection?.settings.id ?? '', token: platform.authToken })
  const id = await save(app, newCustomer(productOf(platform)))
  expect((await app.jobIn(id, 'done')).summary.state).toBe('done')
})

test('a restore brings back a lost key file', async () => {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  const ids = await saveUnsent(before, platform, 2)
  const { name } = await before.call('maintenance.back-up', {})
  await before.stop()
  rmSync(join(before.folder, 'key.json'))
  const lost = await openApp(before.folder)

  const pushed = new Promise((resolve) => lost.app.listen(resolve))
  expect(await lost.app.handlers['maintenance.restore']({ name })).toMatchObject({
    ok: false,
    error: { code: 'locked', message: 'The stored work is locked; only the lost key was put back from the backup' },
  })
  // The page learns that it can ask for the passphrase.
  await pushed
  expect((await lost.call('app.snapshot', {})).vault.state).toBe('locked')
  expect(await lost.app.handlers['maintenance.restore']({ name })).toMatchObject({
    ok: false,
    error: { code: 'locked', message: 'The stored work is locked; nothing was changed' },
  })
  await lost.call('vault.unlock', { passphrase: 'open the box, please' })
  await lost.call('maintenance.restore', { name })

  const details = await atRest(lost, ids)
  expect(details.map(({ summary }) => summary.state)).toEqual(['done', 'done'])
})

test('a computer with saved work but without its key file gets no new key, and goes on when the file is back', async () => {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  const ids = await saveUnsent(before, platform, 2)
  await before.stop()
  const key = join(before.folder, 'key.json')
  const bytes = readFileSync(key)
  for (const spoil of [() => rmSync(key), () => writeFileSync(key, '{')]) {
    spoil()
    const app = await openApp(before.folder)
    expect((await app.call('app.snapshot', {})).vault).toEqual({ state: 'lost', protection: 'none' })
    expect(await app.refusal('vault.protect', { passphrase: 'another passphrase' })).toBe('already-set-up')
    expect(await app.refusal('job.list', { limit: 10 })).toBe('key-missing')
    expect(await app.refusal('connection.start-training', {})).toBe('key-missing')
    await app.stop()
  }
  writeFileSync(key, bytes)

  const app = await startAgain(before.folder)
  await app.call('queue.resume', {})
  const details = await atRest(app, ids)
  expect(details.map(({ summary }) => summary.state)).toEqual(['done', 'done'])
})

test.each([
  ['missing', []],
  ['damaged', ['key.unreadable']],
])(
  'the technician can start with an empty file if the key file is %s, and the earlier file stays',
  async (is, kept) => {
    const platform = await openPlatform()
    const before = await openComputer(platform)
    await saveUnsent(before, platform, 2)
    await before.stop()
    const key = join(before.folder, 'key.json')
    if (is === 'missing') rmSync(key)
    else writeFileSync(key, '{')
    const app = await openApp(before.folder)

    await app.call('maintenance.start-afresh', {})
    expect((await app.call('app.snapshot', {})).vault.state).toBe('new')
    await app.call('vault.protect', { passphrase: 'open the box, please' })
    expect((await app.call('job.list', { limit: 10 })).jobs).toEqual([])
    const names = readdirSync(app.folder)
    expect(names.some((one) => /^setdesk\.before-restore-.*\.db$/.test(one))).toBe(true)
    expect(names.filter((one) => one.startsWith('key.unreadable')).map((one) => one.slice(0, 14))).toEqual(kept)
  },
)

test('folders, and links that lead nowhere, are ignored among the backups and the transfer files', async () => {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  await saveUnsent(before, platform, 1)
  const { name } = await before.call('maintenance.back-up', {})
  await before.stop()
  for (const path of [
    'backups/x.db',
    'backups/setdesk-000007-20270115T090000.db',
    'hand-over/x.setdesk',
    'hand-over/x.setdesk.unmarked',
  ])
    mkdirSync(join(before.folder, path), { recursive: true })
  if (process.platform !== 'win32')
    for (const path of ['backups/gone.db', 'hand-over/gone.setdesk']) symlinkSync('nowhere', join(before.folder, path))

  const app = await startAgain(before.folder)

  expect((await app.call('maintenance.list-backups', {})).backups).toMatchObject([{ name, state: 'sound' }])
  for (const file of ['x.db', 'gone.db']) {
    expect(await app.refusal('maintenance.read-work', { name: file, passphrase })).toBe('not-found')
    expect(await app.refusal('maintenance.restore', { name: file })).toBe('not-found')
  }
  await app.call('maintenance.back-up', {})
  expect(await app.call('maintenance.restore', { name })).toEqual({ jobs: 1 })
})

test('a restore keeps an unreadable key file beside the key from the backup', async () => {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  const { name } = await before.call('maintenance.back-up', {})
  await before.stop()
  writeFileSync(join(before.folder, 'key.json'), 'no key')
  const lost = await openApp(before.folder)

  expect(await lost.refusal('maintenance.restore', { name })).toBe('locked')

  await lost.call('vault.unlock', { passphrase })
  const aside = readdirSync(before.folder).filter((one) => one.startsWith('key.unreadable-'))
  expect(aside.map((one) => readFileSync(join(before.folder, one), 'utf8'))).toEqual(['no key'])
})

test('a damaged backup and a backup of another computer are not restored, and nothing changes', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await saveUnsent(app, platform, 1)
  const { name } = await app.call('maintenance.back-up', {})
  const folder = join(app.folder, 'backups')
  writeFileSync(join(folder, 'rubbish.db'), 'rubbish')
  const other = await openComputer(platform)
  await saveUnsent(other, platform, 1)
  const theirs = (await other.call('maintenance.back-up', {})).name
  copyFileSync(join(other.folder, 'backups', theirs), join(folder, 'theirs.db'))

  expect(await app.refusal('maintenance.restore', { name: 'rubbish.db' })).toBe('file-unusable')
  expect(await app.refusal('maintenance.restore', { name: 'theirs.db' })).toBe('other-computer')
  expect(await app.refusal('maintenance.restore', { name: '../setdesk.db' })).toBe('not-found')
  expect(await app.refusal('maintenance.restore', { name: 'none.db' })).toBe('not-found')
  expect((await app.call('maintenance.list-backups', {})).backups).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name, state: 'sound', isOwn: true }),
      expect.objectContaining({ name: 'theirs.db', state: 'sound', isOwn: false }),
      expect.objectContaining({ name: 'rubbish.db', state: 'damaged' }),
    ]),
  )
  expect(readdirSync(app.folder).filter((one) => /^setdesk\.(before|damaged|next)/.test(one))).toEqual([])
})

/** Leaves the file of a restore that was killed in the middle of a change, in a data folder with the same backup. */
function leaveRestore(folder: string, name: string): void {
  const fresh = join(folder, '.setdesk-fresh.db')
  copyFileSync(join(folder, 'backups', name), fresh)
  leaveHalfChanged(fresh, "INSERT INTO fact VALUES ('half', hex(zeroblob(300000)))")
  for (const end of ['-wal', '-shm']) writeFileSync(fresh + end, 'left')
}
const leftCopies = (folder: string): string[] => readdirSync(folder).filter((one) => one.startsWith('.setdesk-'))

test('a restore succeeds although an earlier one was killed in the middle of a change', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const ids = await saveUnsent(app, platform, 2)
  const { name } = await app.call('maintenance.back-up', {})
  leaveRestore(app.folder, name)

  expect(await app.call('maintenance.restore', { name })).toEqual({ jobs: 2 })

  expect(leftCopies(app.folder)).toEqual([])
  await app.call('queue.resume', {})
  expect((await atRest(app, ids)).map(({ summary }) => summary.state)).toEqual(['done', 'done'])
})

test('a start deletes what a killed restore left behind, but only if the ledger is there and sound', async () => {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  await saveUnsent(before, platform, 1)
  const { name } = await before.call('maintenance.back-up', {})
  await before.stop()
  const { folder } = before
  const path = join(folder, 'setdesk.db')
  const ledger = readFileSync(path)
  leaveRestore(folder, name)
  const left = leftCopies(folder)
  expect(left).toHaveLength(4)

  writeFileSync(path, ledger.subarray(0, 5000))
  const damaged = await startAgain(folder)
  await damaged.stop()
  expect(leftCopies(folder)).toEqual(left)

  for (const end of ['', '-mark']) rmSync(path + end)
  const missing = await startAgain(folder)
  await missing.stop()
  expect(leftCopies(folder)).toEqual(left)

  writeFileSync(path, ledger)
  await startAgain(folder)
  expect(leftCopies(folder)).toEqual([])
})

test('a start succeeds if what a killed restore left behind cannot be deleted', async () => {
  const folder = makeFolder()
  await (await openApp(folder)).stop()
  mkdirSync(join(folder, '.setdesk-fresh.db'))
  const app = await openApp(folder)
  expect((await app.call('app.snapshot', {})).storage.state).toBe('ok')
})
