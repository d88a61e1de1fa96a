import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findKept, putBack } from '../../../src/main/electron/former-program.ts'
import { createUpdateRecord } from '../../../src/main/updates/update-record.ts'
import { describeFile } from '../../fakes/publisher.ts'
import { openInstaller, writeProgram } from './open-installer.ts'

describe.skipIf(process.platform === 'win32')('an AppImage', () => {
  test('is replaced by the downloaded version, which is started with the same data folder', async () => {
    const computer = await openInstaller({ startArguments: ['--data', '/a b'] })
    expect(await computer.download()).toEqual({ ok: true, value: undefined })
    expect(computer.progress.at(-1)).toBe(100)
    expect(readFileSync(computer.place, 'utf8')).toBe(writeProgram('0.1.0'))

    expect(await computer.install(computer.update, true)).toBe('done')

    expect(readFileSync(computer.place, 'utf8')).toBe(writeProgram('0.2.0'))
    expect(statSync(computer.place).mode & 0o111).toBe(0o111)
    await expect.poll(computer.starts).toEqual(['0.2.0 <--data /a b>'])
  })

  test('is replaced without a start if Setdesk was closed', async () => {
    const computer = await openInstaller()
    await computer.download()
    expect(await computer.install(computer.update, false)).toBe('done')
    expect(readFileSync(computer.place, 'utf8')).toBe(writeProgram('0.2.0'))
    // The first recorded start is this one by hand, so Setdesk was not started again.
    execFileSync(computer.place, ['by-hand'])
    expect(computer.starts()).toEqual(['0.2.0 <by-hand>'])
  })

  test('is replaced before a second Setdesk can be started, which would still be the former version', async () => {
    const computer = await openInstaller()
    await computer.download()
    await computer.install(computer.update, true)
    expect(computer.releases).toEqual([writeProgram('0.2.0')])
  })

  test('is left alone if another Setdesk replaced it since this one was started, and the copy for going back stays', async () => {
    const computer = await openInstaller()
    await computer.download()
    // A second Setdesk with another data folder installs the version first.
    writeFileSync(computer.place, writeProgram('0.2.0'))
    utimesSync(computer.place, 1, 1)

    expect(await computer.install(computer.update, true)).toBe(false)

    expect(computer.record.read().trial).toBeUndefined()
    expect(readFileSync(computer.place, 'utf8')).toBe(writeProgram('0.2.0'))
    expect(computer.log.lines.at(-1)).toMatchObject({ event: 'update.not-installed', facts: { kind: 'replaced' } })
  })

  test('takes the name of the new version if it was named after the former version', async () => {
    const computer = await openInstaller({ name: 'Setdesk-0.1.0.AppImage' })
    await computer.download()
    await computer.install(computer.update, true)
    await expect.poll(computer.starts).toEqual(['0.2.0 <>'])
    expect(readdirSync(computer.folder).filter((name) => name.endsWith('.AppImage'))).toEqual([
      'Setdesk-0.2.0.AppImage',
    ])
  })

  test('is kept with its hash, so that it can be put back if the new version does not start', async () => {
    const computer = await openInstaller()
    await computer.download()
    await computer.install(computer.update, false)
    const { trial } = computer.record.read()
    expect(trial).toMatchObject({ version: '0.2.0', former: '0.1.0', place: computer.place, starts: 0 })
    const kept = trial && (await findKept(computer.dataFolder, trial))
    expect(kept).toBe(join(computer.dataFolder, 'updates', 'former-0.1.0.AppImage'))
    expect(readFileSync(kept ?? '', 'utf8')).toBe(writeProgram('0.1.0'))
  })

  test.each(['Setdesk.AppImage', 'Setdesk-0.1.0.AppImage'])(
    'named %s is put back after two failed starts',
    async (name) => {
      const computer = await openInstaller({ name })
      await computer.download()
      await computer.install(computer.update, false)
      const [appImage = ''] = readdirSync(computer.folder)
        .filter((one) => one.endsWith('.AppImage'))
        .map((one) => join(computer.folder, one))
      const record = createUpdateRecord(computer.dataFolder)
      expect([record.noteStart('0.2.0'), record.noteStart('0.2.0')]).toEqual([undefined, undefined])
      const trial = record.noteStart('0.2.0')
      if (trial === undefined) throw new Error('The version stays.')

      const place = await putBack({ dataFolder: computer.dataFolder, appImage }, trial)

      expect(place).toBe(computer.place)
      expect(readdirSync(computer.folder).filter((one) => one.includes('.AppImage'))).toEqual([
        basename(computer.place),
      ])
      execFileSync(computer.place, ['again'])
      expect(computer.starts()).toEqual(['0.1.0 <again>'])
    },
  )

  test('is not put back from a copy that was changed after the copy was made', async () => {
    const computer = await openInstaller()
    await computer.download()
    await computer.install(computer.update, false)
    const { trial } = computer.record.read()
    if (trial === undefined) throw new Error('No trial.')
    writeFileSync(join(computer.dataFolder, 'updates', 'former-0.1.0.AppImage'), 'another program')
    expect(await putBack({ dataFolder: computer.dataFolder, appImage: computer.place }, trial)).toBeUndefined()
    expect(readFileSync(computer.place, 'utf8')).toBe(writeProgram('0.2.0'))
  })

  test('stays if the new version cannot be installed, and the log says so', async () => {
    const computer = await openInstaller({ program: '#!/bin/sh\nexit 7\n' })
    await computer.download()
    expect(await computer.install(computer.update, false)).toBe(false)
    expect(readFileSync(computer.place, 'utf8')).toBe(writeProgram('0.1.0'))
    expect(computer.record.read()).toMatchObject({ missed: { version: '0.2.0', times: 1 } })
    expect(computer.log.lines.at(-1)).toMatchObject({ event: 'update.not-installed' })
  })
})

describe.skipIf(process.platform === 'win32')(
  'nothing is downloaded, and Setdesk does not restart, for an AppImage',
  () => {
    test.skipIf(process.getuid?.() === 0)('in a folder in which this user may not write', async () => {
      const computer = await openInstaller({ name: 'opt/Setdesk.AppImage' })
      chmodSync(dirname(computer.place), 0o555)
      onTestFinished(() => chmodSync(dirname(computer.place), 0o755))
      expect(await computer.download()).toEqual({ ok: false, error: 'not-written' })
      expect(computer.server.seen).toEqual([])
    })

    test('whose folder is gone', async () => {
      const computer = await openInstaller({ name: 'opt/Setdesk.AppImage' })
      rmSync(dirname(computer.place), { recursive: true })
      expect(await computer.download()).toEqual({ ok: false, error: 'not-written' })
      expect(computer.server.seen).toEqual([])
    })
  },
)

describe.skipIf(process.platform === 'win32')('a downloaded file', () => {
  test.each([
    ['with other bytes', (program: string) => program.replace('0.2.0', '6.6.6')],
    ['that is longer', (program: string) => `${program}# more`],
    ['that is shorter', (program: string) => program.slice(1)],
  ])('%s than the list says is refused, and nothing of it stays', async (_, spoil) => {
    const computer = await openInstaller()
    computer.files.set(computer.update.file.name, spoil(writeProgram('0.2.0')))
    expect(await computer.download()).toEqual({ ok: false, error: 'changed-file' })
    expect(readdirSync(computer.cache)).toEqual([])
    expect(await computer.install(computer.update, true)).toBe(false)
    expect(readFileSync(computer.place, 'utf8')).toBe(writeProgram('0.1.0'))
  })

  test('is refused if another program changed it before it was installed', async () => {
    const computer = await openInstaller()
    await computer.download()
    appendFileSync(join(computer.cache, computer.update.file.name), 'echo more')
    expect(await computer.install(computer.update, true)).toBe(false)
    expect(readFileSync(computer.place, 'utf8')).toBe(writeProgram('0.1.0'))
    expect(computer.log.lines.at(-1)).toMatchObject({ event: 'update.not-installed', facts: { kind: 'changed-file' } })
  })

  test('is refused if another program changes it while the former version is being kept', async () => {
    const computer = await openInstaller()
    await computer.download()
    const former = join(computer.dataFolder, 'updates', 'former-0.1.0.AppImage')
    rmSync(former)
    const installed = computer.install(computer.update, true)
    while (!existsSync(former)) await new Promise((resolve) => setImmediate(resolve))
    writeFileSync(join(computer.cache, computer.update.file.name), writeProgram('6.6.6'))
    expect(await installed).toBe(false)
    expect(readFileSync(computer.place, 'utf8')).toBe(writeProgram('0.1.0'))
    expect(computer.record.read().trial).toBeUndefined()
  })

  test('is not downloaded again at the next start if it still matches the list', async () => {
    const computer = await openInstaller()
    await computer.download()
    computer.startAnew()
    expect(await computer.download()).toMatchObject({ ok: true })
    expect(computer.server.seen).toHaveLength(1)
    appendFileSync(join(computer.cache, computer.update.file.name), 'echo more')
    computer.startAnew()
    expect(await computer.download()).toMatchObject({ ok: true })
    expect(computer.server.seen).toHaveLength(2)
    await computer.install(computer.update, true)
    await expect.poll(computer.starts).toEqual(['0.2.0 <>'])
  })

  test('is replaced by the file of a later version', async () => {
    const computer = await openInstaller()
    await computer.download()
    const later = writeProgram('0.3.0')
    computer.files.set('Setdesk-0.3.0.AppImage', later)
    const update = {
      ...computer.update,
      version: '0.3.0',
      file: describeFile('Setdesk-0.3.0.AppImage', 'linux-x64', Buffer.from(later)),
    }
    expect(await computer.download(update)).toMatchObject({ ok: true })
    await computer.install(update, true)
    await expect.poll(computer.starts).toEqual(['0.3.0 <>'])
  })

  test('is not ready while the running version cannot be kept for going back, so Setdesk does not restart for it', async () => {
    const computer = await openInstaller()
    const inTheWay = join(computer.dataFolder, 'updates')
    writeFileSync(inTheWay, 'a file')
    expect(await computer.download()).toEqual({ ok: false, error: 'not-written' })
    rmSync(inTheWay)
    expect(await computer.download()).toMatchObject({ ok: true })
    expect(computer.server.seen).toHaveLength(1)
  })

  test('is reported as missing if the server does not have the file', async () => {
    const computer = await openInstaller()
    computer.files.clear()
    expect(await computer.download()).toEqual({ ok: false, error: 'http-404' })
  })

  test('is not kept if Setdesk ends during the download', async () => {
    const computer = await openInstaller()
    expect(await computer.download({}, AbortSignal.abort())).toEqual({ ok: false, error: 'cancelled' })
    expect(existsSync(join(computer.cache, computer.update.file.name))).toBe(false)
  })
})

test('the update server learns nothing about this computer', async () => {
  const computer = await openInstaller()
  await computer.download()
  const headers = computer.server.seen[0]?.headers ?? {}
  expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
  expect(headers['user-agent']).toBe('Setdesk')
})
