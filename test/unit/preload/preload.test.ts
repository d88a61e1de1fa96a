import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Bridge } from '../../../src/shared/bridge/bridge.ts'

type Listener = (event: unknown, ...args: unknown[]) => void
const listeners = new Set<Listener>()
const exposed = new Map<string, unknown>()
const invoked: unknown[][] = []

vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => exposed.set(name, value) },
  ipcRenderer: {
    invoke: async (...args: unknown[]) => {
      invoked.push(args)
      return { ok: true, value: {} }
    },
    on: (channel: string, listener: Listener) => channel === 'event' && listeners.add(listener),
    off: (channel: string, listener: Listener) => channel === 'event' && listeners.delete(listener),
  },
}))

let bridge: Bridge
beforeEach(async () => {
  vi.resetModules()
  listeners.clear()
  exposed.clear()
  invoked.length = 0
  await import('../../../src/preload/preload.ts')
  bridge = exposed.get('setdesk') as Bridge
})

test('the preload script gives the page two functions and nothing else', () => {
  expect([...exposed.keys()]).toEqual(['setdesk'])
  expect(Object.keys(bridge)).toEqual(['call', 'listen'])
})

test('a call of the page goes out on the only IPC channel', async () => {
  expect(await bridge.call('job.check-again', { id: 'x' })).toEqual({ ok: true, value: {} })
  expect(invoked).toEqual([['bridge', 'job.check-again', { id: 'x' }]])
})

test('a listener of the page gets events without their sender, until the listener is removed', () => {
  const heard: unknown[][] = []
  const end = bridge.listen((...args) => heard.push(args))
  const event = { name: 'job-changed', payload: { id: 'x' } }
  for (const listener of listeners) listener({ sender: {} }, event)
  end()
  expect(heard).toEqual([[event]])
  expect(listeners.size).toBe(0)
})

test('the preload script imports only types, and stays short', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../src/preload/preload.ts'), 'utf8')
  const imports = source.split('\n').filter((line) => line.startsWith('import '))
  expect(imports.filter((line) => !line.startsWith('import type ')).map((line) => line.split(' from ')[1])).toEqual([
    `'electron'`,
  ])
  expect(source.split('\n').length).toBeLessThan(40)
})
