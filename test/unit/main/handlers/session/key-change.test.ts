import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createDrafts } from '../../../../../src/main/handlers/session/session.ts'
import { createScanBatches } from '../../../../../src/main/handlers/hostnames/scan-batches.ts'
import { boxKey, customerKey, hostnameDraftEnd, keysOf } from '../../../../../src/main/jobs/ledger/job-keys.ts'
import { describeSealedTables, resealLedger } from '../../../../../src/main/handlers/session/key-change.ts'
import { purgeJob } from '../../../../../src/main/jobs/ledger/maintenance-rows.ts'
import { createLedger } from '../../../../../src/main/jobs/ledger/ledger.ts'
import { createCachedAnswers } from '../../../../../src/main/handlers/customers/cached-answers.ts'
import { hashBatch, isSealedWith } from '../../../../../src/main/maintenance/reseal.ts'
import { createStoredLists } from '../../../../../src/main/handlers/bulk/stored-lists.ts'
import { createTasks } from '../../../../../src/main/handlers/queue/tasks.ts'
import { openDatabase } from '../../../../../src/main/storage/database.ts'
import { createSealing, type Sealing } from '../../../../../src/main/vault/sealing.ts'
import { writeProxyLogIn, readProxyLogIn, createTokens } from '../../../../../src/main/vault/tokens.ts'
import { tokenPlace } from '../../../../../src/shared/domain/connection/connection.ts'
import { createFakeClock } from '../../../../fakes/clock.ts'
import { emptyDraft } from '../../../../fakes/draft.ts'
import { openSealedFile } from '../../../../fakes/sealed-file.ts'
import { makeNewJob } from '../../jobs/open-ledger.ts'
import { makeConnection, newCustomer, payloadOf } from '../../jobs/make-job.ts'
import { claimSealedAs } from '../../../../../src/main/fleet/claim-rows.ts'
import { totalSealedAs } from '../../../../../src/main/fleet/status-report.ts'
import { fleetSealedAs } from '../../../../../src/main/vault/fleet-membership.ts'
import { addSignInEvent, writeTechnicians } from '../../../../../src/main/vault/technicians.ts'

const clock = createFakeClock()
const proxy = 'http://proxy.example:3128'
const connection = makeConnection({ id: 'north', kind: 'platform', proxy })
const box = { identifier: { kind: 'mac' as const, value: '001A79000001' }, raw: '', model: '' }
const hostname = { kind: 'hostname' as const, box, hostname: 'tv.example' }
const list = {
  name: 'boxes.csv',
  digest: 'a'.repeat(64),
  parts: 1,
  stage: 'checked' as const,
  kind: 'hostname' as const,
  columns: ['box.raw'],
  common: {},
  completesMobiles: false,
  mended: [],
  typed: [],
}
/** The tokens are sealed under an operator's policy. */
const settings = { connections: () => [connection], policyName: () => 'AB:CD 7' }
const question = { connectionId: 'north', kind: 'customer' as const, text: 'Amélie' }

/** Saves something of every kind with a key. */
function fill(database: DatabaseSync, sealing: Sealing): void {
  const ledger = createLedger(database, sealing, clock)
  const payload = payloadOf(newCustomer())
  const keys = keysOf(sealing, connection, payload.intent)
  ledger.enqueue(makeNewJob(sealing, { id: 'first', draftId: 'draft', payload, ...keys }))
  const ofHostname = { payload: payloadOf(hostname), ...keysOf(sealing, connection, hostname) }
  const draftId = `form${hostnameDraftEnd(sealing, connection, hostname)}`
  ledger.enqueue(makeNewJob(sealing, { id: 'second', draftId, ...ofHostname }))
  ledger.enqueue(makeNewJob(sealing, { id: 'purged' }))
  const loaded = ledger.load('first')
  const [step] = loaded?.steps ?? []
  if (loaded === undefined || step === undefined) throw new Error('no job')
  // A correction seals the steps apart from their job.
  const second = ledger.load('second')
  if (second !== undefined)
    ledger.revise(second.job, second.job.payload, second.steps, keysOf(sealing, connection, hostname))
  ledger.beginAttempt(loaded.job, step, randomBytes(32), { before: 'Amélie' })
  ledger.endAttempt(loaded.job, step, 'accepted', 200, { message: 'Amélie' })
  purgeJob(database, ledger.load('purged')?.job.sequence ?? 0, 1)
  database.prepare('INSERT INTO fleet VALUES (1, ?)').run(sealing.seal(fleetSealedAs, '{}'))
  database
    .prepare("INSERT INTO fleet_job (job_sequence, claim, fence, version, sealed) VALUES (?, 'new', 0, 0, ?)")
    .run(loaded.job.sequence, sealing.seal(claimSealedAs(loaded.job.sequence), '{}'))
  database
    .prepare("INSERT INTO fleet_total VALUES (1, '2027-01-15', 1, 0, 0, ?)")
    .run(sealing.seal(totalSealedAs(1), '{}'))
  createDrafts(database, sealing, () => false).save(emptyDraft('draft-of-today'))
  createScanBatches(database, sealing).save('hostnames', 'scanned')
  const pin = { salt: 'AAAA', cost: 2, parallel: 1, hash: 'AAAA' }
  writeTechnicians(database, sealing, [{ id: 'ada', name: 'Ada', isSupervisor: true, pin, wrong: 0 }])
  addSignInEvent(database, sealing, 'event', 1, { action: 'signed-in', by: 'Ada' })
  const lists = createStoredLists(database, sealing, clock)
  lists.begin('north', list)
  lists.keepPart('north', list.digest, 0, 'AAAA')
  const tokens = createTokens(database, sealing, settings.policyName)
  tokens.write('north', tokenPlace(connection), 'a token')
  tokens.write('gone', 'https://elsewhere.example', 'a token of a former place')
  writeProxyLogIn(tokens, connection, { user: 'sam', password: 'secret' })
  const customer = customerKey(sealing, connection, '4820913775')
  const task = { draftId: 'draft', connectionId: 'north', userid: '4820913775', box: { id: '001A79000002' } }
  createTasks(database, sealing, clock).keep({ ...task, customerKey: customer })
  createCachedAnswers(database, sealing, clock).keep(question, { name: 'Amélie' }, [
    boxKey(sealing, connection, box.identifier),
  ])
}

interface Column {
  readonly table: string
  readonly name: string
}

/** All columns of the schema that hold bytes with a key of this file. An audit line is sealed to the fleet's key. */
const byteColumns = (database: DatabaseSync): readonly Column[] =>
  database
    .prepare(`SELECT m.name AS "table", c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
      WHERE m.type = 'table' AND c.type = 'BLOB' AND NOT (m.name = 'fleet_audit' AND c.name = 'line')`)
    .all()
    .map((row) => ({ table: String(row['table']), name: String(row['name']) }))

const readColumn = (database: DatabaseSync, { table, name }: Column): readonly string[] =>
  database
    .prepare(`SELECT "${name}" AS bytes FROM "${table}" WHERE length("${name}") > 0`)
    .all()
    .map(({ bytes }) => Buffer.from(bytes as Uint8Array).toString('hex'))

function openAgain(file: string): DatabaseSync {
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.problem)
  return opened.database
}

async function openResealed() {
  const { database, file, sealing: from } = openSealedFile()
  fill(database, from)
  const columns = byteColumns(database)
  const before = new Map(columns.map((one) => [one, readColumn(database, one)]))
  const drafts = database.prepare('SELECT id, draft_id FROM job').all()
  database.close()
  const to = createSealing(randomBytes(32))
  await resealLedger(dirname(file), { from, to }, settings)
  return { file, from, to, columns, before, drafts, database: openAgain(file) }
}

test('a change of the key leaves no sealed value and no keyed hash of the old key in the file', async () => {
  const { file, database, columns, before } = await openResealed()
  // The test fills every column. A column that is added later must be filled here, too, and sealed again.
  expect(columns.filter((one) => before.get(one)?.length === 0)).toEqual([])
  const described = new Set(
    describeSealedTables(
      database,
      { from: createSealing(randomBytes(32)), to: createSealing(randomBytes(32)) },
      { ...settings, connections: () => [] },
    ).map(({ table }) => table),
  )
  const sealed = columns.filter(({ name }) => name === 'sealed').map(({ table }) => table)
  expect(sealed.filter((table) => !described.has(table))).toEqual(['kept_answer'])
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = readFileSync(file)
  for (const column of columns) {
    // A fingerprint is made without a key.
    if (column.name === 'fingerprint') continue
    const after = new Set(readColumn(database, column))
    const left = (before.get(column) ?? []).filter((one) => after.has(one) || bytes.includes(Buffer.from(one, 'hex')))
    expect([column, left]).toEqual([column, []])
  }
  database.close()
})

test('after a change of the key everything is read with the new key, and found by new hashes', async () => {
  const { database, to, from, drafts } = await openResealed()
  const ledger = createLedger(database, to, clock)
  const first = ledger.load('first')
  expect(first?.job.payload.intent.kind).toBe('new-customer')
  expect(first?.steps.map((step) => ledger.history(step, 1).length)).toEqual([2, 0])
  expect(first && ledger.lastSeen({ id: first.steps[0]?.id ?? 0 }, 1, 'verdict')).toEqual({ message: 'Amélie' })
  const keys = keysOf(to, connection, payloadOf(hostname).intent)
  expect(database.prepare('SELECT id FROM job WHERE box_key = ?').all(keys.boxKey ?? null)).toEqual([{ id: 'second' }])
  expect(ledger.ofDraft(`form${hostnameDraftEnd(to, connection, hostname)}`)).toBe('second')
  expect(ledger.ofDraft('draft')).toBe('first')
  expect(drafts).toHaveLength(3)
  expect(createDrafts(database, to, () => false).read()).toMatchObject({ id: 'draft-of-today' })
  expect(createScanBatches(database, to).read('hostnames')).toBe('scanned')
  const lists = createStoredLists(database, to, clock)
  expect([lists.read('north'), lists.readPart('north', list.digest, 0)]).toEqual([list, 'AAAA'])
  const tokens = createTokens(database, to, settings.policyName)
  expect(tokens.read('north', tokenPlace(connection))).toBe('a token')
  expect(readProxyLogIn(tokens, connection)).toEqual({ user: 'sam', password: 'secret' })
  const tasks = createTasks(database, to, clock).list('north', customerKey(to, connection, '4820913775'))
  expect(tasks.map(({ userid }) => userid)).toEqual(['4820913775'])
  expect([isSealedWith(database, to), isSealedWith(database, from)]).toEqual([true, false])
  expect(() => database.exec("UPDATE entry SET result = 'refused'")).toThrow('never changed')
  database.close()
})

test('a change of the key deletes tokens of former addresses, hashes of purged jobs and cached answers', async () => {
  const { database } = await openResealed()
  const count = (sql: string) => Number(database.prepare(`SELECT count(*) AS count FROM ${sql}`).get()?.['count'])
  expect(count("token WHERE connection_id = 'gone'")).toBe(0)
  expect(count('token')).toBe(2)
  expect(count("job WHERE id = 'purged' AND customer_key IS NULL AND box_key IS NULL")).toBe(1)
  expect([count('kept_answer'), count('box_sighting')]).toEqual([0, 0])
  database.close()
})

test('a list that was imported before two changes of the key is still recognized', async () => {
  const { file, from, to, database } = await openResealed()
  const before = Buffer.from(from.keyedHash('batch north 1')).toString('hex')
  expect(hashBatch(database, to, 'batch north 1')).toBe(before)
  database.close()
  const last = createSealing(randomBytes(32))
  await resealLedger(dirname(file), { from: to, to: last }, settings)
  const again = openAgain(file)
  expect(hashBatch(again, last, 'batch north 1')).toBe(before)
  again.close()
})

test('a row that cannot be opened is left unchanged by a change of the key', async () => {
  const { database, file, sealing: from } = openSealedFile()
  fill(database, from)
  database.prepare("UPDATE job SET sealed = x'0102' WHERE id = 'first'").run()
  const row = database.prepare("SELECT * FROM job WHERE id = 'first'").get()
  database.close()
  const to = createSealing(randomBytes(32))
  await resealLedger(dirname(file), { from, to }, settings)
  const again = openAgain(file)
  expect(again.prepare("SELECT * FROM job WHERE id = 'first'").get()).toEqual({ ...row, mac: null })
  expect(createLedger(again, to, clock).load('second')?.job.id).toBe('second')
  again.close()
})

test('a change of the key seals all of a thousand jobs with the new key', async () => {
  const { database, file, sealing: from } = openSealedFile()
  const ledger = createLedger(database, from, clock)
  ledger.atOnce(() => {
    for (let number = 0; number < 1000; number += 1) ledger.enqueue(makeNewJob(from, { id: `job ${number}` }))
  })
  database.close()
  const to = createSealing(randomBytes(32))
  await resealLedger(dirname(file), { from, to }, settings)
  const again = openAgain(file)
  const sealedAnew = createLedger(again, to, clock)
  for (let number = 0; number < 1000; number += 1) expect(sealedAnew.load(`job ${number}`)?.steps).toHaveLength(2)
  again.close()
})
