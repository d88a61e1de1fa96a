import { cpSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { createSystemClock } from '../../../src/main/host/host-ports.ts'
import { createLedger } from '../../../src/main/jobs/ledger/ledger.ts'
import { readKeyFile, unwrapByPassphrase } from '../../../src/main/vault/key-file.ts'
import { createSealing } from '../../../src/main/vault/sealing.ts'
import { createHttpTransport } from '../../../src/platform/transport/transport.ts'
import type { Transport } from '../../../src/platform/transport/exchange.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { fakeKeyStore } from '../../fakes/key-store.ts'
import { connect, openAfterDeath, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { anyMac, newCustomer } from '../../fakes/intents.ts'
import { effectsOn, productOf, quick, save } from './activate.ts'

const passphrase = 'open the box'

/**
 * A transport with which the process "dies" at its nth exchange: before the request leaves or after the answer has come. At that
 * moment the data folder is copied, and nothing is sent any more.
 */
function mortal(from: string, nth: number, when: 'before' | 'after'): Transport & { readonly died: Promise<string> } {
  const real = createHttpTransport()
  let count = 0
  let isDead = false
  const { promise: died, resolve: tell } = Promise.withResolvers<string>()
  const die = (): void => {
    isDead = true
    const copy = makeFolderOfRest()
    cpSync(from, copy, { recursive: true })
    tell(copy)
  }
  return {
    died,
    async exchange(request) {
      if (isDead) return { reach: 'not-sent', failure: 'cancelled' }
      count += 1
      const isLast = count === nth
      if (isLast && when === 'before') {
        die()
        return { reach: 'not-sent', failure: 'cancelled' }
      }
      const answer = await real.exchange(request)
      if (isDead) return { reach: 'maybe-sent', failure: 'cancelled' }
      if (isLast) die()
      return answer
    },
  }
}

const rest: string[] = []
/** Created in advance: a folder is removed with its test, but the process dies outside of any test. */
const makeFolderOfRest = (): string => rest.pop() ?? ''

async function startedApp(transport?: Transport, folder = makeFolder()): Promise<TestApp> {
  return openApp(folder, transport === undefined ? {} : { transport })
}

async function connected(app: TestApp, platform: Sandbox): Promise<void> {
  await app.call('vault.protect', { passphrase })
  await connect(app, platform, quick)
}

const deaths = Array.from({ length: 9 }, (_, index) => index + 1).flatMap((nth) =>
  (['before', 'after'] as const).map((when) => [nth, when] as const),
)

test.each(deaths)(
  'no job is lost or doubled if the process dies at request %i, %s the platform got the request',
  async (nth, when) => {
    const platform = await openPlatform()
    const folder = makeFolder()
    rest.push(makeFolder())
    const setUp = await startedApp(undefined, folder)
    await connected(setUp, platform)
    const intent = newCustomer(productOf(platform), { hostname: platform.hostnames[0] ?? '' })
    await platform.setOptions({ offline: true })
    const id = await save(setUp, intent)
    await setUp.stop()
    await platform.setOptions({ offline: false })

    const transport = mortal(folder, nth, when)
    const dying = await startedApp(transport, folder)
    await dying.call('vault.unlock', { passphrase })
    const next = await openAfterDeath(await transport.died, folder)
    await next.call('vault.unlock', { passphrase })
    const detail = await next.jobIn(id, 'done', 'refused', 'needs-you', 'unconfirmed')

    expect(detail.summary.state).toBe('done')
    expect(effectsOn(platform, intent.box.identifier)).toEqual(['create', 'bind-user', 'bind-hostname'])
  },
)

test('a job that was being sent is shown as waiting after a restart while the platform is offline', async () => {
  const platform = await openPlatform()
  platform.setFaults([{ match: { operation: 'addCustomerWithDevice' }, fault: { kind: 'hang', commit: true } }])
  const folder = makeFolder()
  rest.push(makeFolder())
  const app = await startedApp(undefined, folder)
  await connected(app, platform)
  const id = await save(app, newCustomer(productOf(platform)))
  await app.jobIn(id, 'sending')
  const copy = makeFolderOfRest()
  cpSync(folder, copy, { recursive: true })
  await platform.setOptions({ offline: true })
  const next = await openAfterDeath(copy, folder)
  expect((await next.call('app.snapshot', {})).counts).toMatchObject({ sending: 0, waiting: 1 })
  await next.call('vault.unlock', { passphrase })
  const detail = await next.call('job.read', { id })
  expect(detail.summary).toMatchObject({ state: 'waiting', why: { code: 'network' } })
  expect(detail.steps[0]?.attempts).toMatchObject([{ outcome: 'unknown' }])
  expect(detail.actions).toEqual([])
})

describe('a locked vault after a restart', () => {
  test('keeps and counts the jobs, and sends nothing until it is unlocked', async () => {
    const platform = await openPlatform({ options: { offline: true } })
    const folder = makeFolder()
    const first = await startedApp(undefined, folder)
    await connected(first, platform)
    const intent = newCustomer(productOf(platform))
    const id = await save(first, intent)
    await first.stop()
    await platform.setOptions({ offline: false })

    const app = await startedApp(undefined, folder)
    const snapshot = await app.call('app.snapshot', {})
    expect(snapshot.vault).toEqual({ state: 'locked', protection: 'passphrase' })
    expect(snapshot.counts.saved).toBe(1)
    expect(snapshot.connections[0]?.hasToken).toBe(true)
    expect(app.app.unsent()).toBe(1)
    const request = { limit: 10 }
    expect(await app.refusal('job.list', request)).toBe('locked')
    expect(await app.refusal('vault.unlock', { passphrase: 'another' })).toBe('wrong-passphrase')
    expect(platform.requests()).toEqual([])

    await app.call('vault.unlock', { passphrase })
    expect((await app.jobIn(id, 'done')).summary.state).toBe('done')
    expect(effectsOn(platform, intent.box.identifier)).toEqual(['create', 'bind-user'])
  })

  test('counts the jobs of every connection, but not those of an erased one', async () => {
    const first = await openApp()
    await first.call('vault.protect', { passphrase })
    const platform = await openPlatform()
    const erased = await connect(first, platform, quick)
    await first.call('queue.pause', {})
    await save(first, newCustomer(productOf(platform)))
    await first.call('connection.remove', { id: erased.id, typedName: erased.name })
    await connect(first, platform, quick)
    await save(first, newCustomer(productOf(platform)))
    await first.call('connection.start-training', {})
    expect((await first.call('app.snapshot', {})).counts).toMatchObject({ saved: 0, dropped: 0 })
    await first.stop()

    const app = await openApp(first.folder)
    expect((await app.call('app.snapshot', {})).counts).toMatchObject({ saved: 1, dropped: 0 })
    await app.call('vault.unlock', { passphrase })
    expect((await app.call('app.snapshot', {})).counts).toMatchObject({ saved: 0, dropped: 0 })
  })

  test('sends every job once, even if it is unlocked several times at once', async () => {
    const platform = await openPlatform({ options: { offline: true } })
    const folder = makeFolder()
    const first = await startedApp(undefined, folder)
    await connected(first, platform)
    const intents = Array.from({ length: 6 }, () =>
      newCustomer(productOf(platform), { hostname: platform.hostnames[0] ?? '' }),
    )
    const ids = await Promise.all(intents.map((intent) => save(first, intent)))
    await first.stop()
    await platform.setOptions({ offline: false })

    const app = await startedApp(undefined, folder)
    await Promise.all([1, 2, 3].map(() => app.call('vault.unlock', { passphrase })))
    await Promise.all(ids.map((id) => app.jobIn(id, 'done')))
    for (const { box } of intents)
      expect(effectsOn(platform, box.identifier)).toEqual(['create', 'bind-user', 'bind-hostname'])
    expect(platform.requests().filter(({ operation }) => operation === 'addCustomerWithDevice')).toHaveLength(6)
  })
})

describe('a ledger that cannot be used', () => {
  const damage: Readonly<Record<string, (path: string) => void>> = {
    'damaged (overwritten)': (path) => writeFileSync(path, 'x'.repeat(9000)),
    'damaged (cut)': (path) => truncateSync(path, 5000),
    newer: (path) => {
      const database = new DatabaseSync(path)
      database.exec('PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
    },
  }
  test.each(Object.entries(damage))(
    'is left unchanged if it is %s, and the app starts and reports the problem',
    async (name, spoil) => {
      const platform = await openPlatform({ options: { offline: true } })
      const folder = makeFolder()
      const first = await startedApp(undefined, folder)
      await connected(first, platform)
      await save(first, newCustomer(productOf(platform)))
      await first.stop()
      const path = join(folder, 'setdesk.db')
      spoil(path)
      const before = readFileSync(path)
      await platform.setOptions({ offline: false })

      const app = await startedApp(undefined, folder)
      const snapshot = await app.call('app.snapshot', {})
      expect(snapshot.storage.state).toBe(name.split(' ')[0])
      expect(snapshot.connections).toHaveLength(1)
      await app.call('vault.unlock', { passphrase })
      expect(await app.refusal('job.list', { limit: 5 })).toBe('storage-read-only')
      const request = { draftId: 'draft-of-the-test', intent: newCustomer('101'), evenIfKnown: false }
      expect(await app.refusal('job.save', request)).toBe('storage-read-only')
      await app.stop()

      expect(readFileSync(path).equals(before)).toBe(true)
      expect(platform.requests()).toEqual([])
    },
  )
})

test('a job whose record cannot be opened is shown as unreadable, and the other jobs are listed as well', async () => {
  const platform = await openPlatform({ options: { offline: true } })
  const folder = makeFolder()
  const first = await startedApp(undefined, folder)
  await connected(first, platform)
  const box = { identifier: anyMac(), raw: '', model: '' }
  const damaged = await save(first, newCustomer(productOf(platform), { box }))
  const sound = await save(first, newCustomer(productOf(platform)))
  await first.stop()
  const database = new DatabaseSync(join(folder, 'setdesk.db'))
  database.prepare('UPDATE job SET sealed = zeroblob(90) WHERE id = ?').run(damaged)
  database.close()
  await platform.setOptions({ offline: false })

  const app = await startedApp(undefined, folder)
  await app.call('vault.unlock', { passphrase })
  await app.jobIn(sound, 'done')
  const { jobs } = await app.call('job.list', { limit: 10 })
  expect(jobs.map(({ id }) => id)).toEqual([sound, damaged])
  expect(jobs[1]).toMatchObject({ state: 'needs-you', why: { code: 'unreadable-record' } })
  expect((await app.call('box.look-up', { identifier: box.identifier })).jobs).toHaveLength(1)
  expect(await app.refusal('job.read', { id: damaged })).toBe('unreadable-record')
  expect(await app.refusal('job.send-again', { id: damaged })).toBe('unreadable-record')

  const behind = await save(app, newCustomer(productOf(platform), { box }), true)
  await app.call('job.drop', { id: damaged, reason: 'cannot be read' })
  expect((await app.jobIn(behind, 'done')).summary.state).toBe('done')
})

test('no text that the user typed is readable in the data folder', async () => {
  const platform = await openPlatform()
  const folder = makeFolder()
  const app = await startedApp(undefined, folder)
  await connected(app, platform)
  const intent = newCustomer(productOf(platform), { logIn: { userid: '7319028465', password: 'Zk7-quay' } })
  await app.jobIn(await save(app, intent), 'done')
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
  for (const secret of [
    platform.authToken,
    passphrase,
    '7319028465',
    'Zk7-quay',
    intent.customer.lastname,
    intent.customer.mobile,
  ])
    expect(files.some((file) => file.includes(secret))).toBe(false)
})

describe('a key store that does not answer at the start', () => {
  test('delays sending but loses no job, and is asked again at the next call', async () => {
    const platform = await openPlatform({ options: { offline: true } })
    const folder = makeFolder()
    const state = { answers: true }
    const keyStore = fakeKeyStore(state)
    const first = await openApp(folder, { keyStore })
    await connect(first, platform, quick)
    const id = await save(first, newCustomer(productOf(platform)))
    await first.stop()
    await platform.setOptions({ offline: false })

    state.answers = false
    const app = await openApp(folder, { keyStore })
    const { vault, counts } = await app.call('app.snapshot', {})
    expect([vault, counts.saved]).toEqual([{ state: 'unavailable', protection: 'system' }, 1])
    expect(await app.refusal('job.list', { limit: 5 })).toBe('key-store-unavailable')
    expect(platform.requests()).toEqual([])
    state.answers = true
    expect((await app.jobIn(id, 'done')).summary.state).toBe('done')
  })
})

test('a job that was set aside goes on when the technician chooses "Check again"', async () => {
  const platform = await openPlatform({ options: { offline: true } })
  const folder = makeFolder()
  const first = await startedApp(undefined, folder)
  await connected(first, platform)
  const intent = newCustomer(productOf(platform))
  const id = await save(first, intent)
  await first.stop()
  // A release that does not understand a job sets it aside like this.
  const database = new DatabaseSync(join(folder, 'setdesk.db'))
  createLedger(database, await openSealing(folder), createSystemClock()).setAside(1)
  database.close()
  await platform.setOptions({ offline: false })

  const app = await startedApp(undefined, folder)
  await app.call('vault.unlock', { passphrase })
  await app.call('job.check-again', { id })
  expect((await app.jobIn(id, 'done')).summary.state).toBe('done')
  expect(effectsOn(platform, intent.box.identifier)).toEqual(['create', 'bind-user'])
})

async function openSealing(folder: string) {
  const record = readKeyFile(join(folder, 'key.json'))
  const isWrapped = typeof record === 'object' && record.protection === 'passphrase'
  const key = isWrapped ? await unwrapByPassphrase(record, passphrase) : undefined
  if (key === undefined) throw new Error('the key does not open')
  return createSealing(key)
}
