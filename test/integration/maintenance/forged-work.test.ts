import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { expect, test } from 'vitest'
import {
  type Payload,
  sealedAs,
  sealJob,
  sealStep,
  type StepPayload,
  stepPayloadSchema,
} from '../../../src/main/jobs/ledger/rows.ts'
import { type AboutBackup, readAbout, tagBackup } from '../../../src/main/maintenance/backup-files.ts'
import { setFact } from '../../../src/main/storage/database.ts'
import { unwrapByPassphrase } from '../../../src/main/vault/key-file.ts'
import { createSealing, type Sealing } from '../../../src/main/vault/sealing.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { productOf } from '../app/activate.ts'
import {
  atRest,
  countEffects,
  expectNothingSent,
  exportTo,
  filePassphrase,
  forgerKey,
  forgeTransfer,
  openComputer,
  passphrase,
  readAndImport,
  release,
  saveUnsent,
} from './work.ts'

/** A backup of a computer with unsent work that is gone, as base64, and another computer at the same platform. */
async function leaveBackup(count = 2) {
  const platform = await openPlatform()
  const target = await openComputer(platform)
  return { platform, target, ...(await leaveBackupAt(platform, count)) }
}

async function leaveBackupAt(platform: Sandbox, count = 2) {
  const gone = await openComputer(platform)
  const ids = await saveUnsent(gone, platform, count)
  const { name } = await gone.call('maintenance.back-up', {})
  await gone.stop()
  return { ids, file: readFileSync(join(gone.folder, 'backups', name)).toString('base64') }
}

interface OpenBackup {
  readonly database: DatabaseSync
  readonly about: AboutBackup
  readonly sealing: Sealing
}

/** Edits a backup by hand. Whoever knows its passphrase can also make a new tag for it. */
async function editBackup(
  file: string,
  edit: (backup: OpenBackup) => void,
  tag: 'as it was' | 'made again' = 'as it was',
): Promise<string> {
  const path = join(makeFolder(), 'forged.db')
  writeFileSync(path, Buffer.from(file, 'base64'))
  const database = new DatabaseSync(path)
  const about = readAbout(String(database.prepare("SELECT value FROM fact WHERE name = 'backup'").get()?.['value']))
  if (about?.key?.protection !== 'passphrase') throw new Error('The backup has another key')
  const dataKey = await unwrapByPassphrase(about.key, passphrase)
  if (dataKey === undefined) throw new Error('The backup has another passphrase')
  const sealing = createSealing(dataKey)
  edit({ database, about, sealing })
  database.close()
  if (tag === 'made again') await tagBackup(path, sealing)
  return readFileSync(path).toString('base64')
}

const setAbout = ({ database, about }: OpenBackup, changed: Partial<AboutBackup>): void =>
  setFact(database, 'backup', JSON.stringify({ ...about, ...changed }))

/** Changes what the first step of each job sends and reads, under the job's seal. */
const changeSteps = (backup: OpenBackup, change: (payload: StepPayload) => StepPayload): void =>
  changeSealed(backup, ({ plannedSteps: [first, ...others], ...payload }) => ({
    ...payload,
    plannedSteps: [change(stepPayloadSchema.parse(first)), ...others],
  }))

/** Changes what each job shows, under its seal. */
const changeJobs = (backup: OpenBackup, change: (payload: Payload) => Payload): void =>
  changeSealed(backup, ({ plannedSteps, ...payload }) => ({ ...change(payload), plannedSteps }))

type SealedJob = Payload & { readonly plannedSteps: readonly unknown[] }

function changeSealed({ database, sealing }: OpenBackup, change: (job: SealedJob) => SealedJob): void {
  for (const { id, sealed } of database.prepare('SELECT id, sealed FROM job').all()) {
    const text = sealing.open(sealedAs.job(String(id)), Buffer.from(sealed as Uint8Array))
    const { plannedSteps, ...payload } = change(JSON.parse(text) as SealedJob)
    const again = sealJob(sealing, { id: String(id), plannedSteps: [...plannedSteps] }, payload)
    database.prepare('UPDATE job SET sealed = ? WHERE id = ?').run(again, String(id))
  }
}

/** Nothing of a refused file is here, and nothing of it was sent. */
async function expectNothingTaken(target: TestApp, platform: Sandbox): Promise<void> {
  expect((await target.call('job.list', { limit: 5 })).jobs).toEqual([])
  expect(countEffects(platform)).toEqual({})
}

const refused = (target: TestApp, file: string) => target.refusal('maintenance.read-work', { file, passphrase })

const sending = (changed: Record<string, string>) => (payload: StepPayload) => ({
  ...payload,
  send: { ...payload.send, ...changed },
})

const edits: readonly (readonly [what: string, edit: (backup: OpenBackup) => void])[] = [
  ['sends for another user ID', (backup) => changeSteps(backup, sending({ userid: 'somebodyelse' }))],
  ['sends another product', (backup) => changeSteps(backup, sending({ productid: '999' }))],
  ['sends another box', (backup) => changeSteps(backup, sending({ uuid: '00:1A:79:00:00:01' }))],
  ['sends an additional value', (backup) => changeSteps(backup, sending({ reellerid: '7' }))],
  [
    'reads another user ID',
    (backup) => changeSteps(backup, (step) => ({ ...step, read: { ...step.read, userid: 'x' } })),
  ],
  [
    'sends another call',
    ({ database }) => database.exec("UPDATE step SET operation = 'addCustomerReseller_V2' WHERE position = 0"),
  ],
  ['is of another kind', ({ database }) => database.exec("UPDATE step SET kind = 'renew' WHERE position = 0")],
  [
    'has an additional step',
    ({ database, sealing }) => {
      const { id, sequence } = database.prepare('SELECT id, sequence FROM job LIMIT 1').get() ?? {}
      const payload = { send: { userid: '1', password: '0', customermappingid: '' }, read: { userid: '1' } }
      database
        .prepare(
          "INSERT INTO step (job_sequence, position, kind, operation, state, sealed) VALUES (?, 9, 'disable', 'Disable', 'open', ?)",
        )
        .run(Number(sequence), sealStep(sealing, String(id), 9, payload))
    },
  ],
  ['lacks a step', ({ database }) => database.exec('DELETE FROM entry; DELETE FROM step WHERE position = 1')],
]

test.each(edits)('a whole backup is refused if one of its jobs %s, unlike the job that is shown', async (_, edit) => {
  const { platform, target, file } = await leaveBackup()
  expect(await refused(target, await editBackup(file, edit))).toBe('changed-file')
  expect(await refused(target, await editBackup(file, edit, 'made again'))).toBe('other-call')
  await expectNothingTaken(target, platform)
})

/** Adds a copy of the first job under an id of its own. Whoever knows the passphrase can seal it. */
function addJob({ database, sealing }: OpenBackup): void {
  const { sequence, ...job } = database.prepare('SELECT * FROM job ORDER BY sequence LIMIT 1').get() ?? {}
  const id = newId(String(job['id']))
  const open = (as: string, sealed: unknown): string => sealing.open(as, Buffer.from(sealed as Uint8Array))
  const sealed = sealing.seal(sealedAs.job(id), open(sealedAs.job(String(job['id'])), job['sealed']))
  const added = insert(database, 'job', { ...job, id, draft_id: anyDraftId(), sealed })
  const steps = database.prepare('SELECT * FROM step WHERE job_sequence = ?').all(Number(sequence))
  // The values of its steps are sealed with the job.
  for (const { id: _, ...step } of steps) insert(database, 'step', { ...step, job_sequence: added })
}

const newId = (id: string): string => id.slice(0, -1) + (id.endsWith('A') ? 'B' : 'A')

function insert(database: DatabaseSync, table: string, row: Readonly<Record<string, SQLInputValue>>): number {
  const names = Object.keys(row)
  const statement = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`
  return Number(database.prepare(statement).run(...Object.values(row)).lastInsertRowid)
}

test('a backup is refused if a job was added, or if the id or the time of a job or the platform was changed', async () => {
  const { platform, target, file, ids } = await leaveBackup()
  expect(await refused(target, await editBackup(file, addJob))).toBe('changed-file')
  // Only the tag reveals the added job: the file is sound in all other respects.
  const tagged = await editBackup(file, addJob, 'made again')
  const { jobs } = await target.call('maintenance.read-work', { file: tagged, passphrase })
  expect(jobs.map(({ id }) => id)).toEqual([...ids, newId(ids[0] ?? '')])

  const renamed = await editBackup(file, ({ database }) =>
    database.exec("UPDATE job SET state = 'saved', id = id || 'X' WHERE sequence = 1"),
  )
  expect(await refused(target, renamed)).toBe('changed-file')
  const elsewhere = await editBackup(file, (backup) =>
    setAbout(backup, {
      connections: backup.about.connections.map((one) => ({ ...one, baseUrl: 'http://127.0.0.1:1' })),
    }),
  )
  expect(await refused(target, elsewhere)).toBe('changed-file')
  const older = await editBackup(file, ({ database }) => database.exec('UPDATE job SET created_at = 0'))
  expect(await refused(target, older)).toBe('changed-file')
  await expectNothingTaken(target, platform)
})

test('a backup that names one connection many times brings each of its jobs once', async () => {
  const { target, ids, file } = await leaveBackup()
  const forged = await editBackup(
    file,
    (backup) => {
      const { connections } = backup.about
      setAbout(backup, { connections: Array.from({ length: 50 }, () => connections).flat() })
    },
    'made again',
  )
  const { jobs } = await target.call('maintenance.read-work', { file: forged, passphrase })
  expect(jobs.map(({ id }) => id)).toEqual(ids)
})

test('a backup that brings its own readable key is refused', async () => {
  const { platform, target, file } = await leaveBackup()
  const own = Buffer.alloc(32, 7)
  const forged = await editBackup(file, (backup) => {
    const change = { from: backup.sealing, to: createSealing(own) }
    for (const { id, sealed } of backup.database.prepare('SELECT id, sealed FROM job').all()) {
      const text = change.from.open(sealedAs.job(String(id)), Buffer.from(sealed as Uint8Array))
      const again = change.to.seal(sealedAs.job(String(id)), text)
      backup.database.prepare('UPDATE job SET sealed = ? WHERE id = ?').run(again, String(id))
    }
    setAbout(backup, { key: { protection: 'training-file', key: own.toString('base64') } })
  })
  expect(await refused(target, forged)).toBe('key-not-protected')
  await expectNothingTaken(target, platform)
})

test('a backup without an authentication tag is imported only after a confirmation, and its jobs are sent only after a release', async () => {
  const { platform, target, file, ids } = await leaveBackup()
  const untagged = await editBackup(file, ({ database }) => database.exec("DELETE FROM fact WHERE name = 'backup-tag'"))
  const wish = { file: untagged, passphrase }
  const { digest, isChecked } = await target.call('maintenance.read-work', wish)
  expect(isChecked).toBe(false)
  const full = { ...wish, digest, sourceIsGone: true, acceptsSender: true }
  expect(await target.refusal('maintenance.import-work', full)).toBe('not-checked')
  await expectNothingTaken(target, platform)

  expect(await target.call('maintenance.import-work', { ...full, evenIfUnchecked: true })).toEqual({
    taken: 2,
    known: 0,
  })
  await target.call('queue.resume', {})
  expect((await target.call('app.snapshot', {})).maintenance).toMatchObject({ sendLocked: true, sendLock: 'imported' })
  await expectNothingSent(target, platform)
  await release(target)
  await atRest(target, ids)
})

test('an import is refused if the file is not the one that was shown', async () => {
  const { platform, target, file } = await leaveBackup()
  const { digest } = await target.call('maintenance.read-work', { file, passphrase })
  const other = await leaveBackupAt(platform)
  const wish = { file: other.file, passphrase, digest, sourceIsGone: true }
  expect(await target.refusal('maintenance.import-work', wish)).toBe('changed-meanwhile')
  await expectNothingTaken(target, platform)
})

test('an imported job shows the product name of the connection here, not the name in the file', async () => {
  const { target, file } = await leaveBackup(1)
  const forged = await editBackup(
    file,
    (backup) => changeJobs(backup, (payload) => ({ ...payload, productName: 'The cheapest of all' })),
    'made again',
  )
  const { jobs } = await target.call('maintenance.read-work', { file: forged, passphrase })
  const [connection] = (await target.call('app.snapshot', {})).connections
  expect(jobs.map(({ product }) => product)).toEqual([connection?.settings.products[0]?.name])
  await readAndImport(target, { file: forged, passphrase }, true)
  const { jobs: queued } = await target.call('job.list', { limit: 5 })
  expect(queued[0]?.productName).toBe(connection?.settings.products[0]?.name)
})

test('imported jobs that are not wanted can be dropped, and their file can be imported again', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  const ids = await saveUnsent(source, platform, 2)
  const wish = { file: await exportTo(source, target), passphrase: filePassphrase }
  await readAndImport(target, wish)
  await target.call('maintenance.release', { work: 'leave-there', lock: 'copied' })
  expect((await target.call('app.snapshot', {})).maintenance.sendLock).toBe('imported')

  await target.call('maintenance.release', { work: 'leave-there', lock: 'imported' })
  expect((await atRest(target, ids)).map(({ summary }) => [summary.state, summary.why])).toEqual([
    ['dropped', { code: 'import-dropped' }],
    ['dropped', { code: 'import-dropped' }],
  ])
  expect(countEffects(platform)).toEqual({})

  expect(await readAndImport(target, wish)).toEqual({ taken: 2, known: 0 })
  await release(target)
  await atRest(target, ids)
  expect(countEffects(platform)).toEqual({ create: 2, 'bind-user': 2 })
})

test('a forged transfer file with the right passphrase is refused if a job sends something else than it shows', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  await saveUnsent(source, platform, 2)
  const intent = newCustomer(productOf(platform))
  const file = await forgeTransfer(await exportTo(source, target), {
    job: (job) => ({ ...job, payload: { ...job.payload, intent } }),
  })
  expect(await target.refusal('maintenance.read-work', { file, passphrase: filePassphrase })).toBe('other-call')
  await expectNothingTaken(target, platform)
})

test('the key of a sending computer is accepted once, and then files with another key or without a key are refused', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  await saveUnsent(source, platform, 1)
  const first = { file: await exportTo(source, target), passphrase: filePassphrase }
  const { fingerprint } = await source.call('maintenance.fingerprint', {})
  const shown = await target.call('maintenance.read-work', first)
  expect(shown).toMatchObject({ sender: 'new', fingerprint, isChecked: true })
  const wish = { ...first, digest: shown.digest, sourceIsGone: false }
  expect(await target.refusal('maintenance.import-work', wish)).toBe('new-sender')
  expect(await target.call('maintenance.import-work', { ...wish, acceptsSender: true })).toEqual({ taken: 1, known: 0 })

  await saveUnsent(source, platform, 1)
  const honest = await exportTo(source, target)
  for (const signer of [forgerKey, undefined]) {
    const file = await forgeTransfer(honest, { job: (job) => ({ ...job, id: `${job.id}X` }), signer })
    const forged = { file, passphrase: filePassphrase }
    const { digest, sender } = await target.call('maintenance.read-work', forged)
    expect(sender).toBe('other')
    const all = { ...forged, digest, sourceIsGone: true, acceptsSender: true, evenIfUnchecked: true }
    expect(await target.refusal('maintenance.import-work', all)).toBe('other-sender')
  }
  expect((await target.call('job.list', { limit: 5 })).jobs).toHaveLength(1)
  const { digest, sender } = await target.call('maintenance.read-work', { ...first, file: honest })
  expect(sender).toBe('known')
  const again = { ...first, file: honest, digest, sourceIsGone: false }
  expect(await target.call('maintenance.import-work', again)).toEqual({ taken: 1, known: 0 })
})

test('a whole backup with the id of a known computer but another key is refused', async () => {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  await saveUnsent(source, platform, 1)
  await readAndImport(target, { file: await exportTo(source, target), passphrase: filePassphrase })
  const { installation } = await source.call('app.snapshot', {})
  const { file } = await leaveBackupAt(platform)
  const forged = await editBackup(file, (backup) => setAbout(backup, { installation }), 'made again')

  const { digest, sender, isChecked } = await target.call('maintenance.read-work', { file: forged, passphrase })
  expect([sender, isChecked]).toEqual(['other', true])
  const all = { file: forged, passphrase, digest, sourceIsGone: true, acceptsSender: true }
  expect(await target.refusal('maintenance.import-work', all)).toBe('other-sender')
  expect((await target.call('job.list', { limit: 5 })).jobs).toHaveLength(1)

  await target.call('maintenance.forget-sender', { installation })
  expect((await target.call('maintenance.read-work', { file: forged, passphrase })).sender).toBe('new')
})

test('an import is refused for a short passphrase, an invalid file, or a key that needs too much memory', async () => {
  const { platform, target, file } = await leaveBackup()
  expect(await target.refusal('maintenance.read-work', { file, passphrase: '' })).toBe('bad-request')
  expect(await target.refusal('maintenance.read-work', { file, passphrase: '1234567' })).toBe('bad-request')
  const bytes = Buffer.from(file, 'base64')
  const rubbish = [
    Buffer.alloc(0),
    Buffer.from('SETDESK HAND-OVER 1\n{}\n'),
    Buffer.alloc(5000, 'x'),
    bytes.subarray(0, 4096),
  ]
  for (const one of rubbish) expect(await refused(target, one.toString('base64'))).toBe('file-unusable')
  const costly = await editBackup(file, (backup) => {
    const { key } = backup.about
    if (key?.protection === 'passphrase') setAbout(backup, { key: { ...key, cost: 2 ** 30 } })
  })
  expect(await refused(target, costly)).toBe('file-unusable')
  await expectNothingTaken(target, platform)
})

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)'

// Each of these would run while the backup is read, and main would answer nothing else.
test.each([
  [
    'a view',
    `ALTER TABLE fact RENAME TO hidden; CREATE VIEW fact AS ${endless} SELECT h.name, h.value FROM hidden h, n`,
  ],
  ['a computed column', 'ALTER TABLE fact ADD COLUMN more TEXT AS (hex(zeroblob(1000000)))'],
])('a backup with %s is refused', async (_, script) => {
  const { platform, target, file } = await leaveBackup()
  const forged = await editBackup(file, ({ database }) => database.exec(script))
  expect(await refused(target, forged)).toBe('file-unusable')
  await expectNothingTaken(target, platform)
})
