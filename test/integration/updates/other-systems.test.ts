import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createInstaller } from '../../../src/main/electron/installer.ts'
import { createUpdateRecord } from '../../../src/main/updates/update-record.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { openInstaller, writeProgram } from './open-installer.ts'
import { useSquirrel } from './squirrel-double.ts'

// The installer is a script here.
describe.skipIf(process.platform === 'win32')('the Windows installer', () => {
  const windows = { platform: 'win32', next: 'Setdesk-Setup-0.2.0.exe' } as const

  test('is downloaded, verified and run silently, and starts Setdesk again', async () => {
    const computer = await openInstaller(windows)
    expect(await computer.download()).toMatchObject({ ok: true })
    expect(computer.starts()).toEqual([])
    expect(await computer.install(computer.update, true)).toBe('done')
    await expect.poll(computer.starts).toEqual(['0.2.0 <--updated /S --force-run>'])
  })

  test('does not start Setdesk if Setdesk was closed', async () => {
    const computer = await openInstaller(windows)
    await computer.download()
    await computer.install(computer.update, false)
    await expect.poll(computer.starts).toEqual(['0.2.0 <--updated /S>'])
  })

  test('cannot start Setdesk again if the data folder comes from a command-line option', async () => {
    expect((await openInstaller(windows)).installer.canStartAgain).toBe(true)
    expect((await openInstaller({ ...windows, startArguments: ['--data', '/a'] })).installer.canStartAgain).toBe(false)
  })

  test('is refused if it has other bytes than the list says', async () => {
    const computer = await openInstaller(windows)
    computer.files.set(windows.next, writeProgram('6.6.6'))
    expect(await computer.download()).toEqual({ ok: false, error: 'changed-file' })
    expect(await computer.install(computer.update, true)).toBe(false)
    expect(computer.starts()).toEqual([])
  })

  test('is kept so that its version can be put back after a later update', async () => {
    const computer = await openInstaller(windows)
    await computer.download()
    await computer.install(computer.update, false)
    await expect.poll(computer.starts).toHaveLength(1)
    expect(readdirSync(join(computer.dataFolder, 'updates'))).toEqual(['installer-0.2.0.exe'])
    expect(computer.record.read().trial).toEqual({ version: '0.2.0', former: '0.1.0', starts: 0 })
  })
})

describe('the macOS archive', () => {
  const mac = { platform: 'darwin', next: 'Setdesk-0.2.0-universal.zip' } as const

  test('is downloaded and verified, but not given to the system before Setdesk has ended its work', async () => {
    const squirrel = useSquirrel()
    const computer = await openInstaller(mac)
    expect(await computer.download()).toMatchObject({ ok: true })
    expect(squirrel.asked).toEqual([])
    expect(await computer.install(computer.update, true)).toBe('ends')
    await expect.poll(() => squirrel.asked).toEqual(['check', 'quit and install'])
    expect(squirrel.fetched).toBe(writeProgram('0.2.0'))
    expect(computer.exits).toEqual([])
  })

  test('is installed without a start if Setdesk was closed', async () => {
    const squirrel = useSquirrel()
    const computer = await openInstaller(mac)
    await computer.download()
    expect(await computer.install(computer.update, false)).toBe('ends')
    await expect.poll(() => computer.exits).toEqual(['exit'])
    expect(squirrel.asked).toEqual(['check'])
  })

  test('never reaches the system if it has other bytes than the list says', async () => {
    const squirrel = useSquirrel()
    const computer = await openInstaller(mac)
    computer.files.set(mac.next, 'another archive')
    expect(await computer.download()).toEqual({ ok: false, error: 'changed-file' })
    expect(await computer.install(computer.update, true)).toBe(false)
    expect(squirrel.asked).toEqual([])
  })

  test('may be built for one type of processor or for both', async () => {
    useSquirrel()
    expect((await openInstaller(mac)).installer.systems).toEqual(['darwin-x64', 'darwin-universal'])
  })
})

test('a program that the system installed as a package is left to the system', () => {
  const dataFolder = makeFolder()
  const installer = createInstaller({
    platform: 'linux',
    arch: 'x64',
    env: {},
    version: '0.1.0',
    dataFolder,
    cacheFolder: dataFolder,
    startArguments: [],
    feedFile: '/nowhere',
    record: createUpdateRecord(dataFolder),
    idleMs: () => 0,
    restart: () => undefined,
    exit: () => undefined,
    log: () => undefined,
  })
  expect(installer).toBe('package')
  expect(existsSync(join(dataFolder, 'update.json'))).toBe(false)
})
