import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sealedAs } from '../../../src/main/jobs/ledger/rows.ts'
import { readAbout } from '../../../src/main/maintenance/backup-files.ts'
import { createSealing, type Sealing } from '../../../src/main/vault/sealing.ts'
import { tokenPlace } from '../../../src/shared/domain/connection/token-place.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { productOf, quick, save } from '../app/activate.ts'
import { passphrase } from './work.ts'

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

/** How much of a stolen data folder a key opens: tokens, jobs and steps. */
function countOpened(app: TestApp, key: Uint8Array): Readonly<Record<'tokens' | 'jobs' | 'steps', number>> {
  const stolen = makeFolder()
  cpSync(app.folder, stolen, { recursive: true })
  const database = new DatabaseSync(join(stolen, 'setdesk.db'))
  const sealing = createSealing(key)
  const places = app.ports.settings.read().connections.map((one) => `token:${one.id} for ${tokenPlace(one)}`)
  const tokens = database.prepare('SELECT sealed FROM token').all()
  const jobs = database.prepare('SELECT id, sealed FROM job').all()
  const steps = database
    .prepare('SELECT j.id, s.position, s.sealed FROM step s JOIN job j ON j.sequence = s.job_sequence')
    .all()
  database.close()
  return {
    tokens: tokens.filter(({ sealed }) => places.some((place) => opens(sealing, place, sealed))).length,
    jobs: jobs.filter(({ id, sealed }) => opens(sealing, sealedAs.job(String(id)), sealed)).length,
    steps: steps.filter(({ id, position, sealed }) =>
      opens(sealing, sealedAs.step(String(id), Number(position)), sealed),
    ).length,
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

  expect(countOpened(app, key)).toEqual({ tokens: 0, jobs: 0, steps: 0 })
  expect(filesWith(app.folder, key)).toEqual([])
  expect((await app.call('job.read', { id: job })).summary.state).toBe('done')
  await app.stop()
  const next = await openApp(app.folder)
  await next.call('vault.unlock', { passphrase })
  expect((await next.call('job.read', { id: job })).summary.state).toBe('done')
  expect((await next.call('job.read', { id: real })).summary.state).toBe('done')
  expect((await next.call('app.snapshot', {})).connections.map(({ hasToken }) => hasToken)).toEqual([true, true])
})
