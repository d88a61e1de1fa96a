import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createStoreOpener } from '../../../../src/main/electron/electron-ports.ts'
import { ipcOfStores } from '../../../fakes/electron-module.ts'
import { makeFolder } from '../../../fakes/folder.ts'

vi.mock('electron', async () => (await import('../../../fakes/electron-module.ts')).electronForStores)

const added: unknown[] = []
beforeEach(() => {
  added.length = 0
  ipcOfStores.removeAllListeners()
  ipcOfStores.on('newListener', (channel) => added.push(channel))
})

/** Loads the module again, as in a new process: `electron-store` adds its listener once per process. */
async function createAnew() {
  vi.resetModules()
  const fresh = await import('../../../../src/main/electron/electron-ports.ts')
  return fresh.createStoreOpener(ipcOfStores)
}

test('opening a store removes the IPC listener of electron-store, so that no page can reach the store', async () => {
  const open = await createAnew()
  open(makeFolder(), 'settings')
  expect(added).toEqual(['electron-store-get-data'])
  expect(ipcOfStores.eventNames()).toEqual(['newListener'])
})

test('opening a store removes the IPC listener of electron-store even if the file cannot be opened', async () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'settings.json'))
  const open = await createAnew()
  expect(() => open(folder, 'settings')).toThrow('EISDIR')
  expect(added).toEqual(['electron-store-get-data'])
  expect(ipcOfStores.eventNames()).toEqual(['newListener'])
})

test('opening a store leaves other IPC listeners in place', () => {
  ipcOfStores.on('other', () => undefined)
  createStoreOpener(ipcOfStores)(makeFolder(), 'settings')
  expect(ipcOfStores.eventNames()).toEqual(['newListener', 'other'])
})

test.each(['', '{', '[]', 'null', '"text"'])(
  'a store whose file contains %j is read as empty, and overwritten when a value is set',
  (text) => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'window.json'), text)
    const open = createStoreOpener(ipcOfStores)
    const file = open(folder, 'window')
    expect(file.store).toEqual({})
    file.store = { maximized: true }
    expect(open(folder, 'window').store).toEqual({ maximized: true })
  },
)
