import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ensureBuilt } from '../../../scripts/lib/build.mjs'
import { launchBrowser } from '../../browser.ts'
import { callApp } from '../../shell/call-app.ts'
import { forkShell, startShell, type Shell, type ShellOptions } from '../../shell/start-shell.ts'

const appFolder = process.env['SETDESK_SHELL_APP'] ?? join(import.meta.dirname, '..', '..', '..')
let folder: string
let browser: Browser

beforeAll(async () => {
  if (process.env['SETDESK_SHELL_APP'] === undefined) expect(await ensureBuilt()).toBe(true)
  folder = mkdtempSync(join(tmpdir(), 'setdesk-hard-'))
  browser = await launchBrowser()
}, 180_000)

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

async function start(name: string, env: Record<string, string> = {}, more: Partial<ShellOptions> = {}): Promise<Shell> {
  const shell = await startShell({ dataFolder: join(folder, name), browser, appFolder, env, ...more })
  onTestFinished(() => shell.kill())
  return shell
}
const vaultOf = async (shell: Shell) => (await callApp(shell, 'app.snapshot', {})).vault

describe('the window is shown', () => {
  test('even if the system never reports that the window is ready', async () => {
    const shell = await start('unready', { SETDESK_SHELL_WITHHOLDS: 'ready-to-show' })
    await expect.poll(() => shell.shown.actions, { timeout: 5000 }).toContain('show')
  })

  test('even if its page cannot be loaded', async () => {
    const shell = await start('unloaded', { SETDESK_SHELL_WITHHOLDS: 'ready-to-show,did-finish-load' })
    await shell.main.ask('failLoad', { id: 1 })
    await expect.poll(() => shell.shown.actions).toContain('show')
  })

  test('even while the key store waits for a password, and the saved work opens afterwards', async () => {
    const first = await start('hanging')
    await callApp(first, 'connection.start-training', {})
    await first.kill()
    const shell = await start('hanging', { SETDESK_SHELL_KEY_STORE: 'hanging' })
    await expect.poll(() => shell.shown.actions).toContain('show')
    expect((await vaultOf(shell)).state).toBe('opening')
    await shell.page.getByRole('heading', { name: 'Opening the saved work' }).waitFor()
    await shell.main.ask('givePassword', {})
    await shell.page.getByRole('heading', { name: 'Opening the saved work' }).waitFor({ state: 'detached' })
    expect((await vaultOf(shell)).state).toBe('open')
  })

  test('even while the key store waits for a password, and can be closed', async () => {
    const first = await start('closed')
    await callApp(first, 'connection.start-training', {})
    await first.kill()
    const shell = await start('closed', { SETDESK_SHELL_KEY_STORE: 'hanging' })
    await shell.pressClose()
    expect(await shell.ended).toBe(0)
  })
})

test('a key made while the key store was locked counts as weak until the store wraps the key again', async () => {
  const first = await start('relocked', { SETDESK_SHELL_KEY_STORE: 'weak' })
  await callApp(first, 'connection.start-training', {})
  expect((await vaultOf(first)).protection).toBe('system-weak')
  await first.kill()
  const second = await start('relocked')
  expect(await vaultOf(second)).toEqual({ state: 'open', protection: 'system' })
  await second.kill()
  // A key that the store has wrapped cannot be read while the store is locked. No other key is used instead.
  const third = await start('relocked', { SETDESK_SHELL_KEY_STORE: 'weak' })
  expect(await vaultOf(third)).toEqual({ state: 'unavailable', protection: 'system' })
})

test('Setdesk offers a restart if the key store does not answer', async () => {
  const first = await start('restart')
  await callApp(first, 'connection.start-training', {})
  await first.kill()
  const shell = await start('restart', { SETDESK_SHELL_KEY_STORE: 'absent' })
  await shell.page.getByRole('button', { name: 'Restart Setdesk' }).click()
  expect(await shell.ended).toBe(0)
  expect(shell.shown.actions).toContain('relaunch')
})

/** Ends the process of the page, as a crash does. The page of the window is another one after that. */
async function crashPage(shell: Shell): Promise<void> {
  const { page } = shell
  const control = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // This call is never answered, because it ends the process.
  void control.send('Page.crash').catch(() => undefined)
  await crashed
  await expect.poll(() => shell.page).not.toBe(page)
}

test('a crashed page is reloaded three times in a minute, and then Setdesk asks whether to close', async () => {
  const shell = await start('crashed')
  const heading = () => shell.page.getByRole('heading', { level: 1 })
  for (const _ of [1, 2, 3]) {
    await heading().waitFor()
    await crashPage(shell)
  }
  await heading().waitFor()
  await shell.main.ask('loseRenderer', { id: 1, reason: 'crashed' })
  expect(await shell.ended).toBe(0)
  expect(shell.shown.actions.filter((action) => action === 'reload')).toHaveLength(3)
  expect(shell.shown.boxes.map(({ message, buttons }) => [message, ...buttons])).toEqual([
    [expect.stringContaining('stopped several times'), 'Open the page again', 'Close Setdesk'],
  ])
})

test('an installed Setdesk refuses a start with debugging options, says why, and opens nothing', async () => {
  const dataFolder = join(folder, 'debugged')
  const env = { SETDESK_SHELL_PACKAGED: '1', NODE_OPTIONS: '--no-deprecation' }
  const shell = await forkShell({ dataFolder, browser, appFolder, env })
  onTestFinished(shell.close)
  expect(await shell.ended).toBe(4)
  expect(shell.shown.errors).toEqual([expect.stringContaining('started with NODE_OPTIONS')])
  expect(shell.shown.windows).toEqual([])
  expect(existsSync(join(dataFolder, 'settings.json'))).toBe(false)

  const usual = await start('debugged', { SETDESK_SHELL_PACKAGED: '1', NODE_OPTIONS: '' })
  await usual.page.getByRole('heading', { level: 1 }).waitFor()
})

test('an installed Setdesk that was started with an open port for debugging ends at once, so that the port closes', async () => {
  const env = { SETDESK_SHELL_PACKAGED: '1', NODE_OPTIONS: '' }
  const dataFolder = join(folder, 'port')
  const shell = await forkShell({ dataFolder, browser, appFolder, env, args: ['--remote-debugging-port=0'] })
  onTestFinished(shell.close)
  expect(await shell.ended).toBe(4)
  // Before Electron is ready, Linux shows no box.
  expect(shell.shown.errors).toEqual(process.platform === 'linux' ? [] : [expect.stringContaining('debugging-port')])
  expect(existsSync(join(dataFolder, 'settings.json'))).toBe(false)
})

test('a data folder that cannot be made is named, with the reason', async () => {
  writeFileSync(join(folder, 'a-file'), '')
  const shell = await forkShell({ dataFolder: join(folder, 'a-file', 'inside'), browser, appFolder })
  onTestFinished(shell.close)
  expect(await shell.ended).toBe(3)
  expect(shell.shown.errors).toEqual([expect.stringMatching(/a-file.inside cannot be used \(E/)])
})

test.each([['--data'], ['--data=']])(
  'a start with %s, but no folder, opens no other queue, and says why',
  async (flag) => {
    const [config, usual] = [join(folder, 'config'), join(folder, 'usual')]
    const env = { XDG_CONFIG_HOME: config, APPDATA: config }
    const shell = await forkShell({ dataFolder: usual, browser, appFolder, env, allArgs: [flag] })
    onTestFinished(shell.close)
    expect(await shell.ended).toBe(2)
    expect(shell.shown.errors).toEqual([expect.stringContaining('--data names no folder')])
    expect(shell.shown.windows).toEqual([])
  },
)

test('an AppImage without a sandbox from the system does not start, and says what helps', async () => {
  const env = { SETDESK_SHELL_PACKAGED: '1', NODE_OPTIONS: '', APPIMAGE: '/home/ann/Setdesk.AppImage' }
  const dataFolder = join(folder, 'unboxed')
  const shell = await forkShell({ dataFolder, browser, appFolder, env, args: ['--no-sandbox'] })
  onTestFinished(shell.close)
  expect(await shell.ended).toBe(4)
  expect(shell.shown.errors).toEqual([expect.stringContaining('Install the package for Debian and Ubuntu')])
  expect(existsSync(join(dataFolder, 'settings.json'))).toBe(false)
})

test('a crashed page comes back with the typed draft', async () => {
  const shell = await start('drafted')
  await callApp(shell, 'connection.start-training', {})
  await callApp(shell, 'queue.pause', {})
  // The first run opens Home once there is a connection.
  await shell.page.getByRole('link', { name: 'Settings' }).waitFor()
  await shell.page.evaluate(() => void (location.hash = '#/activate/without-box'))
  await shell.page.getByLabel('First name').fill('Amélie')
  await expect.poll(async () => JSON.stringify(await callApp(shell, 'draft.read', {}))).toContain('Amélie')
  await crashPage(shell)
  await expect.poll(() => shell.page.getByLabel('First name').inputValue()).toBe('Amélie')
})

test.each(['throwUncaught', 'rejectUnheard'] as const)(
  'an uncaught error is shown without its message, and ends the app (%s)',
  async (way) => {
    const shell = await start(way)
    await shell.main.ask(way, { message: 'GET https://tv.example/api?authToken=SECRET failed' })
    expect(await shell.ended).toBe(1)
    expect(shell.shown.errors).toEqual([expect.stringContaining('so it closes')])
    expect(shell.shown.errors.join()).not.toContain('SECRET')
  },
)

/** The start that an app asked for when it ended, with the arguments that it chose. */
async function restarted(shell: Shell): Promise<Shell> {
  expect(await shell.ended).toBe(0)
  const [args = []] = shell.shown.relaunches
  // Electron's program needs the path of the code, because this Setdesk is not installed.
  expect(args[0]).toBe(join(appFolder, 'out', 'main', 'electron.cjs'))
  return await start('', {}, { allArgs: args.slice(1) })
}

const boxOf = async (shell: Shell) => (await callApp(shell, 'app.snapshot', {})).linkedBox

async function startAgain(name: string, ...args: readonly string[]): Promise<void> {
  const second = await forkShell({ dataFolder: join(folder, name), browser, appFolder, args })
  expect(await second.ended).toBe(0)
  await second.close()
}

describe('a link to a box', () => {
  test('that starts the app offers the box, and nothing else happens until the technician presses a button', async () => {
    const shell = await start('link', {}, { args: ['setdesk://box/001A79C0FFEE'] })
    await callApp(shell, 'connection.start-training', {})
    const banner = shell.page.locator('[data-banner="linked-box"]')
    await banner.getByText('A link opened Setdesk with the box 001A79C0FFEE.').waitFor()
    expect((await callApp(shell, 'job.list', { limit: 5 })).jobs).toEqual([])
    expect((await callApp(shell, 'draft.read', {})).draft).toBeUndefined()
    await banner.getByRole('button', { name: 'Activate this box' }).click()
    await shell.page.getByText('00:1A:79:C0:FF:EE').first().waitFor()
    await banner.waitFor({ state: 'detached' })
    expect((await callApp(shell, 'job.list', { limit: 5 })).jobs).toEqual([])
  })

  test('from a second start reaches the running app, where the newest valid link counts and can be ignored', async () => {
    const shell = await start('second-link')
    await callApp(shell, 'connection.start-training', {})
    await startAgain('second-link', 'setdesk://box/001A79000001')
    await expect.poll(() => boxOf(shell)).toBe('001A79000001')
    await startAgain('second-link', 'setdesk://box/001A79000002')
    await expect.poll(() => boxOf(shell)).toBe('001A79000002')
    await startAgain('second-link', 'setdesk://job/all?send=1')
    await startAgain('second-link', 'setdesk://box/1', 'setdesk://box/2')
    expect(await boxOf(shell)).toBe('001A79000002')
    await callApp(shell, 'app.forget-link', { box: '001A79000001' })
    expect(await boxOf(shell)).toBe('001A79000002')
    await shell.page.getByRole('button', { name: 'Ignore' }).click()
    await expect.poll(() => boxOf(shell)).toBeUndefined()
  })

  test('is not offered again by a restart after the technician has decided, but is if it still waits', async () => {
    const shell = await start('decided', {}, { args: ['setdesk://box/001A79000001'] })
    await callApp(shell, 'connection.start-training', {})
    await callApp(shell, 'app.forget-link', { box: '001A79000001' })
    await callApp(shell, 'app.restart', {})
    const again = await restarted(shell)
    expect(await boxOf(again)).toBeUndefined()
    await startAgain('decided', 'setdesk://box/001A79000002')
    await expect.poll(() => boxOf(again)).toBe('001A79000002')
    await callApp(again, 'app.restart', {})
    expect(await boxOf(await restarted(again))).toBe('001A79000002')
  })

  test('that arrives while Setdesk is ending is offered by the start that follows, in place of the first link', async () => {
    const shell = await start('late', {}, { args: ['setdesk://box/001A79000001'] })
    await callApp(shell, 'connection.start-training', {})
    await shell.main.ask('startWhileClosing', { id: 1, args: ['setdesk://box/001A79000002'] })
    expect(await boxOf(await restarted(shell))).toBe('001A79000002')
  })
})
