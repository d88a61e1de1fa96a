import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { formerlySealedAs, sealedAs } from '../../../src/main/jobs/ledger/rows.ts'
import { readKeyFile, unwrapByPassphrase, writeKeyFile } from '../../../src/main/vault/key-file.ts'
import { createSealing } from '../../../src/main/vault/sealing.ts'
import { migrate } from '../../../src/main/storage/migrations.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { productOf, save } from '../app/activate.ts'
import { atRest, openComputer, passphrase, startAgain } from './work.ts'

type Table = 'job' | 'step' | 'entry'

/** Columns that may change without a finding, each with the reason. */
const free: Readonly<Record<string, string>> = {
  'job.waits_until': 'of a process that has ended; a start clears it',
  'job.why': 'of a job that may run; a start sets it, also before the key is there',
}
/** Numbers that SQLite gives; another value of one of these is a row that was moved. */
const numbers: ReadonlySet<string> = new Set(['job.sequence', 'step.id', 'entry.sequence'])

const columnsOf = (table: Table): readonly string[] => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const names = database.prepare('SELECT name FROM pragma_table_info(?)').all(table)
  database.close()
  return names.map(({ name }) => String(name))
}

/** Every column, from the schema itself, so that one that is added later fails here until it is authenticated. */
const columns = (['job', 'step', 'entry'] as const).flatMap((table) =>
  columnsOf(table)
    .filter((name) => !numbers.has(`${table}.${name}`) && free[`${table}.${name}`] === undefined)
    .map((name) => [table, name] as const),
)

/** Changes the file like another program, beside an open Setdesk or while Setdesk is closed. */
function tamper(folder: string, act: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(folder, 'setdesk.db'), { timeout: 5000 })
  database.exec('PRAGMA foreign_keys = OFF')
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${String(name)}"`)
  act(database)
  for (const { sql } of triggers) database.exec(String(sql))
  database.close()
}

/** Puts another value of the same type into a column of the last row. */
function change(database: DatabaseSync, table: Table, column: string): void {
  const key = table === 'step' ? 'id' : 'sequence'
  const last = database.prepare(`SELECT * FROM ${table} ORDER BY ${key} DESC LIMIT 1`).get() ?? {}
  const value = last[column]
  const put = (next: string | number | Uint8Array): unknown =>
    database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run(next, last[key] ?? 0)
  if (column === 'state') put(value === 'done' ? 'unconfirmed' : 'done')
  else if (value instanceof Uint8Array && value.length > 0)
    put(value.map((byte, at) => (at === value.length - 1 ? byte ^ 1 : byte)))
  else if (typeof value === 'number') put(value + 1)
  else if (typeof value === 'string') put(column === 'operation' ? 'Disable' : `${value}x`)
  else if (column === 'purged_at' || column === 'status') put(200)
  else if (['customer_key', 'box_key', 'fingerprint', 'sealed'].includes(column)) put(new Uint8Array(16).fill(7))
  else put('network')
}

interface Computer {
  readonly app: TestApp
  readonly platform: Sandbox
  readonly ids: readonly string[]
}

/** Two jobs: one is done, the newer one waits for the network after a first try. */
async function openBusyComputer(): Promise<Computer> {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const done = await save(app, newCustomer(productOf(platform)))
  await atRest(app, [done])
  await platform.setOptions({ offline: true })
  const waiting = await save(app, newCustomer(productOf(platform)))
  await expect.poll(async () => (await app.call('job.read', { id: waiting })).summary.why?.code).toBe('network')
  return { app, platform, ids: [done, waiting] }
}

const changedIn = async (app: TestApp) => (await app.call('maintenance.check-records', {})).changed

describe('a record that another program changed', () => {
  test.each(columns)('in %s.%s is noticed', async (table, column) => {
    const { app, ids } = await openBusyComputer()
    expect(await changedIn(app)).toEqual([])
    tamper(app.folder, (database) => change(database, table, column))
    const found = await changedIn(app)
    expect(found).toHaveLength(1)
    // The row that was changed is the last of its table; an id that was changed is no longer known.
    if (column !== 'id') expect(ids).toContain(found[0])
  })

  test('is set aside with a reason, and its job is not sent when the network is back', async () => {
    const { app, platform, ids } = await openBusyComputer()
    const [, waiting = ''] = ids
    const before = platform.ledger().length
    tamper(app.folder, (database) =>
      database.exec("UPDATE step SET operation = 'Disable' WHERE id = (SELECT max(id) - 1 FROM step)"),
    )
    await platform.setOptions({ offline: false })
    const listed = async () => (await app.call('job.list', { limit: 5 })).jobs.find(({ id }) => id === waiting)
    await expect.poll(async () => (await listed())?.state).toBe('needs-you')
    expect(await app.refusal('job.read', { id: waiting })).toBe('changed-outside')
    expect(await app.refusal('job.send-again', { id: waiting })).toBe('changed-outside')
    expect(await listed()).toMatchObject({ why: { code: 'changed-outside' } })
    expect(platform.ledger()).toHaveLength(before)
    await app.call('job.drop', { id: waiting, reason: 'changed' })
    expect((await listed())?.state).toBe('dropped')
  })

  test('is found at the next start, before its job is sent', async () => {
    const { app, platform, ids } = await openBusyComputer()
    await app.stop()
    tamper(app.folder, (database) => database.exec("UPDATE job SET kind = 'hostname' WHERE sequence = 2"))
    await platform.setOptions({ offline: false })
    const before = platform.requests().length
    const next = await startAgain(app.folder)
    const { jobs } = await next.call('job.list', { limit: 5 })
    expect(jobs.find(({ id }) => id === ids[1])).toMatchObject({ state: 'needs-you', why: { code: 'changed-outside' } })
    expect(
      platform
        .requests()
        .slice(before)
        .filter(({ operation }) => operation === 'addCustomerWithDevice'),
    ).toEqual([])
  })
})

describe('the check of records notices that', () => {
  test.each([
    ['the last entry was deleted', 'DELETE FROM entry WHERE sequence = (SELECT max(sequence) FROM entry)'],
    [
      'two entries changed places',
      `UPDATE entry SET sequence = -1 WHERE sequence = 1; UPDATE entry SET sequence = 1 WHERE sequence = 2;
       UPDATE entry SET sequence = 2 WHERE sequence = -1`,
    ],
    [
      'the authentication code of another job was put in',
      'UPDATE job SET mac = (SELECT mac FROM job WHERE sequence = 1) WHERE sequence = 2',
    ],
    ['the authentication code was removed, as in an earlier release', 'UPDATE job SET mac = NULL WHERE sequence = 2'],
    [
      'an entry was put under another step',
      'UPDATE entry SET step_id = step_id + 1 WHERE sequence = (SELECT max(sequence) FROM entry)',
    ],
    ['a finished action became another one', "UPDATE step SET operation = 'Disable' WHERE job_sequence = 1"],
  ])('%s', async (_, sql) => {
    const { app } = await openBusyComputer()
    tamper(app.folder, (database) => database.exec(sql))
    expect(await changedIn(app)).toHaveLength(1)
    expect((await app.call('app.snapshot', {})).maintenance.notices).toMatchObject([
      { kind: 'changed-outside', jobs: 1 },
    ])
    // The notice appears once. The record stays marked, even if Setdesk changes the job later.
    await app.call('maintenance.clear-notices', {})
    expect(await changedIn(app)).toHaveLength(1)
    expect((await app.call('app.snapshot', {})).maintenance.notices).toEqual([])
  })

  test('an earlier row of the same job was put back', async () => {
    const { app, platform, ids } = await openBusyComputer()
    const database = new DatabaseSync(join(app.folder, 'setdesk.db'), { timeout: 5000 })
    const earlier = database.prepare('SELECT state, why, updated_at, mac FROM job WHERE sequence = 2').get() ?? {}
    database.close()
    await platform.setOptions({ offline: false })
    await app.jobIn(ids[1] ?? '', 'done')
    tamper(app.folder, (file) =>
      file
        .prepare('UPDATE job SET state = ?, why = ?, updated_at = ?, mac = ? WHERE sequence = 2')
        .run(earlier['state'] ?? null, earlier['why'] ?? null, earlier['updated_at'] ?? null, earlier['mac'] ?? null),
    )
    expect(await changedIn(app)).toEqual([ids[1]])
  })

  test.each([
    ['a job in the middle', 1],
    ['the newest job', 2],
  ])('%s was removed', async (_, sequence) => {
    const { app } = await openBusyComputer()
    tamper(app.folder, (database) =>
      database.exec(`DELETE FROM entry WHERE step_id IN (SELECT id FROM step WHERE job_sequence = ${sequence});
        DELETE FROM step WHERE job_sequence = ${sequence}; DELETE FROM job WHERE sequence = ${sequence}`),
    )
    expect(await app.call('maintenance.check-records', {})).toMatchObject({ checked: 1, changed: [], removed: 1 })
  })

  test('the stored number of jobs was removed', async () => {
    const { app } = await openBusyComputer()
    tamper(app.folder, (database) => database.exec("DELETE FROM fact WHERE name = 'record-tally'"))
    expect(await app.call('maintenance.check-records', {})).toMatchObject({ removed: 1 })
  })
})

/** Leaves a folder as an earlier release does: no MAC, plain bindings of the seals, and a key that does not bind records. */
async function makeEarlier(folder: string): Promise<void> {
  const path = join(folder, 'key.json')
  const record = readKeyFile(path)
  const key = typeof record === 'object' && record.protection === 'passphrase' ? record : undefined
  const dataKey = key && (await unwrapByPassphrase(key, passphrase))
  if (key === undefined || dataKey === undefined) throw new Error('the key does not open')
  const { bindsRecords: _, ...earlier } = key
  writeKeyFile(path, earlier)
  const sealing = createSealing(dataKey)
  tamper(folder, (database) => {
    for (const { id, sealed } of database.prepare('SELECT id, sealed FROM job').all()) {
      const plain = sealing.open(sealedAs.job(String(id)), sealed as Uint8Array)
      database
        .prepare('UPDATE job SET sealed = ?, mac = NULL WHERE id = ?')
        .run(sealing.seal(formerlySealedAs.job(String(id)), plain), id ?? '')
    }
    database.exec("DELETE FROM fact WHERE name = 'record-tally'")
  })
}

describe('a folder of an earlier release', () => {
  test('opens with all its jobs and gets a new key', async () => {
    const { app, platform, ids } = await openBusyComputer()
    await app.stop()
    await makeEarlier(app.folder)
    const key = readFileSync(join(app.folder, 'key.json'), 'utf8')

    const next = await startAgain(app.folder)
    expect(await next.call('maintenance.check-records', {})).toMatchObject({ checked: 2, changed: [], removed: 0 })
    expect(readFileSync(join(app.folder, 'key.json'), 'utf8')).not.toBe(key)
    await platform.setOptions({ offline: false })
    await next.jobIn(ids[1] ?? '', 'done')
  })

  test('cannot be imitated by removing the authentication codes from a folder of this release', async () => {
    const { app } = await openBusyComputer()
    await app.stop()
    tamper(app.folder, (database) =>
      database.exec(`UPDATE job SET mac = NULL; UPDATE step SET operation = 'Disable' WHERE job_sequence = 2;
        DELETE FROM fact WHERE name = 'record-tally'`),
    )
    const next = await startAgain(app.folder)
    expect((await next.call('maintenance.check-records', {})).changed).toHaveLength(2)
  })
})
