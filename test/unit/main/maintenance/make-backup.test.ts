import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { type AboutBackup, listBackups, makeBackup } from '../../../../src/main/maintenance/backup-files.ts'
import { runApartInNode } from '../../../../src/main/host/run-apart.ts'
import { openLedger } from '../jobs/open-ledger.ts'

const about: AboutBackup = { madeAt: Date.UTC(2027, 0, 15, 9), installation: 'AB23CD', connections: [] }

test('a backup is one file with every job, readable only by its owner', async () => {
  const { database, path, save } = openLedger()
  save()
  save()
  const folder = join(dirname(path), 'backups')

  const made = await makeBackup(database, folder, about, runApartInNode)

  expect(made).toEqual({ ok: true, value: 'setdesk-000001-20270115T090000.db' })
  expect(readdirSync(folder)).toEqual(['setdesk-000001-20270115T090000.db'])
  expect(listBackups(folder, ['AB23CD'])).toMatchObject([
    { state: 'sound', jobs: 2, unfinished: 2, installation: 'AB23CD', isOwn: true, madeAt: about.madeAt },
  ])
  if (process.platform !== 'win32') expect(statSync(join(folder, made.ok ? made.value : '')).mode & 0o777).toBe(0o600)
})

test('a backup includes all jobs that were there at its start, even if more jobs are saved during the backup', async () => {
  const { database, path, save } = openLedger()
  for (let number = 0; number < 50; number += 1) save()
  const folder = join(dirname(path), 'backups')
  const making = makeBackup(database, folder, about, runApartInNode)
  for (let number = 0; number < 50; number += 1) {
    save()
    await new Promise(setImmediate)
  }
  expect((await making).ok).toBe(true)
  const [view] = listBackups(folder, [])
  expect(view?.state).toBe('sound')
  expect(view?.jobs).toBeGreaterThanOrEqual(50)
})

test('a backup can be made while a transaction is open', async () => {
  const { database, path, save } = openLedger()
  save()
  const folder = join(dirname(path), 'backups')
  database.exec("BEGIN IMMEDIATE; INSERT INTO fact (name, value) VALUES ('half', 'done')")
  expect(await makeBackup(database, folder, about, runApartInNode)).toMatchObject({ ok: true })
  database.exec('COMMIT')
  const [view] = listBackups(folder, [])
  expect(view).toMatchObject({ state: 'sound', jobs: 1 })
})

test('a damaged backup is deleted', async () => {
  const { database, path } = openLedger()
  const folder = join(dirname(path), 'backups')
  const empty = new DatabaseSync(join(dirname(path), 'empty.db'))
  empty.exec('CREATE TABLE job (state TEXT, connection_id TEXT); CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT)')
  expect(await makeBackup(empty, folder, about, runApartInNode)).toEqual({ ok: false, error: 'not-sound' })
  expect(readdirSync(folder)).toEqual([])
  expect((await makeBackup(database, folder, about, runApartInNode)).ok).toBe(true)
  empty.close()
})

test('a backup that fails because its folder cannot be written reports this without an exception', async () => {
  const { database, path } = openLedger()
  const folder = join(dirname(path), 'backups')
  writeFileSync(folder, 'a file is in the way')
  expect(await makeBackup(database, folder, about, runApartInNode)).toEqual({ ok: false, error: 'failed' })
})

test('a backup removes the unfinished file of an earlier process', async () => {
  const { database, path } = openLedger()
  const folder = join(dirname(path), 'backups')
  mkdirSync(folder)
  writeFileSync(join(folder, '.unfinished-1.db'), 'half')
  await makeBackup(database, folder, about, runApartInNode)
  expect(readdirSync(folder)).toEqual(['setdesk-000001-20270115T090000.db'])
})

// A computed column can take any time. It is computed when its row is read, so no row of such a file may be read.
test('a file in the backup folder with a column that is not of Setdesk counts as damaged', async () => {
  const { database, path, save } = openLedger()
  save()
  const folder = join(dirname(path), 'backups')
  const made = await makeBackup(database, folder, about, runApartInNode)
  const forged = new DatabaseSync(join(folder, made.ok ? made.value : ''))
  forged.exec("ALTER TABLE fact ADD COLUMN more TEXT AS ('x')")
  forged.close()
  expect(listBackups(folder, [])).toMatchObject([{ state: 'damaged' }])
})
