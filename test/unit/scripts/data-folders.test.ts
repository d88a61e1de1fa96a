import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { dataFolders, hasQueue, isForWindowAlone } from '../../../scripts/lib/data-folders.mjs'
import { readDataFlag } from '../../../src/main/electron/command-line.ts'
import { ledgerFileName } from '../../../src/main/storage/files.ts'
import { defaultDataFolder } from '../../../src/main/loopback/run-loopback.ts'
import { makeFolder } from '../../fakes/folder.ts'

describe("the start script's data folders", () => {
  const home = '/home/ana'
  const places = [
    { platform: 'linux', home, env: {} },
    { platform: 'linux', home, env: { XDG_CONFIG_HOME: '/cfg', XDG_DATA_HOME: '/dat' } },
    { platform: 'linux', home, env: { XDG_CONFIG_HOME: '', XDG_DATA_HOME: '' } },
    { platform: 'darwin', home, env: {} },
    { platform: 'win32', home, env: { APPDATA: '/roaming', LOCALAPPDATA: '/local' } },
    { platform: 'win32', home, env: {} },
  ] as const

  it('include the folder that the browser host chooses', () => {
    for (const place of places) expect(dataFolders(place, []).browser).toBe(defaultDataFolder(place))
  })

  it("include the folder that Electron chooses for the window by the app's name", () => {
    expect(places.map((place) => dataFolders(place, []).window)).toEqual([
      join(home, '.config', manifest.productName),
      join('/cfg', manifest.productName),
      join(home, '.config', manifest.productName),
      join(home, 'Library', 'Application Support', manifest.productName),
      join('/roaming', manifest.productName),
      join(home, 'AppData', 'Roaming', manifest.productName),
    ])
  })

  it('are both the folder that the arguments name', () => {
    for (const args of [['--data', 'dir'], ['--data=dir'], ['-x', '--data=dir', '--data', 'other']]) {
      expect(dataFolders(places[0], args)).toEqual({ window: resolve('dir'), browser: resolve('dir') })
      expect(dataFolders(places[0], args).window).toBe(readDataFlag(args))
    }
    for (const args of [['--data'], ['--data=']])
      expect(dataFolders(places[0], args)).toEqual(dataFolders(places[0], []))
  })
})

describe('a data folder', () => {
  it('has a queue once its ledger file exists', () => {
    const folder = makeFolder()
    expect(hasQueue(folder)).toBe(false)
    expect(hasQueue(join(folder, 'none'))).toBe(false)
    writeFileSync(join(folder, ledgerFileName), '')
    expect(hasQueue(folder)).toBe(true)
  })

  it("opens only in the window if its key is in the system's key store", () => {
    const folder = makeFolder()
    expect(isForWindowAlone(folder)).toBe(false)
    for (const protection of ['passphrase', 'training-file', 'system']) {
      writeFileSync(join(folder, 'key.json'), JSON.stringify({ protection }))
      expect(isForWindowAlone(folder)).toBe(protection === 'system')
    }
    writeFileSync(join(folder, 'key.json'), 'null')
    expect(isForWindowAlone(folder)).toBe(false)
  })
})
