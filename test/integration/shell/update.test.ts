import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureBuilt } from '../../../scripts/lib/build.mjs'
import { ownFolder } from '../../../src/main/host/folder-owner.ts'
import { createUpdateRecord, keptFolder } from '../../../src/main/updates/update-record.ts'
import { launchBrowser } from '../../browser.ts'
import { createPublisher, describeFile } from '../../fakes/publisher.ts'
import { startUpdateServer } from '../../fakes/update-server.ts'
import { callApp } from '../../shell/call-app.ts'
import { forkShell, startShell, type ShellOptions } from '../../shell/start-shell.ts'
import { writeProgram } from '../updates/open-installer.ts'

const built = process.env['SETDESK_SHELL_APP'] ?? join(import.meta.dirname, '..', '..', '..')
const publisher = createPublisher()
const system = `linux-${process.arch}`
let folder: string
let browser: Browser

beforeAll(async () => {
  if (process.env['SETDESK_SHELL_APP'] === undefined) expect(await ensureBuilt()).toBe(true)
  folder = mkdtempSync(join(tmpdir(), 'setdesk-update-'))
  browser = await launchBrowser()
}, 180_000)

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

/** The built app as an installed AppImage, whose feed is a server of this test. The file of the AppImage is a script. */
async function install(name: string) {
  const own = join(folder, name)
  const [appFolder, dataFolder, place, starts] = ['app', 'data', 'Setdesk.AppImage', 'starts'].map((one) =>
    join(own, one),
  ) as [string, string, string, string]
  mkdirSync(dataFolder, { recursive: true })
  for (const part of ['out', 'package.json']) cpSync(join(built, part), join(appFolder, part), { recursive: true })
  const { version } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as { version: string }
  const next = '99.0.0'
  const program = writeProgram(next)
  const file = describeFile(`Setdesk-${next}.AppImage`, system, Buffer.from(program))
  const files = new Map<string, string>([
    [file.name, program],
    ['stable.json', publisher.write({ version: next, files: [file], expires: '2099-01-01T00:00:00Z' })],
  ])
  const server = await startUpdateServer(files)
  writeFileSync(
    join(appFolder, 'out', 'main', 'updates.json'),
    JSON.stringify({
      address: server.url,
      channel: 'stable',
      keys: [publisher.publicKey],
      updaterCacheDirName: 'setdesk-updater',
    }),
  )
  writeFileSync(place, writeProgram(version))
  chmodSync(place, 0o755)
  const options: ShellOptions = {
    dataFolder,
    appFolder,
    browser,
    env: {
      SETDESK_SHELL_PACKAGED: '1',
      SETDESK_TEST_STARTS: starts,
      APPIMAGE: place,
      XDG_CACHE_HOME: join(own, 'cache'),
    },
  }
  return {
    version,
    next,
    dataFolder,
    place,
    server,
    options,
    record: createUpdateRecord(dataFolder),
    starts: (): string => (existsSync(starts) ? readFileSync(starts, 'utf8') : ''),
    async start(env: Record<string, string> = {}) {
      const shell = await startShell({ ...options, env: { ...options.env, ...env } })
      onTestFinished(() => shell.kill())
      return shell
    },
  }
}

test.runIf(process.platform === 'linux')(
  'the built app finds and installs a new version, and starts it with the same data folder',
  async () => {
    const installed = await install('found')
    const shell = await installed.start()
    const status = async () => (await callApp(shell, 'app.snapshot', {})).update.status
    expect((await shell.main.ask('facts', {})).links).toEqual(['setdesk'])
    expect(await status()).toEqual({ state: 'unknown' })
    await callApp(shell, 'update.check', {})
    await expect.poll(status).toMatchObject({ state: 'ready', version: installed.next })
    await callApp(shell, 'update.install', {})
    expect(await shell.ended).toBe(0)
    expect(readFileSync(installed.place, 'utf8')).toBe(writeProgram(installed.next))
    await expect.poll(installed.starts).toBe(`${installed.next} <--data ${installed.dataFolder}>\n`)
    expect(installed.record.read().trial).toMatchObject({ version: installed.next, former: installed.version })
    // No question and no error was shown.
    expect([shell.shown.boxes, shell.shown.errors]).toEqual([[], []])
  },
)

test.runIf(process.platform === 'linux')(
  'a version that is ready is installed when the window is closed, and is not started',
  async () => {
    const installed = await install('closed')
    const shell = await installed.start()
    await callApp(shell, 'update.check', {})
    await expect
      .poll(async () => (await callApp(shell, 'app.snapshot', {})).update.status)
      .toMatchObject({ state: 'ready' })
    await shell.pressClose()
    expect(await shell.ended).toBe(0)
    expect(readFileSync(installed.place, 'utf8')).toBe(writeProgram(installed.next))
    expect(installed.starts()).toBe('')
  },
)

test.runIf(process.platform === 'linux')('a technician sees that a version is ready, and can install it', async () => {
  const installed = await install('pressed')
  const shell = await installed.start()
  await callApp(shell, 'connection.start-training', {})
  await callApp(shell, 'update.check', {})
  const { page } = shell
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'About' }).click()
  const panel = page.getByRole('region', { name: 'Updates' })
  await panel.getByText(`Version ${installed.next} is ready.`).waitFor()
  await panel.getByRole('button', { name: 'Install now' }).click()
  expect(await shell.ended).toBe(0)
  expect(readFileSync(installed.place, 'utf8')).toBe(writeProgram(installed.next))
})

test.runIf(process.platform === 'linux')('a ready version waits while a technician types into a form', async () => {
  const installed = await install('typed')
  const shell = await installed.start({ SETDESK_SHELL_IDLE: '3600' })
  await callApp(shell, 'connection.start-training', {})
  const { page } = shell
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Technician' }).click()
  const name = page.getByRole('textbox', { name: 'Name of this computer' })
  await name.fill('Counter 2')
  await callApp(shell, 'update.check', {})
  const status = async () => (await callApp(shell, 'app.snapshot', {})).update.status
  await expect.poll(status).toMatchObject({ state: 'ready', waitsFor: 'form' })
  await name.fill('')
  expect(await shell.ended).toBe(0)
  expect(readFileSync(installed.place, 'utf8')).toBe(writeProgram(installed.next))
})

test.runIf(process.platform === 'linux')('the trial of a new version ends once the page is shown', async () => {
  const installed = await install('passed')
  installed.record.beginTrial({ version: installed.version, former: '0.0.9' })
  const shell = await installed.start()
  await shell.page.getByRole('heading').first().waitFor()
  await expect.poll(() => installed.record.read().trial).toBeUndefined()
})

test.runIf(process.platform === 'linux')(
  'after a version failed to start twice, Setdesk puts the former version back and starts it without a window',
  async () => {
    const installed = await install('failed')
    const former = writeProgram('0.0.9')
    mkdirSync(join(installed.dataFolder, keptFolder))
    writeFileSync(join(installed.dataFolder, keptFolder, 'former-0.0.9.AppImage'), former)
    installed.record.beginTrial({
      version: installed.version,
      former: '0.0.9',
      kept: { name: 'former-0.0.9.AppImage', sha512: createHash('sha512').update(former).digest('base64') },
      place: installed.place,
    })
    for (let failure = 0; failure < 2; failure += 1) installed.record.noteStart(installed.version)

    const shell = await forkShell(installed.options)
    onTestFinished(shell.close)
    expect(await shell.ended).toBe(0)

    expect(shell.shown.windows).toEqual([])
    expect(readFileSync(installed.place, 'utf8')).toBe(former)
    await expect.poll(installed.starts).toBe(`0.0.9 <--data ${installed.dataFolder}>\n`)
    expect(installed.record.read().failed).toEqual({ version: installed.version, refusal: 'not-started' })
  },
)

test.runIf(process.platform === 'linux')(
  'a start that is refused because another Setdesk uses the data folder does not count as a failure of the version',
  async () => {
    const installed = await install('in-use')
    installed.record.beginTrial({ version: installed.version, former: '0.0.9' })
    const owned = ownFolder(installed.dataFolder, Date.now())
    if (!owned.ok) throw new Error(owned.error.reason)
    for (let start = 0; start < 3; start += 1) {
      const refused = await forkShell(installed.options)
      onTestFinished(refused.close)
      expect(await refused.ended).toBe(3)
    }
    expect(installed.record.read().trial?.starts).toBe(0)
    owned.value.release()
  },
)

test.runIf(process.platform === 'linux')(
  'after the system refused a new version its sandbox twice, Setdesk puts the former version back',
  async () => {
    const installed = await install('unboxed')
    const former = writeProgram('0.0.9')
    mkdirSync(join(installed.dataFolder, keptFolder))
    writeFileSync(join(installed.dataFolder, keptFolder, 'former-0.0.9.AppImage'), former)
    installed.record.beginTrial({
      version: installed.version,
      former: '0.0.9',
      kept: { name: 'former-0.0.9.AppImage', sha512: createHash('sha512').update(former).digest('base64') },
      place: installed.place,
    })
    const codes: unknown[] = []
    for (let start = 0; start < 3; start += 1) {
      const refused = await forkShell({ ...installed.options, args: ['--no-sandbox'] })
      onTestFinished(refused.close)
      codes.push(await refused.ended)
    }
    expect(codes).toEqual([4, 4, 0])
    expect(readFileSync(installed.place, 'utf8')).toBe(former)
    await expect.poll(installed.starts).toBe(`0.0.9 <--data ${installed.dataFolder}>\n`)
  },
)

test.runIf(process.platform === 'linux').each([
  ['no copy of the former version was kept', 'nothing kept'],
  ['the copy of the former version is gone', 'gone'],
  ['the copy of the former version was changed', 'changed'],
] as const)('after a version failed to start twice, Setdesk offers to try again if %s', async (_, copy) => {
  const installed = await install(`stuck-${copy.replace(' ', '-')}`)
  const former = writeProgram('0.0.9')
  const name = 'former-0.0.9.AppImage'
  const kept = { name, sha512: createHash('sha512').update(former).digest('base64') }
  installed.record.beginTrial({
    version: installed.version,
    former: '0.0.9',
    ...(copy !== 'nothing kept' && { kept, place: installed.place }),
  })
  if (copy === 'changed') {
    mkdirSync(join(installed.dataFolder, keptFolder))
    writeFileSync(join(installed.dataFolder, keptFolder, name), `${former}# changed`)
  }
  for (let failure = 0; failure < 2; failure += 1) installed.record.noteStart(installed.version)
  const shell = await startShell({ ...installed.options, press: ({ buttons }) => buttons.indexOf('Try again') })
  onTestFinished(() => shell.kill())
  expect(shell.shown.boxes).toMatchObject([{ buttons: ['Try again', 'Close'] }])
  expect(shell.shown.boxes[0]?.message).toContain(installed.version)
  expect(shell.shown.windows).toHaveLength(1)
  expect(readFileSync(installed.place, 'utf8')).toBe(writeProgram(installed.version))
  expect(installed.starts()).toBe('')
})

test.runIf(process.platform === 'linux')(
  'a start that only completes the installation of an AppImage ends without a window',
  async () => {
    const installed = await install('only-installs')
    const shell = await forkShell({
      ...installed.options,
      env: { ...installed.options.env, APPIMAGE_EXIT_AFTER_INSTALL: 'true' },
    })
    onTestFinished(shell.close)
    expect(await shell.ended).toBe(0)
    expect(shell.shown.windows).toEqual([])
  },
)
