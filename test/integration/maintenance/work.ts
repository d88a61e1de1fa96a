import { expect } from 'vitest'
import {
  deriveFileKey,
  openTransfer,
  readTransferHeader,
  type TransferHeader,
  type TransferredJob,
  writeTransfer,
} from '../../../src/main/maintenance/transfer-file.ts'
import { createSealing, type Sealing } from '../../../src/main/vault/sealing.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { Ports } from '../../../src/main/ports.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import type { Request, Response } from '../../../src/shared/bridge/contract.ts'
import type { JobDetail } from '../../../src/shared/domain/job.ts'
import { connect, openApp, type TestApp } from '../../fakes/test-app.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { productOf, quick, save } from '../app/activate.ts'

/** The passphrase of every computer in these tests. */
export const passphrase = 'open the box, please'

/** A computer with a passphrase, connected to a platform. */
export async function openComputer(
  platform: Sandbox,
  ports: Partial<Ports> = {},
  changed: Partial<Connection> = {},
): Promise<TestApp> {
  const app = await openApp(makeFolder(), ports)
  await app.call('vault.protect', { passphrase })
  await connect(app, platform, { ...quick, ...changed })
  return app
}

/** Opens the same data folder in a new process. */
export async function startAgain(folder: string, ports: Partial<Ports> = {}): Promise<TestApp> {
  const app = await openApp(folder, ports)
  await app.call('vault.unlock', { passphrase })
  return app
}

/** Saves new customers with a box each. They are not sent, because sending is paused. */
export async function saveUnsent(app: TestApp, platform: Sandbox, count: number): Promise<readonly string[]> {
  await app.call('queue.pause', {})
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push(await save(app, newCustomer(productOf(platform))))
  return ids
}

/** Waits until all these jobs have ended, and returns them. */
export const atRest = (app: TestApp, ids: readonly string[]): Promise<readonly JobDetail[]> =>
  Promise.all(ids.map((id) => app.jobIn(id, 'done', 'unconfirmed', 'needs-you', 'refused', 'dropped')))

/** Creates a customer, and saves a renewal of one month that is not sent. */
export async function saveRenewal(app: TestApp, platform: Sandbox): Promise<string> {
  const { intent } = await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done')
  if (intent.kind !== 'new-customer' || intent.logIn.userid === undefined) throw new Error('another kind')
  await app.call('queue.pause', {})
  const { userid, password } = intent.logIn
  const action = { kind: 'renewal', userid, password, months: 1, days: 0, from: 'end-date' } as const
  return (await app.call('job.save', { draftId: anyDraftId(), intent: action })).id
}

/** How often the platform carried out each effect. */
export function countEffects(platform: Sandbox): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { effect } of platform.ledger()) counts[effect] = (counts[effect] ?? 0) + 1
  return counts
}

/** Reads a file of another computer, and imports exactly what was shown. */
export async function readAndImport(
  app: TestApp,
  wish: Request<'maintenance.read-work'>,
  sourceIsGone = false,
): Promise<Response<'maintenance.import-work'>> {
  const { digest } = await app.call('maintenance.read-work', wish)
  return app.call('maintenance.import-work', { ...wish, digest, sourceIsGone, acceptsSender: true })
}

/** Lets imported jobs be sent. */
export const release = (app: TestApp) => app.call('maintenance.release', { work: 'send-here', lock: 'imported' })

/**
 * Fails if a job was begun although nothing may be sent. Once the connection is reached, the queue has begun what it may, and a
 * read that is asked for after that is answered last.
 */
export async function expectNothingSent(app: TestApp, platform: Sandbox): Promise<void> {
  await expect
    .poll(async () => (await app.call('app.snapshot', {})).connections[0]?.link.state, { timeout: 8000 })
    .toBe('reached')
  const asked = platform.requests().length
  await app.call('hostname.read', { hostname: platform.hostnames[0] ?? '' })
  const operations = platform.requests().slice(asked)
  expect(operations.map(({ operation }) => operation)).toEqual(['GetMacAddressesUnderHostname'])
  expect(countEffects(platform)).toEqual({})
}

/** The passphrase of every transfer file. */
export const filePassphrase = 'carried by hand'

export async function exportTo(source: TestApp, target: TestApp): Promise<string> {
  const { installation } = await target.call('app.snapshot', {})
  return (await source.call('maintenance.export-work', { target: installation, passphrase: filePassphrase })).file
}

/** The key of a stranger. */
export const forgerKey = createSealing(Buffer.alloc(32, 7))

interface Forgery {
  readonly job?: (job: TransferredJob) => TransferredJob
  readonly header?: Partial<TransferHeader>
  readonly signer?: Sealing | undefined
}

/** Writes a transfer file anew, as somebody does who knows its passphrase. */
export async function forgeTransfer(file: string, forgery: Forgery): Promise<string> {
  const { job = (one: TransferredJob) => one, header, signer } = { signer: forgerKey, ...forgery }
  const bytes = Buffer.from(file, 'base64')
  const opened = await openTransfer(bytes, filePassphrase)
  const found = readTransferHeader(bytes)
  if (!opened.ok || found === undefined) throw new Error('The file was not opened')
  const { connection } = opened.value
  const jobs = opened.value.jobs.map(job)
  const about = { ...found, id: anyDraftId(), jobs: jobs.map(({ id }) => id), ...header }
  return writeTransfer(about, { connection, jobs }, await deriveFileKey(filePassphrase), signer).toString('base64')
}
