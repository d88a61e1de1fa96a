import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { beginErasure, eraseSomeJobs } from '../../../src/main/handlers/connections/erase-connection.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { listPaths } from '../../../src/main/storage/data-files.ts'
import { createSystemClock } from '../../../src/main/host/host-ports.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import type { Draft } from '../../../src/shared/domain/activation.ts'
import { emptyDraft } from '../../fakes/draft.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { productOf, quick, save } from '../app/activate.ts'
import { collect, filesHolding, holding } from './known-subscribers.ts'
import { atRest, openComputer, saveUnsent, startAgain } from './work.ts'

async function openWithWork(): Promise<{ app: TestApp; connection: Connection; ids: readonly string[] }> {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const { connections } = await app.call('app.snapshot', {})
  const connection = connections[0]?.settings
  if (connection === undefined) throw new Error('no connection')
  const ids = [await save(app, newCustomer(productOf(platform)))]
  const [detail] = await atRest(app, ids)
  const userid = detail?.intent.kind === 'new-customer' ? (detail.intent.logIn.userid ?? '') : ''
  await app.call('customers.read', { slot: 'page', userid, customermappingid: '' })
  await app.call('draft.save', { draft: emptyDraft('a draft for north') })
  await app.call('maintenance.back-up', {})
  mkdirSync(join(app.folder, 'exports'), { recursive: true })
  writeFileSync(join(app.folder, 'exports', 'activity-20260101T090000.csv'), 'Okonkwo')
  return { app, connection, ids }
}

test('the removal of a connection leaves none of its sealed data in the ledger, the backups or any other file', async () => {
  const { app, connection, ids } = await openWithWork()
  const bytes = collect(app.folder)
  expect(bytes.length).toBeGreaterThan(8)
  expect(holding(app.folder, bytes).length).toBeGreaterThan(1)

  const report = await app.call('connection.remove', { id: connection.id })

  expect(holding(app.folder, bytes)).toEqual([])
  expect(report).toMatchObject({ of: 'connection', name: connection.name, jobs: 1, failed: [], left: [] })
  expect(report.files).toContain('exports/activity-20260101T090000.csv')
  expect(report.files.some((path) => path.startsWith('backups/'))).toBe(true)
  expect(await app.refusal('job.read', { id: ids[0] ?? '' })).toBe('purged-record')
  expect((await app.call('app.snapshot', {})).maintenance.notices).toMatchObject([
    { kind: 'connection-erased', from: connection.name, jobs: 1 },
  ])
  expect(listPaths(app.folder).filter((path) => path.startsWith('backups/'))).toHaveLength(1)
  await app.stop()
  // The ledger opens, because the number of rows still matches the note beside it.
  expect((await startAgain(app.folder)).app.unsent()).toBe(0)
})

test('the removal of a connection does not affect the jobs and the token of another connection', async () => {
  const { app, connection } = await openWithWork()
  const platform = await openPlatform()
  const other = await connect(app, platform, quick)
  await app.call('connection.select', { id: other.id })
  const [kept] = await atRest(app, [await save(app, newCustomer(productOf(platform)))])
  await app.call('connection.remove', { id: connection.id })
  expect((await app.call('job.read', { id: kept?.summary.id ?? '' })).summary.state).toBe('done')
  const [next] = await atRest(app, [await save(app, newCustomer(productOf(platform)))])
  expect(next?.summary.state).toBe('done')
})

/** A form with personal data, begun under a connection. */
const formOf = ({ id }: Connection, name: string): Draft => {
  const form = emptyDraft(`draft of ${name}`)
  return { ...form, connectionId: id, customer: { ...form.customer, lastname: name, mobile: '+33 6 00 00 00 00' } }
}

async function openWithTwo(): Promise<{ app: TestApp; north: Connection; south: Connection }> {
  const app = await openComputer(await openPlatform())
  const { connections } = await app.call('app.snapshot', {})
  const north = connections[0]?.settings
  if (north === undefined) throw new Error('no connection')
  const south = await connect(app, await openPlatform(), quick)
  await app.call('connection.select', { id: north.id })
  return { app, north, south }
}

test('the removal of a connection erases its forms, also those that were put aside, and no form of another connection', async () => {
  const { app, north, south } = await openWithTwo()
  const [first, second, third] = [formOf(south, 'Sud'), formOf(north, 'Nord'), formOf(south, 'Midi')]
  const draft = { ...first, aside: [second, third] }
  await app.call('draft.save', { draft })

  await app.call('connection.remove', { id: south.id })
  expect(await app.call('draft.read', {})).toEqual({ draft: { ...second, isAside: true } })

  // A screen that read the forms before the removal stores them again.
  await app.call('draft.save', { draft })
  expect(await app.call('draft.read', {})).toEqual({ draft: { ...second, isAside: true } })

  await app.call('connection.remove', { id: north.id })
  expect(await app.call('draft.read', {})).toEqual({})
})

test('the removal of the active connection keeps the forms and scan batches of other connections', async () => {
  const { app, north, south } = await openWithTwo()
  const [own, others] = [formOf(north, 'Nord'), formOf(south, 'Sud')]
  await app.call('draft.save', { draft: { ...own, aside: [others] } })
  await app.call('scan-batch.save', { place: 'bulk', text: '001A79000001' })
  await app.call('connection.select', { id: south.id })
  await app.call('scan-batch.save', { place: 'hostnames', text: '001A79000002' })
  await app.call('connection.select', { id: north.id })

  await app.call('connection.remove', { id: north.id })

  expect(await app.call('draft.read', {})).toEqual({ draft: { ...others, isAside: true } })
  expect(await app.call('scan-batch.read', { place: 'bulk' })).toEqual({ text: '' })
  expect(await app.call('scan-batch.read', { place: 'hostnames' })).toEqual({ text: '001A79000002' })
})

test('the forms of a connection are gone although its removal was interrupted, and no key was open when it was finished', async () => {
  const { app, south } = await openWithTwo()
  await app.call('draft.save', { draft: formOf(south, 'Sud') })
  vi.spyOn(app.ports.settings, 'write').mockImplementation(() => {
    throw new Error('The disk is gone')
  })
  expect(await app.refusal('connection.remove', { id: south.id })).toBe('internal')
  await app.stop()
  vi.restoreAllMocks()

  const next = await startAgain(app.folder)
  expect((await next.call('app.snapshot', {})).connections).toHaveLength(1)
  expect(await next.call('draft.read', {})).toEqual({})
})

test('the removal of a connection erases unfinished jobs only if the name of the connection is typed', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const { connections } = await app.call('app.snapshot', {})
  const { id, name } = connections[0]?.settings ?? { id: '', name: '' }
  const [job] = await saveUnsent(app, platform, 3)
  const bytes = collect(app.folder)
  expect(await app.refusal('connection.remove', { id })).toBe('work-left')
  expect(await app.refusal('connection.remove', { id, typedName: `${name}s` })).toBe('work-left')
  expect((await app.call('job.read', { id: job ?? '' })).summary.state).toBe('saved')

  expect(await app.call('connection.remove', { id, typedName: name })).toMatchObject({ jobs: 3 })
  expect(holding(app.folder, bytes)).toEqual([])
  await app.call('queue.resume', {})
  expect(app.app.unsent()).toBe(0)
  expect(platform.ledger()).toEqual([])
})

test.each([0, 1])(
  'a removal of a connection that was interrupted after %i parts is finished at the next start, before the unlock',
  async (parts) => {
    const { app, connection } = await openWithWork()
    const bytes = collect(app.folder)
    await app.stop()
    const opened = openDatabase(join(app.folder, 'setdesk.db'))
    if (!opened.ok) throw new Error(opened.problem)
    const { database } = opened
    beginErasure(database, { id: connection.id, name: connection.name, wasActive: true }, () => undefined)
    for (let part = 0; part < parts; part += 1) eraseSomeJobs(database, createSystemClock(), connection.id)
    database.close()

    const next = await openApp(app.folder)

    expect((await next.call('app.snapshot', {})).connections).toEqual([])
    expect(holding(app.folder, bytes)).toEqual([])
  },
)

test('a restore of the backup that a removal made does not begin the removal again, which would delete the replaced file', async () => {
  const { app, north } = await openWithTwo()
  await app.call('connection.remove', { id: north.id })
  const { backups } = await app.call('maintenance.list-backups', {})
  await saveUnsent(app, await openPlatform(), 2)
  await app.call('maintenance.restore', { name: backups[0]?.name ?? '' })
  await app.stop()

  const next = await startAgain(app.folder)

  const listed = (await next.call('maintenance.list-backups', {})).backups
  expect(listed.filter(({ isSetAside }) => isSetAside)).toMatchObject([{ jobs: 2, unfinished: 2 }])
  expect((await next.call('app.snapshot', {})).maintenance.notices).toMatchObject([{ kind: 'restored' }])
})

test('a removal that was interrupted while it deleted files is told once', async () => {
  const { app, connection } = await openWithWork()
  await app.call('connection.remove', { id: connection.id })
  const { backups, folder } = await app.call('maintenance.list-backups', {})
  await app.stop()
  // The removal makes its backup just before it deletes the files.
  for (const end of ['-wal', '-shm', '-mark']) rmSync(join(app.folder, `setdesk.db${end}`), { force: true })
  copyFileSync(join(folder, backups[0]?.name ?? ''), join(app.folder, 'setdesk.db'))

  const next = await startAgain(app.folder)

  expect((await next.call('app.snapshot', {})).maintenance.notices).toMatchObject([
    { kind: 'connection-erased', from: connection.name, jobs: 1 },
  ])
  expect(listPaths(app.folder).filter((path) => path.startsWith('backups/'))).toHaveLength(1)
})

test('a training that was removed and started again stores its forms', async () => {
  const app = await openApp()
  const { id } = await app.call('connection.start-training', {})
  const draft = { ...emptyDraft('a draft of this form'), connectionId: id }
  await app.call('draft.save', { draft })
  await app.call('connection.remove', { id })
  await app.call('draft.save', { draft })
  expect(await app.call('draft.read', {})).toEqual({})

  expect((await app.call('connection.start-training', {})).id).toBe(id)
  await app.call('draft.save', { draft })
  expect(await app.call('draft.read', {})).toEqual({ draft })
})

test('the removal of the training leaves no customer that was typed there, and the training starts afresh', async () => {
  const app = await openApp()
  const { id } = await app.call('connection.start-training', {})
  const { connections } = await app.call('app.snapshot', {})
  const intent = newCustomer(connections[0]?.settings.products[0]?.productid ?? '')
  const typed = { ...intent, customer: { ...intent.customer, lastname: 'Quillfeather' } }
  await app.jobIn(await save(app, typed), 'done')
  expect(filesHolding(app.folder, ['Quillfeather'])).not.toEqual([])

  const report = await app.call('connection.remove', { id })

  expect(report).toMatchObject({ failed: [], left: [] })
  expect(report.files).toContain('training/training-platform.sqlite')
  expect(filesHolding(app.folder, ['Quillfeather'])).toEqual([])
  await app.call('connection.start-training', {})
  expect((await app.call('app.snapshot', {})).connections).toHaveLength(1)
  await app.jobIn(await save(app, intent), 'done')
})

test('a connection keeps its forms and stores new ones if its removal failed because the disk was full', async () => {
  const app = await openComputer(await openPlatform())
  const id = (await app.call('app.snapshot', {})).connections[0]?.settings.id ?? ''
  const draft = { ...emptyDraft('a draft of this form'), connectionId: id }
  await app.call('draft.save', { draft })
  const refuse = refuseErasures()
  expect(await app.refusal('connection.remove', { id })).toBe('storage-full')
  refuse.end()

  expect(await app.call('draft.read', {})).toEqual({ draft })
  const changed = { ...draft, hostname: 'other' }
  await app.call('draft.save', { draft: changed })
  expect(await app.call('draft.read', {})).toEqual({ draft: changed })

  await app.call('connection.remove', { id })
  await app.call('draft.save', { draft: changed })
  expect(await app.call('draft.read', {})).toEqual({})
})

/** Lets the commit that begins an erasure fail, as if the disk were full, until `end` is called. */
function refuseErasures(): { readonly end: () => void } {
  const { exec } = DatabaseSync.prototype as { exec: (this: DatabaseSync, sql: string) => void }
  const end = (): void => void (DatabaseSync.prototype.exec = exec)
  onTestFinished(end)
  DatabaseSync.prototype.exec = function (sql) {
    if (sql === 'COMMIT' && this.prepare("SELECT 1 FROM fact WHERE name = 'erasing'").get() !== undefined)
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    exec.call(this, sql)
  }
  return { end }
}
