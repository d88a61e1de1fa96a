import { createCipheriv } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  deriveFileKey,
  listOf,
  openTransfer,
  type TransferredJob,
  writeTransfer,
} from '../../../src/main/maintenance/transfer-file.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { exportTo, filePassphrase as passphrase, forgeTransfer, openComputer, saveUnsent } from './work.ts'

/** A computer, and a file with one job for it. */
async function receive() {
  const platform = await openPlatform()
  const [source, target] = [await openComputer(platform), await openComputer(platform)]
  await saveUnsent(source, platform, 1)
  return { platform, target, file: await exportTo(source, target) }
}

const latest = Number.MAX_SAFE_INTEGER
const attempt = { type: 'attempt', at: latest, operation: 'addCustomerWithDevice' } as const

test.each<[what: string, job: (job: TransferredJob) => TransferredJob]>([
  ['was saved at a time that is no date', (job) => ({ ...job, createdAt: 8_640_000_000_000_001 })],
  ['was saved before 1970', (job) => ({ ...job, createdAt: -1 })],
  ['has a revision that no correction can count up', (job) => ({ ...job, revision: latest })],
  [
    'was sent at a time that is no date',
    (job) => ({ ...job, steps: job.steps.map((step) => ({ ...step, entries: [attempt] })) }),
  ],
])('a transfer file is refused if its job %s', async (_, job) => {
  const { target, file } = await receive()
  const forged = await forgeTransfer(file, { job })
  expect(await target.refusal('maintenance.read-work', { file: forged, passphrase })).toBe('file-unusable')
})

test('a transfer file is refused if its header names a job that is not in it, because the job may be elsewhere', async () => {
  const { platform, target, file } = await receive()
  const [id = ''] = await saveUnsent(target, platform, 1)
  const { file: exported } = await target.call('maintenance.export-work', { target: 'ZZ99ZZ', passphrase })
  const forged = await forgeTransfer(file, { header: { jobs: [id] } })
  expect(await target.refusal('maintenance.read-work', { file: forged, passphrase })).toBe('file-unusable')
  const { jobs } = await target.call('maintenance.read-work', { file: exported, passphrase })
  expect(jobs.map((job) => job.id)).toEqual([id])
})

const header = { id: 'A', source: 'A', target: 'B', madeAt: 0, jobs: [] }
const connection = { name: '', baseUrl: '', crmService: '' }

test('a file with a million wrong jobs is refused', async () => {
  const jobs = Array.from({ length: 1_000_000 }, () => ({})) as TransferredJob[]
  const file = writeTransfer(header, { connection, jobs }, await deriveFileKey(passphrase))
  expect(await openTransfer(file, passphrase)).toEqual({ ok: false, error: 'not-readable' })
})

test('a list is checked only up to its first wrong item', () => {
  let checked = 0
  const item = z.unknown().refine(() => (checked += 1) < 3)
  expect(listOf(item, 10).safeParse([1, 2, 3, 4, 5]).success).toBe(false)
  expect(checked).toBe(3)
  expect(listOf(item, 2).safeParse([1, 2, 3]).success).toBe(false)
  expect(checked).toBe(3)
})

test('a signed file with lists nested too deeply is refused', async () => {
  const { salt, cost, key } = await deriveFileKey(passphrase)
  const nonce = Buffer.alloc(12)
  const about = JSON.stringify({ ...header, salt, cost, nonce: nonce.toString('base64') })
  const open = Buffer.from(`SETDESK HAND-OVER 1\n${about}\n`)
  const content = JSON.stringify({ connection, jobs: [], sender: { publicKey: 'x', signature: 'x' }, more: [] })
  const deep = content.replace('"more":[]', `"more":${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(open)
  const sealed = Buffer.concat([cipher.update(deep), cipher.final()])
  const file = Buffer.concat([open, cipher.getAuthTag(), sealed])
  expect(await openTransfer(file, passphrase)).toEqual({ ok: false, error: 'not-readable' })
})
