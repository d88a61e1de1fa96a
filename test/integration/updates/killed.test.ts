import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { putBack } from '../../../src/main/electron/former-program.ts'
import { root } from '../../unit/structure/project-files.ts'
import { openInstaller, writeProgram } from './open-installer.ts'

type Computer = Awaited<ReturnType<typeof openInstaller>>

const source = (path: string): string => JSON.stringify(join(root, 'src/main', path))

/** Installs the downloaded version in a process of its own, which may be killed meanwhile. Returns the signal that ended the process. */
function installApart({ folder, dataFolder, update, server }: Computer, programs: string) {
  const script = `
    import { createInstaller } from ${source('electron/installer.ts')}
    import { createUpdateRecord } from ${source('updates/update-record.ts')}
    const dataFolder = ${JSON.stringify(dataFolder)}
    const nothing = () => undefined
    const { install, installer } = createInstaller({
      platform: 'linux', arch: 'x64', env: process.env, version: '0.1.0', dataFolder,
      cacheFolder: ${JSON.stringify(join(folder, 'cache'))}, startArguments: [],
      feedFile: ${JSON.stringify(join(folder, 'updates.json'))}, record: createUpdateRecord(dataFolder),
      idleMs: () => 0, restart: nothing, exit: nothing, log: nothing,
    })
    const update = ${JSON.stringify(update)}
    await installer.download(update, { route: {}, signal: new AbortController().signal, onProgress: nothing })
    await install(update, () => false, nothing)`
  expect(server.seen).toHaveLength(1)
  return spawnSync(process.execPath, ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${programs}:${process.env['PATH'] ?? ''}` },
  }).signal
}

describe.skipIf(process.platform === 'win32')('an AppImage is whole', () => {
  test.each(['Setdesk.AppImage', 'Setdesk-0.1.0.AppImage'])(
    'if Setdesk is killed by the first other program that its installation as %s starts',
    async (name) => {
      const killing = '#!/bin/sh\nkill -9 $PPID\n'
      const computer = await openInstaller({ name, program: killing })
      await computer.download()
      const programs = join(computer.folder, 'programs')
      mkdirSync(programs)
      writeFileSync(join(programs, 'mv'), killing)
      chmodSync(join(programs, 'mv'), 0o755)

      expect(installApart(computer, programs)).toBe('SIGKILL')

      const left = readdirSync(computer.folder).filter((one) => one.includes('.AppImage'))
      expect(left).toContain(name === 'Setdesk.AppImage' ? name : 'Setdesk-0.2.0.AppImage')
      for (const one of left)
        expect([writeProgram('0.1.0'), killing]).toContain(readFileSync(join(computer.folder, one), 'utf8'))
      expect(computer.record.read().trial).toMatchObject({ version: '0.2.0' })
    },
  )

  test('and put back without more room on its disk', async () => {
    const computer = await openInstaller()
    await computer.download()
    await computer.install(computer.update, false)
    const { trial } = computer.record.read()
    if (trial?.kept === undefined) throw new Error('Nothing was kept.')
    const kept = statSync(join(computer.dataFolder, 'updates', trial.kept.name))
    await putBack({ dataFolder: computer.dataFolder, appImage: computer.place }, trial)
    expect(statSync(computer.place).ino).toBe(kept.ino)
    expect(readFileSync(computer.place, 'utf8')).toBe(writeProgram('0.1.0'))
  })

  test('and alone under a name with a version if the new version cannot be installed', async () => {
    const computer = await openInstaller({ name: 'Setdesk-0.1.0.AppImage', program: '#!/bin/sh\nexit 7\n' })
    await computer.download()
    expect(await computer.install(computer.update, false)).toBe(false)
    expect(readdirSync(computer.folder).filter((one) => one.includes('.AppImage'))).toEqual(['Setdesk-0.1.0.AppImage'])
    expect(readFileSync(computer.place, 'utf8')).toBe(writeProgram('0.1.0'))
  })
})
