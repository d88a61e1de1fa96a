import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createStoreOpener } from '../../../../src/main/electron/store-opener.ts'
import { openConfFile } from '../../../../src/main/host/kept-file.ts'
import { createSettingsStore, defaultPreferences } from '../../../../src/main/host/settings.ts'
import type { Settings } from '../../../../src/main/ports.ts'
import { connectionDefaults, type Connection } from '../../../../src/shared/domain/connection/connection.ts'
import { ipcOfStores } from '../../../fakes/electron-module.ts'
import { makeFolder } from '../../../fakes/folder.ts'
import { formerConnection, formerPreferences, formerSettingsFile } from '../../../fakes/former-files.ts'
import { createFakeLog } from '../../../fakes/log.ts'

vi.mock('electron', async () => (await import('../../../fakes/electron-module.ts')).electronForStores)

const connection: Connection = {
  ...connectionDefaults,
  id: 'a',
  kind: 'platform',
  name: 'Harbour TV',
  baseUrl: 'https://platform.example',
  crmService: 'crm',
  cmsService: 'cms',
}
const settings: Settings = {
  preferences: { ...defaultPreferences, technician: 'Ines' },
  connections: [connection],
  activeConnectionId: 'a',
}
const kept = (folder: string) => readdirSync(folder).filter((name) => name.includes('unreadable'))

describe.each([
  { by: 'conf', openFile: openConfFile },
  { by: 'electron-store', openFile: createStoreOpener(ipcOfStores) },
])('settings kept by $by', ({ openFile }) => {
  const open = (folder: string, log = createFakeLog()) => createSettingsStore(folder, log, openFile)

  test('a new folder has the defaults and no file', () => {
    const folder = makeFolder()
    expect(open(folder).read()).toEqual({
      preferences: defaultPreferences,
      connections: [],
      activeConnectionId: undefined,
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('a connection that was saved before there were some settings has them as a new one does', () => {
    const folder = makeFolder()
    const { sendsCrmService: _, asksForProducts: __, ...older } = connection
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ connections: [older], activeConnectionId: 'a' }))
    expect(open(folder).read().connections).toEqual([connection])
    expect(kept(folder)).toEqual([])
  })

  test('what was written is read after a restart', () => {
    const folder = makeFolder()
    open(folder).write(settings)
    expect(open(folder).read()).toEqual(settings)
  })

  test('what was written is read at once, and a choice can be taken back', () => {
    const folder = makeFolder()
    const store = open(folder)
    store.write(settings)
    store.write({ ...settings, activeConnectionId: undefined, connections: [] })
    expect(store.read().connections).toEqual([])
    expect(open(folder).read().activeConnectionId).toBeUndefined()
  })

  test.skipIf(process.platform === 'win32')('the file is for its owner alone', () => {
    const folder = makeFolder()
    open(folder).write(settings)
    expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600)
  })

  test.each(['', '{"preferences"', '[]', 'null', '\0\0\0'])(
    'a file of %j is kept aside and the defaults are used',
    (text) => {
      const folder = makeFolder()
      writeFileSync(join(folder, 'settings.json'), text)
      const log = createFakeLog()
      const store = open(folder, log)
      expect(store.read().preferences).toEqual(defaultPreferences)
      store.write(settings)
      expect(open(folder).read()).toEqual(settings)
      expect(kept(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([text])
      expect(log.lines).toMatchObject([{ level: 'problem', event: 'settings.unreadable' }])
    },
  )

  test('starting again and again over a damaged file keeps one copy and leaves the file as it is', () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'settings.json'), '{')
    open(folder)
    open(folder)
    expect(kept(folder)).toHaveLength(1)
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe('{')
  })

  test('one connection that cannot be read leaves the others, and the whole file is kept aside', () => {
    const folder = makeFolder()
    const stored = {
      ...settings,
      connections: [{ ...connection, id: 'b', concurrency: 'many' }, connection],
      activeConnectionId: 'b',
    }
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(stored))
    expect(open(folder).read()).toEqual({ ...settings, activeConnectionId: 'a' })
    expect(kept(folder)).toHaveLength(1)
  })

  test('one preference that cannot be read leaves the others', () => {
    const folder = makeFolder()
    writeFileSync(
      join(folder, 'settings.json'),
      JSON.stringify({ preferences: { technician: 'Ines', appearance: 'pink' } }),
    )
    expect(open(folder).read().preferences).toEqual({ ...defaultPreferences, technician: 'Ines' })
  })

  test('a file of the version before electron-store is read in full, and stays the same when it is written', () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'settings.json'), formerSettingsFile)
    const log = createFakeLog()
    const store = open(folder, log)
    expect(store.read()).toMatchObject({
      preferences: formerPreferences,
      connections: [formerConnection],
      activeConnectionId: 'a',
    })
    expect(log.lines).toEqual([])
    store.write(store.read())
    expect(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))).toMatchObject(
      JSON.parse(formerSettingsFile) as object,
    )
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  test('what cannot be written is an error, and what was read stays', () => {
    const folder = makeFolder()
    const store = open(folder)
    mkdirSync(join(folder, 'settings.json'))
    expect(() => store.write(settings)).toThrow('EISDIR')
    expect(store.read().connections).toEqual([])
  })

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'a folder that cannot be written to keeps the file that is there, whole',
    () => {
      const folder = makeFolder()
      open(folder).write(settings)
      chmodSync(folder, 0o500)
      onTestFinished(() => chmodSync(folder, 0o700))
      const store = open(folder)
      expect(() => store.write({ ...settings, connections: [] })).toThrow('EACCES')
      expect(store.read()).toEqual(settings)
      expect(open(folder).read()).toEqual(settings)
    },
  )
})
