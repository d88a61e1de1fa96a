import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import { expect, test } from 'vitest'
import { carryCalls, carryEvents } from '../../../../src/main/electron/carry-bridge.ts'
import { createFakeApp, emptySnapshot } from '../../../fakes/app.ts'
import { createFakeLog } from '../../../fakes/log.ts'

type Handle = Parameters<IpcMain['handle']>[1]

function setUpCalls(opened?: Promise<unknown>) {
  const handled = new Map<string, Handle>()
  const app = createFakeApp()
  const log = createFakeLog()
  carryCalls({ handle: (channel: string, handle: Handle) => void handled.set(channel, handle) }, app, log, opened)
  const call = (url: string, ...args: readonly unknown[]): unknown =>
    handled.get('bridge')?.({ senderFrame: { url, parent: null } } as unknown as IpcMainInvokeEvent, ...args)
  return { app, log, call, handled }
}

test('the bridge carries a call from the page to the app over a single channel', async () => {
  const { app, call, handled } = setUpCalls()
  expect(await call('app://setdesk/', 'queue.pause', {})).toEqual({ ok: true, value: {} })
  expect(app.calls).toEqual([{ channel: 'queue.pause', request: {} }])
  expect([...handled.keys()]).toEqual(['bridge'])
})

test('the bridge refuses a call from another page, and logs it without the address', async () => {
  const { app, log, call } = setUpCalls()
  expect(await call('https://evil.example/?t=1', 'queue.pause', {})).toMatchObject({
    ok: false,
    error: { code: 'not-allowed' },
  })
  expect(app.calls).toEqual([])
  expect(log.lines).toEqual([{ level: 'problem', event: 'bridge.untrusted-sender', facts: {} }])
})

test('the bridge refuses a call without a channel or without a request', async () => {
  const { call } = setUpCalls()
  expect(await call('app://setdesk/')).toMatchObject({ ok: false, error: { code: 'unknown-channel' } })
  expect(await call('app://setdesk/', 'job.read')).toMatchObject({ ok: false, error: { code: 'bad-request' } })
})

test('the bridge lets the calls of its own page wait until the saved work is open, but refuses another page at once', async () => {
  const opened = Promise.withResolvers<void>()
  const { app, call } = setUpCalls(opened.promise)
  const answer = call('app://setdesk/', 'queue.pause', {})
  expect(await call('https://evil.example/', 'queue.pause', {})).toMatchObject({ error: { code: 'not-allowed' } })
  expect(app.calls).toEqual([])
  opened.resolve()
  expect(await answer).toEqual({ ok: true, value: {} })
})

function setUpEvents(opened?: Promise<unknown>) {
  const app = createFakeApp()
  const sent: unknown[][] = []
  const contents = Object.assign(new EventEmitter(), {
    gone: false,
    send: (...args: unknown[]) => sent.push(args),
    isDestroyed: () => contents.gone,
  })
  const log = createFakeLog()
  carryEvents(contents as unknown as WebContents, app, log, opened)
  return { app, sent, contents, log }
}

test("the bridge sends the app's events to the page, and a snapshot to a page that has just loaded", async () => {
  const { app, sent, contents } = setUpEvents()
  app.push({ name: 'job-changed', payload: { id: 'x' } })
  contents.emit('did-finish-load')
  await nextTurn()
  expect(sent).toEqual([
    ['event', { name: 'job-changed', payload: { id: 'x' } }],
    ['event', { name: 'snapshot', payload: emptySnapshot }],
  ])
})

test('the bridge sends no event to the page until the saved work is open, and then sends a snapshot', async () => {
  const opened = Promise.withResolvers<void>()
  const { app, sent, contents } = setUpEvents(opened.promise)
  contents.emit('did-finish-load')
  app.push({ name: 'job-changed', payload: { id: 'x' } })
  await nextTurn()
  expect(sent).toEqual([])
  opened.resolve()
  await nextTurn()
  expect(sent).toEqual([['event', { name: 'snapshot', payload: emptySnapshot }]])
})

test('the bridge sends nothing to a closed page', () => {
  const { app, sent, contents } = setUpEvents()
  contents.gone = true
  app.push({ name: 'job-changed', payload: { id: 'x' } })
  contents.emit('destroyed')
  expect(app.listeners()).toBe(0)
  expect(sent).toEqual([])
})

test('the bridge logs a snapshot that cannot be read, and the app goes on', async () => {
  const { app, sent, contents, log } = setUpEvents()
  Object.assign(app.handlers, { 'app.snapshot': () => Promise.reject(new TypeError('disk I/O error')) })
  contents.emit('did-finish-load')
  await nextTurn()
  expect(sent).toEqual([])
  expect(log.lines).toEqual([{ level: 'problem', event: 'snapshot', facts: { kind: 'TypeError' } }])
})
