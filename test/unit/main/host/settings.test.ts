import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createStoreOpener } from '../../../../src/main/electron/electron-ports.ts'
import { openConfFile, createSettingsStore, defaultPreferences } from '../../../../src/main/host/settings.ts'
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
])('settings stored by $by', ({ openFile }) => {
  const open = (folder: string, log = createFakeLog()) => createSettingsStore(folder, log, openFile)

  test('have the defaults and no file in a new folder', () => {
    const folder = makeFolder()
    expect(open(folder).read()).toEqual({
      preferences: defaultPreferences,
      connections: [],
      activeConnectionId: undefined,
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('have the defaults for new fields of a connection from an older version', () => {
    const folder = makeFolder()
    const { sendsCrmService: _, countries: __, ...older } = connection
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ connections: [older], activeConnectionId: 'a' }))
    expect(open(folder).read().connections).toEqual([connection])
    expect(kept(folder)).toEqual([])
  })

  test('are read again after a restart', () => {
    const folder = makeFolder()
    open(folder).write(settings)
    expect(open(folder).read()).toEqual(settings)
  })

  test('can be read at once after they were written, even if the active connection was cleared', () => {
    const folder = makeFolder()
    const store = open(folder)
    store.write(settings)
    store.write({ ...settings, activeConnectionId: undefined, connections: [] })
    expect(store.read().connections).toEqual([])
    expect(open(folder).read().activeConnectionId).toBeUndefined()
  })

  test.skipIf(process.platform === 'win32')('are readable only by the owner of the file', () => {
    const folder = makeFolder()
    open(folder).write(settings)
    expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600)
  })

  test.each(['', '{"preferences"', '[]', 'null', '\0\0\0'])(
    'are copied aside and replaced by the defaults if the file contains %j',
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

  test('leave a damaged file unchanged, and are copied aside only once, however often the app starts', () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'settings.json'), '{')
    open(folder)
    open(folder)
    expect(kept(folder)).toHaveLength(1)
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe('{')
  })

  test('keep the other connections if one cannot be read, and are copied aside completely', () => {
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

  test('keep the other preferences if one cannot be read', () => {
    const folder = makeFolder()
    writeFileSync(
      join(folder, 'settings.json'),
      JSON.stringify({ preferences: { technician: 'Ines', appearance: 'pink' } }),
    )
    expect(open(folder).read().preferences).toEqual({ ...defaultPreferences, technician: 'Ines' })
  })

  test('are read from a file that a version without electron-store wrote, except for a setting that no longer exists', () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'settings.json'), formerSettingsFile)
    const log = createFakeLog()
    const store = open(folder, log)
    const { asksForProducts: _, ...keptConnection } = formerConnection
    const kept = { preferences: formerPreferences, connections: [keptConnection], activeConnectionId: 'a' }
    expect(store.read()).toMatchObject(kept)
    expect(log.lines).toEqual([])
    store.write(store.read())
    const written = readFileSync(join(folder, 'settings.json'), 'utf8')
    expect(JSON.parse(written)).toMatchObject(kept)
    expect(written).not.toMatch(/asksForProducts/)
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  test('keep the values that were read if a write fails, and the write throws', () => {
    const folder = makeFolder()
    const store = open(folder)
    mkdirSync(join(folder, 'settings.json'))
    expect(() => store.write(settings)).toThrow('EISDIR')
    expect(store.read().connections).toEqual([])
  })

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'stay complete in the old file if the folder is read-only',
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
