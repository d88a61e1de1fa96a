import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createStoreOpener } from '../../../../src/main/electron/store-opener.ts'
import { ipcOfStores } from '../../../fakes/electron-module.ts'
import { makeFolder } from '../../../fakes/folder.ts'

vi.mock('electron', async () => (await import('../../../fakes/electron-module.ts')).electronForStores)

const added: unknown[] = []
beforeEach(() => {
  added.length = 0
  ipcOfStores.removeAllListeners()
  ipcOfStores.on('newListener', (channel) => added.push(channel))
})

/** Its `electron-store` is that of a new process: it adds its listener once in a process. */
async function createAnew() {
  vi.resetModules()
  const fresh = await import('../../../../src/main/electron/store-opener.ts')
  return fresh.createStoreOpener(ipcOfStores)
}

test('no page can ask electron-store anything: the listener of its constructor is taken away', async () => {
  const open = await createAnew()
  open(makeFolder(), 'settings')
  expect(added).toEqual(['electron-store-get-data'])
  expect(ipcOfStores.eventNames()).toEqual(['newListener'])
})

test('nor can it where the file could not be opened', async () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'settings.json'))
  const open = await createAnew()
  expect(() => open(folder, 'settings')).toThrow('EISDIR')
  expect(added).toEqual(['electron-store-get-data'])
  expect(ipcOfStores.eventNames()).toEqual(['newListener'])
})

test('other listeners stay', () => {
  ipcOfStores.on('other', () => undefined)
  createStoreOpener(ipcOfStores)(makeFolder(), 'settings')
  expect(ipcOfStores.eventNames()).toEqual(['newListener', 'other'])
})

test.each(['', '{', '[]', 'null', '"text"'])(
  'a file of %j is empty, and is written over when something is set',
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
