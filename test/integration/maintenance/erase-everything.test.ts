import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { findDataFile, listPaths } from '../../../src/main/storage/data-files.ts'
import { eraseFolder } from '../../../src/main/storage/erase-folder.ts'
import { openConfFile } from '../../../src/main/host/settings.ts'
import { createHostPorts } from '../../../src/main/host/host-ports.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { connect, openApp } from '../../fakes/test-app.ts'
import { productOf, save } from '../app/activate.ts'
import { collect, filesHolding, holding, openUsedComputer, subscriber } from './known-subscribers.ts'
import { atRest, passphrase } from './work.ts'

const confirm = 'erase everything'

test('no file of the data folder contains a readable name, number, user ID, token or key', async () => {
  const { app, secrets } = await openUsedComputer()
  expect(filesHolding(app.folder, secrets)).toEqual([])
  await app.stop()
  expect(filesHolding(app.folder, secrets)).toEqual([])
  // The search itself works: it finds a name that is there.
  writeFileSync(join(app.folder, 'exports.txt'), `to ${subscriber.lastname}`)
  expect(filesHolding(app.folder, secrets)).toEqual([`exports.txt: ${subscriber.lastname}`])
})

test('every file that the app writes is in the list of data files that are erased', async () => {
  const { app } = await openUsedComputer()
  const paths = listPaths(app.folder)
  expect(paths.filter((path) => findDataFile(path) === undefined)).toEqual([])
  expect(paths).toEqual(
    expect.arrayContaining(['key.json', 'setdesk.db', 'setdesk.db-wal', 'settings.json', 'log/setdesk.jsonl']),
  )
})

test('erasing everything leaves no file of the former work, and the app starts as new', async () => {
  const { app, platform } = await openUsedComputer()
  // SQLite itself removes these two when the ledger is closed.
  const former = listPaths(app.folder).filter((path) => !/-(wal|shm)$/.test(path))
  const bytes = collect(app.folder)
  expect(holding(app.folder, bytes).length).toBeGreaterThan(1)

  const report = await app.call('maintenance.erase-everything', { confirm })

  expect(report).toMatchObject({ of: 'everything', by: 'Ada Boss', jobs: 4, failed: [], left: [] })
  expect(report.files.toSorted()).toEqual(former.toSorted())
  expect(report.files[0]).toBe('key.json')
  const rest = listPaths(app.folder)
  expect(rest.filter((path) => !path.startsWith('setdesk.db'))).toEqual([])
  expect(holding(app.folder, bytes)).toEqual([])
  expect(await app.call('app.snapshot', {})).toMatchObject({
    vault: { state: 'new' },
    who: { state: 'nobody', technicians: [] },
    connections: [],
    installation: '',
    preferences: { technician: '' },
    storage: { state: 'ok' },
    maintenance: { notices: [] },
  })
  expect(await app.refusal('job.list', { limit: 5 })).toBe('locked')

  // The erased app can be set up and used again, also after another start.
  await app.call('vault.protect', { passphrase: 'another one, please' })
  await connect(app, platform)
  await atRest(app, [await save(app, newCustomer(productOf(platform)))])
  await app.stop()
  const next = await openApp(app.folder)
  expect(await next.refusal('vault.unlock', { passphrase })).toBe('wrong-passphrase')
  await next.call('vault.unlock', { passphrase: 'another one, please' })
  expect((await next.call('job.list', { limit: 5 })).jobs).toHaveLength(1)
})

test('only the supervisor can erase everything, and only while the saved work is unlocked', async () => {
  const { app } = await openUsedComputer()
  const former = listPaths(app.folder)
  await app.call('who.add', { name: 'Ben Clerk', pin: '2468', ownPin: '135790' })
  const { technicians } = (await app.call('app.snapshot', {})).who
  const ben = technicians.find(({ name }) => name === 'Ben Clerk')?.id ?? ''
  await app.call('who.sign-out', {})
  expect(await app.refusal('maintenance.erase-everything', { confirm })).toBe('signed-out')
  await app.call('who.sign-in', { id: ben, pin: '2468' })
  expect(await app.refusal('maintenance.erase-everything', { confirm })).toBe('supervisor-only')
  await app.stop()
  const next = await openApp(app.folder)
  expect(await next.refusal('maintenance.erase-everything', { confirm })).toBe('signed-out')
  expect(listPaths(app.folder)).toEqual(expect.arrayContaining(former.filter((path) => !/-(wal|shm)$/.test(path))))
})

test('an interrupted erasure is finished at the next start, before the settings are read', async () => {
  const { app } = await openUsedComputer()
  await app.stop()
  expect(() =>
    eraseFolder(app.folder, () => {
      throw new Error('killed')
    }),
  ).toThrow('killed')
  const ports = createHostPorts({
    host: 'loopback',
    version: '0.0.0',
    dataFolder: app.folder,
    keyStore: { kind: 'passphrase' },
    openFile: openConfFile,
  })
  expect(listPaths(app.folder)).toEqual([])
  expect(ports.settings.read().connections).toEqual([])
})

/** How each table of the ledger is erased, by age or with its connection, or why it stays. */
const decided: Readonly<Record<string, string>> = {
  job: 'purged by age, longer if undecided; erased with its connection; the row stays, because the note beside the file counts it',
  step: 'with its job',
  entry: 'with its job',
  draft: 'each form with its connection; by age if nobody goes on with them',
  pile: 'by age if nobody goes on with it; with its connection',
  list: 'by age; with its connection',
  list_part: 'with its list',
  kept_answer: 'by age, 30 days at most; with its connection',
  box_sighting: 'with its answer',
  task: 'by age once it is ticked off or its job was purged; with its connection',
  token: 'stays while it is in use; with its connection',
  technicians: 'stays until the supervisor removes somebody',
  sign_in_event: 'by age',
  knowledge: 'holds nothing personal; with its connection',
  hand_over: 'holds nothing personal: ids of computers and numbers of jobs',
  fleet: 'this computer in the fleet; stays until it leaves',
  fleet_job: 'the name of another computer goes when its job is purged; the rest holds nothing personal',
  fleet_total: 'names of technicians and products; by age',
  fleet_counted: 'holds nothing personal; with its total',
  fleet_audit: 'sealed to the fleet; goes once the hub has it',
  fact: 'holds nothing personal but names of files and connections',
}

test('every table of the ledger has a rule for erasing, and the removal of a connection leaves no sealed rows', async () => {
  const { app } = await openUsedComputer()
  const { connections } = await app.call('app.snapshot', {})
  const { id, name } = connections[0]?.settings ?? { id: '', name: '' }
  const database = new DatabaseSync(join(app.folder, 'setdesk.db'), { readOnly: true })
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map((row) => String(row['name']))
  expect(tables.toSorted()).toEqual(Object.keys(decided).toSorted())
  const rowsIn = (table: string, where = ''): number =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${table} ${where}`).get()?.['count'])
  // The test has filled every table that can be filled without a task and a fleet.
  const unused = tables.filter((table) => rowsIn(table) === 0)
  expect(unused.toSorted()).toEqual(['fleet', 'fleet_audit', 'fleet_counted', 'fleet_job', 'fleet_total', 'task'])

  await app.call('connection.remove', { id, typedName: name })

  const left = tables.filter((table) => rowsIn(table) > 0)
  expect(left.toSorted()).toEqual(['entry', 'fact', 'hand_over', 'job', 'sign_in_event', 'step', 'technicians'])
  expect(rowsIn('job', "WHERE sealed <> x'' OR customer_key NOT NULL OR box_key NOT NULL")).toBe(0)
  expect(rowsIn('step', "WHERE sealed <> x''")).toBe(0)
  expect(rowsIn('entry', 'WHERE sealed NOT NULL OR fingerprint NOT NULL')).toBe(0)
  database.close()
})
