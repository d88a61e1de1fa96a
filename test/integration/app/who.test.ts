import { DatabaseSync } from 'node:sqlite'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSystemClock } from '../../../src/main/host/host-ports.ts'
import { channels, type Channel } from '../../../src/shared/bridge/contract.ts'
import type { BridgeEvent } from '../../../src/shared/bridge/bridge.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { fakeKeyStore } from '../../fakes/key-store.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { compose } from '../../../src/main/compose.ts'
import { channelNotes } from '../../../scripts/lib/bridge/bridge-page.ts'
import { openComputer, passphrase, startAgain } from '../maintenance/work.ts'
import { createDispatch } from '../../../src/main/bridge/dispatch.ts'
import { createFakeLog } from '../../fakes/log.ts'
import { productOf, save } from './activate.ts'

const minute = 60_000

/** The system's clock, which a test can set ahead. Its timers wait no longer than a moment. */
function createHastyClock() {
  const clock = createSystemClock()
  let ahead = 0
  const waits: number[] = []
  return {
    waits,
    setAhead: (ms: number) => void (ahead += ms),
    clock: {
      ...clock,
      now: () => clock.now() + ahead,
      elapsed: () => clock.elapsed() + ahead,
      after: (ms: number, action: () => void) => {
        if (ms >= 1000) waits.push(ms)
        return clock.after(Math.min(ms, 20), action)
      },
    },
  }
}

/** A counter with a supervisor, who is signed in, and a clerk. */
async function openCounter(platform: Sandbox, hasty = createHastyClock()) {
  const app = await openComputer(platform, { clock: hasty.clock })
  await app.call('who.add', { name: 'Ada Boss', pin: '135790' })
  await app.call('who.add', { name: 'Ben Clerk', pin: '2468', ownPin: '135790' })
  const { technicians } = await whoIs(app)
  const idOf = (name: string) => technicians.find((one) => one.name === name)?.id ?? ''
  return { ...hasty, app, ada: idOf('Ada Boss'), ben: idOf('Ben Clerk') }
}

const whoIs = async (app: TestApp) => (await app.call('app.snapshot', {})).who

const actionsOf = async (app: TestApp) =>
  (await app.call('activity.list', { filter: {}, limit: 200 })).rows.map(({ action, by, other }) => [action, by, other])

test('before technicians are set up, the name of the technician is free text and the app is never locked', async () => {
  const platform = await openPlatform()
  const { clock, setAhead } = createHastyClock()
  const app = await openComputer(platform, { clock })
  await app.call('preferences.save', { technician: 'A. Moreau' })
  setAhead(600 * minute)
  app.app.lock()
  const id = await save(app, newCustomer(productOf(platform)))
  expect((await app.call('job.read', { id })).summary.technician).toBe('A. Moreau')
  expect(await whoIs(app)).toEqual({ state: 'nobody', technicians: [] })
})

test("a page cannot save jobs under another technician's name", async () => {
  const platform = await openPlatform()
  const { app, ben } = await openCounter(platform)
  await app.call('who.sign-in', { id: ben, pin: '2468' })

  expect(await app.refusal('preferences.save', { technician: 'Ada Boss' })).toBe('bad-request')
  // The page of the first run may send the name of the technician who is signed in.
  await app.call('preferences.save', { technician: 'Ben Clerk', stationName: 'Counter 2' })
  const id = await save(app, newCustomer(productOf(platform)))

  expect((await app.call('job.read', { id })).summary.technician).toBe('Ben Clerk')
  expect((await app.call('app.snapshot', {})).preferences.technician).toBe('Ben Clerk')
})

test('while nobody is signed in, every channel except the sign-in is refused, and no data is in the snapshot or the events', async () => {
  const platform = await openPlatform()
  const { app, ada, setAhead } = await openCounter(platform)
  const told: BridgeEvent[] = []
  app.app.listen((event) => void told.push(event))
  await app.call('queue.pause', {})
  const id = await save(app, newCustomer(productOf(platform), { logIn: { userid: 'guarded.user' } }))
  await app.call('who.sign-out', {})
  setAhead(3000)
  told.length = 0

  const dispatch = createDispatch(app.app.handlers, createFakeLog())
  const open: string[] = []
  for (const channel of Object.keys(channels) as Channel[]) {
    const reply = await dispatch(channel, channelNotes[channel].example)
    if (reply.ok || reply.error.code !== 'signed-out') open.push(channel)
  }
  const snapshot = await app.call('app.snapshot', {})
  await expect.poll(() => told.length).toBeGreaterThan(0)

  // `update.report-page` is allowed because a page gets no data from it.
  expect(open.sort()).toEqual(['app.snapshot', 'update.report-page', 'vault.unlock', 'who.sign-in', 'who.sign-out'])
  expect(snapshot).toMatchObject({ connections: [], installation: '', who: { state: 'signed-out', last: ada } })
  expect(Object.values(snapshot.counts)).not.toContain(1)
  expect(told.map(({ name }) => name)).not.toContain('job-changed')
  expect(JSON.stringify(told)).not.toContain('North')
  expect(JSON.stringify([told, snapshot])).not.toContain(id)
})

test('a job that was saved by one technician is sent while the app is locked, and is shown to the next technician', async () => {
  const platform = await openPlatform()
  const { app, ben } = await openCounter(platform)
  await app.call('queue.pause', {})
  const id = await save(app, newCustomer(productOf(platform)))
  await app.call('queue.resume', {})
  app.app.lock()
  expect(await app.refusal('job.read', { id })).toBe('signed-out')
  await expect.poll(() => platform.ledger().length).toBeGreaterThan(0)

  await app.call('who.sign-in', { id: ben, pin: '2468' })

  expect((await app.jobIn(id, 'done')).summary.technician).toBe('Ada Boss')
})

test('an answer that arrives after the app was locked is not shown', async () => {
  const platform = await openPlatform()
  const { app } = await openCounter(platform)
  const id = await save(app, newCustomer(productOf(platform), { logIn: { userid: 'late.answer' } }))
  await app.jobIn(id, 'done')
  const asked = app.refusal('customer.look-up', { userid: 'late.answer', customermappingid: '' })
  app.app.lock()
  expect(await asked).toBe('signed-out')
})

test('a scan batch that is saved just after the app was locked is stored, and a later one is refused', async () => {
  const platform = await openPlatform()
  const { app, ada, setAhead } = await openCounter(platform)
  const text = { place: 'bulk' as const, text: '00:1A:79:12:34:56' }
  app.app.lock()
  await app.call('scan-batch.save', text)
  setAhead(3000)
  expect(await app.refusal('scan-batch.save', { ...text, text: '' })).toBe('signed-out')
  await app.call('who.sign-in', { id: ada, pin: '135790' })
  expect(await app.call('scan-batch.read', { place: 'bulk' })).toMatchObject({ text: text.text })
})

test('an idle app locks automatically, but not while a technician works', async () => {
  const platform = await openPlatform()
  const { app, ada, setAhead } = await openCounter(platform)
  setAhead(4 * minute)
  await app.call('who.active', {})
  setAhead(4 * minute)
  expect((await whoIs(app)).state).toBe('signed-in')
  setAhead(2 * minute)
  await expect.poll(async () => (await whoIs(app)).state).toBe('signed-out')
  expect(await app.refusal('job.list', { limit: 5 })).toBe('signed-out')

  await app.call('who.sign-in', { id: ada, pin: '135790' })
  await app.call('preferences.save', { lockAfterMinutes: 0 })
  setAhead(600 * minute)
  expect((await whoIs(app)).state).toBe('signed-in')
})

test('a PIN that was still waiting signs nobody in after its technician gave up or another one signed in', async () => {
  const platform = await openPlatform()
  const hasty = createHastyClock()
  const held: (() => void)[] = []
  const clock = {
    ...hasty.clock,
    after: (ms: number, action: () => void) => {
      if (ms !== 1000) return hasty.clock.after(ms, action)
      held.push(action)
      return () => undefined
    },
  }
  const { app, ada, ben } = await openCounter(platform, { ...hasty, clock })
  for (let guess = 0; guess < 3; guess += 1) await app.refusal('who.sign-in', { id: ben, pin: '0000' })

  await app.call('who.sign-out', {})
  const givenUp = app.refusal('who.sign-in', { id: ben, pin: '2468' })
  await expect.poll(() => held.length).toBe(1)
  await app.call('who.sign-out', {})
  held.pop()?.()
  expect(await givenUp).toBe('changed-meanwhile')
  expect((await whoIs(app)).state).toBe('signed-out')

  for (let guess = 0; guess < 3; guess += 1) await app.refusal('who.sign-in', { id: ben, pin: '0000' })
  const late = app.refusal('who.sign-in', { id: ben, pin: '2468' })
  await expect.poll(() => held.length).toBe(1)
  await app.call('who.sign-in', { id: ada, pin: '135790' })
  held.pop()?.()
  expect(await late).toBe('changed-meanwhile')
  expect(await whoIs(app)).toMatchObject({ state: 'signed-in', current: ada })
})

test("wrong PINs are answered more and more slowly, even after a restart or another technician's sign-in", async () => {
  const platform = await openPlatform()
  const { app, waits, ada, ben, clock } = await openCounter(platform)
  waits.length = 0
  for (let guess = 0; guess < 3; guess += 1)
    expect(await app.refusal('who.sign-in', { id: ada, pin: '0000' })).toBe('wrong-pin')
  expect(waits.filter((ms) => ms < 10_000)).toEqual([])
  await app.call('who.sign-in', { id: ben, pin: '2468' })
  expect(await app.refusal('who.sign-in', { id: ada, pin: '0001' })).toBe('wrong-pin')
  expect(waits.filter((ms) => ms < 10_000)).toEqual([1000])
  await app.stop()

  const again = await startAgain(app.folder, { clock })
  expect((await whoIs(again)).state).toBe('signed-out')
  waits.length = 0
  expect(await again.refusal('who.sign-in', { id: ada, pin: '0002' })).toBe('wrong-pin')
  expect(waits.filter((ms) => ms < 10_000)).toEqual([2000])
  await again.call('who.sign-in', { id: ada, pin: '135790' })

  const actions = await actionsOf(again)
  expect(actions.filter(([action]) => action === 'wrong-pin')).toEqual(
    Array.from({ length: 5 }, () => ['wrong-pin', '', 'Ada Boss']),
  )
  expect(actions[0]).toEqual(['signed-in', 'Ada Boss', undefined])
})

test("the supervisor can add, rename and remove technicians and reset PINs only with the supervisor's own PIN", async () => {
  const platform = await openPlatform()
  const { app, ada, ben } = await openCounter(platform)
  expect(await app.refusal('who.add', { name: 'Cleo', pin: '1111', ownPin: '0000' })).toBe('wrong-pin')
  expect(await app.refusal('who.add', { name: ' ben CLERK ', pin: '1111', ownPin: '135790' })).toBe('bad-request')
  expect(await app.refusal('who.add', { name: 'Cleo', pin: '12', ownPin: '135790' })).toBe('bad-request')
  await app.call('who.rename', { id: ben, name: 'Ben Renamed', ownPin: '135790' })
  expect(await app.refusal('who.remove', { id: ada, ownPin: '135790' })).toBe('changed-meanwhile')
  await app.call('who.remove', { id: ben, ownPin: '135790' })
  await app.call('who.remove', { id: ada, ownPin: '135790' })
  expect(await whoIs(app)).toEqual({ state: 'nobody', technicians: [] })
  const actions = await actionsOf(app)
  expect(actions).toContainEqual(['technician-added', 'Ada Boss', 'Ben Clerk'])
  expect(actions).toContainEqual(['technician-renamed', 'Ada Boss', 'Ben Clerk → Ben Renamed'])
  expect(actions).toContainEqual(['technician-removed', 'Ada Boss', 'Ben Renamed'])
})

test('a technician who is not a supervisor can change only their own PIN', async () => {
  const platform = await openPlatform()
  const { app, ada, ben } = await openCounter(platform)
  await app.call('who.set-pin', { id: ben, pin: '8642', ownPin: '135790' })
  await app.call('who.sign-in', { id: ben, pin: '8642' })
  expect(await app.refusal('who.add', { name: 'Cleo', pin: '1111', ownPin: '8642' })).toBe('supervisor-only')
  expect(await app.refusal('who.set-pin', { id: ada, pin: '1111', ownPin: '8642' })).toBe('supervisor-only')
  expect(await app.refusal('who.remove', { id: ada, ownPin: '8642' })).toBe('supervisor-only')
  expect(await app.refusal('preferences.save', { lockAfterMinutes: 0 })).toBe('supervisor-only')
  // With shorter times, the events of technicians could be deleted.
  expect(await app.refusal('preferences.save', { retentionDays: 1 })).toBe('supervisor-only')
  await app.call('who.set-pin', { id: ben, pin: '9999', ownPin: '8642' })
  expect(await app.refusal('who.sign-in', { id: ben, pin: '8642' })).toBe('wrong-pin')
  expect(await actionsOf(app)).toContainEqual(['pin-changed', 'Ben Clerk', 'Ben Clerk'])
})

test('the names of technicians are not readable in the file, and nobody can sign in if their list is damaged', async () => {
  const platform = await openPlatform()
  const { app, ada } = await openCounter(platform)
  await app.stop()
  const path = join(app.folder, 'setdesk.db')
  expect(readFileSync(path).includes('Ada Boss')).toBe(false)
  const file = new DatabaseSync(path)
  file.exec("UPDATE technicians SET sealed = x'0102030405060708'")
  file.close()

  const again = await startAgain(app.folder)

  expect((await whoIs(again)).state).toBe('signed-out')
  expect(await again.refusal('who.sign-in', { id: ada, pin: '135790' })).toBe('unreadable-record')
  expect(await again.refusal('job.list', { limit: 5 })).toBe('signed-out')
})

test('a backup from before the technicians were set up does not remove the present technicians', async () => {
  const platform = await openPlatform()
  const { app, ada } = await openCounter(platform)
  await app.call('who.remove', { id: (await whoIs(app)).technicians[1]?.id ?? '', ownPin: '135790' })
  await app.call('who.remove', { id: ada, ownPin: '135790' })
  const { name } = await app.call('maintenance.back-up', {})
  await app.call('who.add', { name: 'Cleo Boss', pin: '5555' })

  await app.call('maintenance.restore', { name })

  const after = await whoIs(app)
  expect(after).toMatchObject({ state: 'signed-in', technicians: [{ name: 'Cleo Boss' }] })
  await app.call('who.sign-out', {})
  await app.call('who.sign-in', { id: after.technicians[0]?.id ?? '', pin: '5555' })
})

test('a backup from before the technicians were removed does not bring the sign-in back', async () => {
  const platform = await openPlatform()
  const { app, ada, ben } = await openCounter(platform)
  const { name } = await app.call('maintenance.back-up', {})
  await app.call('who.remove', { id: ben, ownPin: '135790' })
  await app.call('who.remove', { id: ada, ownPin: '135790' })

  await app.call('maintenance.restore', { name })

  expect(await whoIs(app)).toEqual({ state: 'nobody', technicians: [] })
})

test('a backup that is restored after a start with an empty file keeps its sign-in', async () => {
  const platform = await openPlatform()
  const { app } = await openCounter(platform)
  const { name } = await app.call('maintenance.back-up', {})
  await app.stop()
  const ledger = join(app.folder, 'setdesk.db')
  const bytes = readFileSync(ledger)
  const page = 4096
  writeFileSync(ledger, bytes.fill('A', page * Math.floor((bytes.length * 0.6) / page), bytes.length - page))

  const next = await openApp(app.folder)
  await next.call('vault.unlock', { passphrase })
  await next.call('maintenance.start-afresh', {})
  expect(await whoIs(next)).toMatchObject({ state: 'nobody' })
  // The backup's technicians sign in first.
  expect(await next.refusal('maintenance.restore', { name })).toBe('signed-out')

  expect((await whoIs(next)).technicians.map((one) => one.name)).toEqual(['Ada Boss', 'Ben Clerk'])
})

test('the passphrase can be changed only with the old one, and then only the new one opens the saved work', async () => {
  const platform = await openPlatform()
  const { app } = await openCounter(platform)
  const id = await save(app, newCustomer(productOf(platform)))
  const fresh = 'another way to open it'
  expect(await app.refusal('vault.change-passphrase', { passphrase: 'not the old one', fresh })).toBe(
    'wrong-passphrase',
  )
  await app.call('vault.change-passphrase', { passphrase, fresh })
  await app.jobIn(id, 'done')
  expect(await actionsOf(app)).toContainEqual(['passphrase-changed', 'Ada Boss', undefined])
  await app.stop()

  const again = await startAgain(app.folder).catch((error: unknown) => String(error))
  expect(again).toContain('wrong-passphrase')
})

test('before the passphrase is typed, an app with technicians answers no other calls than the sign-in', async () => {
  const platform = await openPlatform()
  const { app } = await openCounter(platform)
  const { activeConnectionId: id = '' } = await app.call('app.snapshot', {})
  await app.stop()
  const next = await openApp(app.folder)
  expect(await next.refusal('preferences.save', { lockAfterMinutes: 0 })).toBe('signed-out')
  expect(await next.refusal('queue.pause', {})).toBe('signed-out')
  expect(await next.refusal('connection.replace-token', { id, token: 'a token for this test' })).toBe('signed-out')
  expect(await next.refusal('vault.change-passphrase', { passphrase, fresh: 'another passphrase' })).toBe('signed-out')
  await next.call('vault.unlock', { passphrase })
  expect((await whoIs(next)).state).toBe('signed-out')
})

/** A counter whose key is in the system's key store, after it was closed. `state`: of the key store. */
async function closedCounter(state: { answers: boolean }) {
  const keyStore = fakeKeyStore(state)
  const app = await openApp(makeFolder(), { keyStore })
  await connect(app, await openPlatform())
  await app.call('who.add', { name: 'Ada Boss', pin: '135790' })
  await app.stop()
  return { app, keyStore }
}

test('while the key store does not answer, nobody changes what only the supervisor may', async () => {
  const state = { answers: true }
  const { app, keyStore } = await closedCounter(state)
  state.answers = false
  const next = await openApp(app.folder, { keyStore })
  const { vault, preferences, connections } = await next.call('app.snapshot', {})
  expect(vault.state).toBe('unavailable')
  expect(await next.refusal('preferences.save', { lockAfterMinutes: 0, retentionDays: 1 })).toBe('signed-out')
  expect(await next.refusal('queue.pause', {})).toBe('signed-out')
  const [connection] = connections
  if (connection === undefined) throw new Error('no connection')
  expect(await next.refusal('connection.save', { ...connection.settings, name: 'Renamed' })).toBe('signed-out')
  // The way to a backup stays open.
  await next.call('maintenance.list-backups', {})
  await next.call('maintenance.diagnostics', {})

  // The key store is asked again, but the call that did so is not carried out.
  state.answers = true
  expect(await next.refusal('draft.discard', {})).toBe('signed-out')
  const after = await next.call('app.snapshot', {})
  expect(after).toMatchObject({ vault: { state: 'open' }, who: { state: 'signed-out' }, paused: false })
  expect(after.preferences.lockAfterMinutes).toBe(preferences.lockAfterMinutes)
})

test('while the key store still asks for its password, nobody changes what only the supervisor may', async () => {
  const { app, keyStore } = await closedCounter({ answers: true })
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const slow = {
    ...keyStore,
    async unwrap(wrapped: Uint8Array) {
      asked.resolve()
      await answered.promise
      return keyStore.unwrap(wrapped)
    },
  }
  const next = compose({ ...app.ports, keyStore: slow })
  const dispatch = createDispatch(next.handlers, createFakeLog())
  const starting = next.start()
  // The ledger file has not been opened yet, as during the check of a large one.
  const early = await dispatch('preferences.save', { lockAfterMinutes: 0 })
  await asked.promise
  const late = await dispatch('preferences.save', { lockAfterMinutes: 0 })
  answered.resolve()
  await starting
  await next.stop()
  expect([early, late]).toMatchObject([{ error: { code: 'signed-out' } }, { error: { code: 'signed-out' } }])
})

test('if the key is missing, an app with technicians leads only to a backup or an empty file', async () => {
  const platform = await openPlatform()
  const { app } = await openCounter(platform)
  const { name } = await app.call('maintenance.back-up', {})
  await app.stop()
  rmSync(join(app.folder, 'key.json'))
  const next = await openApp(app.folder)
  expect((await next.call('app.snapshot', {})).vault.state).toBe('lost')
  expect(await next.refusal('preferences.save', { lockAfterMinutes: 0 })).toBe('signed-out')
  // The backup brings the key back, which the passphrase then opens.
  expect(await next.refusal('maintenance.restore', { name })).toBe('locked')
  await next.call('vault.unlock', { passphrase })
  expect((await whoIs(next)).state).toBe('signed-out')
})
