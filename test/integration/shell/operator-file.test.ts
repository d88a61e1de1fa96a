import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ensureBuilt } from '../../../scripts/lib/build.mjs'
import { launchBrowser } from '../../browser.ts'
import { callApp } from '../../shell/call-app.ts'
import { forkShell, startShell, type Shell } from '../../shell/start-shell.ts'

const appFolder = process.env['SETDESK_SHELL_APP'] ?? join(import.meta.dirname, '..', '..', '..')
const name = 'north.setdesk-connections'
let folder: string
let file: string
let browser: Browser

beforeAll(async () => {
  if (process.env['SETDESK_SHELL_APP'] === undefined) expect(await ensureBuilt()).toBe(true)
  folder = mkdtempSync(join(tmpdir(), 'setdesk-opened-'))
  file = join(folder, name)
  const connection = { id: 'north', name: 'North TV', baseUrl: 'https://tv.example', crmService: 'a', cmsService: 'b' }
  writeFileSync(file, JSON.stringify({ kind: 'setdesk-connections', version: 1, connections: [connection] }))
  browser = await launchBrowser()
}, 180_000)

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

async function start(data: string, ...args: readonly string[]): Promise<Shell> {
  const shell = await startShell({ dataFolder: join(folder, data), browser, appFolder, args })
  onTestFinished(shell.close)
  return shell
}

/** A start with exactly the arguments of a restart, whose first one is the path of the code. */
async function startWith([, ...allArgs]: readonly string[]): Promise<Shell> {
  const shell = await startShell({ dataFolder: '', browser, appFolder, allArgs })
  onTestFinished(shell.close)
  return shell
}

const openedBy = async (shell: Shell) => (await callApp(shell, 'app.snapshot', {})).openedFile
const idsOf = async (shell: Shell) =>
  (await callApp(shell, 'app.snapshot', {})).connections.map(({ settings }) => settings.id)

describe('the operator’s file', () => {
  test('that starts the app is named on the first page, and its changes are shown before anything changes', async () => {
    const shell = await start('first', file)
    await shell.page.getByText(`The settings file ${name} was opened.`).waitFor()
    await shell.page.getByLabel('Your name').fill('Ann')
    await shell.page.getByRole('button', { name: 'Connect' }).click()
    await shell.page.getByRole('heading', { name: 'North TV' }).waitFor()
    expect(await idsOf(shell)).toEqual([])
    await expect.poll(() => openedBy(shell)).toBeUndefined()
  })

  test('is offered above the screen after a second start, and its changes can be shown or ignored', async () => {
    const shell = await start('second')
    await callApp(shell, 'connection.start-training', {})
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it needs what the suite has started
    const again = async () => {
      const second = await forkShell({ dataFolder: join(folder, 'second'), browser, appFolder, args: [file] })
      expect(await second.ended).toBe(0)
      await second.close()
    }
    const banner = shell.page.locator('[data-banner="opened-file"]')
    await again()
    await banner.getByRole('button', { name: 'Ignore' }).click()
    await banner.waitFor({ state: 'detached' })
    expect(await openedBy(shell)).toBeUndefined()

    await again()
    await banner.getByRole('button', { name: 'Show what it changes' }).click()
    await shell.page.getByRole('heading', { name: 'North TV' }).waitFor()
    await banner.waitFor({ state: 'detached' })
    expect(await idsOf(shell)).not.toContain('north')
    await shell.page.getByRole('button', { name: 'Apply these changes' }).click()
    await expect.poll(() => idsOf(shell)).toContain('north')
  })

  test('that still waits is offered again by a restart, and one that was decided is not', async () => {
    const shell = await start('again', file)
    await callApp(shell, 'app.restart', {})
    expect(await shell.ended).toBe(0)
    const again = await startWith(shell.shown.relaunches[0] ?? [])
    expect(await openedBy(again)).toBe(name)
    await callApp(again, 'app.forget-file', { name })
    await callApp(again, 'app.restart', {})
    expect(await again.ended).toBe(0)
    expect(await openedBy(await startWith(again.shown.relaunches[0] ?? []))).toBeUndefined()
  })

  test('that is too large is reported as too large', async () => {
    const large = join(folder, 'large.setdesk-connections')
    writeFileSync(large, 'x'.repeat(2_000_001))
    const shell = await start('large', large)
    await callApp(shell, 'connection.start-training', {})
    await shell.page.getByRole('button', { name: 'Show what it changes' }).click()
    await shell.page.getByText('This file is far too large').waitFor()
  })
})
