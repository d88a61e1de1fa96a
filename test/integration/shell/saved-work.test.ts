import { DatabaseSync } from 'node:sqlite'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureBuilt } from '../../../scripts/lib/build.mjs'
import { launchBrowser } from '../../browser.ts'
import { callApp } from '../../shell/call-app.ts'
import { startShell, type Shell, type ShellOptions } from '../../shell/start-shell.ts'

const appFolder = process.env['SETDESK_SHELL_APP'] ?? join(import.meta.dirname, '..', '..', '..')
let folder: string
let browser: Browser

beforeAll(async () => {
  if (process.env['SETDESK_SHELL_APP'] === undefined) expect(await ensureBuilt()).toBe(true)
  folder = mkdtempSync(join(tmpdir(), 'setdesk-saved-'))
  browser = await launchBrowser()
}, 180_000)

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

async function start(name: string, more: Partial<ShellOptions> = {}): Promise<Shell> {
  const shell = await startShell({ dataFolder: join(folder, name), browser, appFolder, ...more })
  onTestFinished(() => shell.kill())
  return shell
}

/** Saves a job in the sandbox that is not sent. */
async function saveOneJob(shell: Shell): Promise<void> {
  await callApp(shell, 'connection.start-training', {})
  await callApp(shell, 'queue.pause', {})
  const hostname = (await callApp(shell, 'app.snapshot', {})).connections[0]?.settings.hostnames[0] ?? 'none'
  const box = { identifier: { kind: 'mac', value: '001A79112233' }, raw: '00:1A:79:11:22:33', model: '' } as const
  const intent = { kind: 'hostname', box, hostname } as const
  await callApp(shell, 'job.save', { draftId: 'a-draft-of-its-own', intent, evenIfKnown: true })
}

/** Nobody is there to press a button. */
const neverAnswered = () => new Promise<number>(() => undefined)

const listJobs = async (shell: Shell) => (await callApp(shell, 'job.list', { limit: 10 })).jobs

test('Setdesk asks before a window with unsent jobs is closed, and the jobs are there at the next start', async () => {
  const presses = [0, 1]
  const shell = await start('unsent', { press: () => presses.shift() ?? 1 })
  await saveOneJob(shell)
  await shell.pressClose()
  await expect.poll(() => shell.shown.boxes.length).toBe(1)
  expect(shell.shown.boxes[0]).toMatchObject({
    message: 'One job is not sent yet.',
    buttons: ['Keep Setdesk open', 'Close'],
  })
  expect(
    (await callApp(shell, 'app.snapshot', {})).counts.saved + (await callApp(shell, 'app.snapshot', {})).counts.waiting,
  ).toBe(1)

  await shell.pressClose()
  expect(await shell.ended).toBe(0)
  const again = await start('unsent')
  expect(await listJobs(again)).toHaveLength(1)
})

/** Each way in which a system ends the user's session. */
const sessionEnds = {
  'Linux and macOS shut down': async (shell: Shell): Promise<void> => {
    // Linux waits a moment for an app that prevents the default.
    expect(await shell.main.ask('reportPower', { event: 'shutdown' })).toBe(true)
  },
  'Windows ends the session': async (shell: Shell): Promise<void> => {
    expect(await shell.main.ask('endWindowsSession', { id: 1 })).toBe(false)
  },
  'the system asks the process to end': async (shell: Shell): Promise<void> => shell.terminate(),
  'the system asks the process to end twice': async (shell: Shell): Promise<void> => {
    shell.terminate()
    shell.terminate()
  },
}

test.each(Object.entries(sessionEnds))(
  'Setdesk ends without a question if %s, and the jobs are there at the next start',
  async (name, end) => {
    const shell = await start(name, { press: neverAnswered })
    await saveOneJob(shell)
    await end(shell)
    expect(await shell.ended).toBe(0)
    expect(shell.shown.boxes).toEqual([])
    expect(await listJobs(await start(name))).toHaveLength(1)
  },
)

test('an open question about unsent jobs does not hold up the end of the session', async () => {
  const shell = await start('asked', { press: neverAnswered })
  await saveOneJob(shell)
  void shell.pressClose()
  await expect.poll(() => shell.shown.boxes.length).toBe(1)
  shell.terminate()
  expect(await shell.ended).toBe(0)
})

test('a large ledger is checked in a separate process', async () => {
  const shell = await start('large')
  await saveOneJob(shell)
  expect((await shell.main.ask('facts', {})).answers).toEqual([])
  await shell.kill()
  const ledger = new DatabaseSync(join(folder, 'large', 'setdesk.db'))
  ledger.exec("INSERT INTO fact (name, value) VALUES ('padding', hex(zeroblob(5000000)))")
  ledger.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  ledger.close()

  const again = await start('large')
  const answersOf = async () => (await again.main.ask('facts', {})).answers
  await expect.poll(answersOf).toContainEqual(['check-file-apart.cjs', true])
  // The work opens a moment after the check.
  await expect.poll(() => listJobs(again)).toHaveLength(1)
})

test('the saved work stays locked and complete while the key store does not answer, and opens afterwards', async () => {
  const shell = await start('key-store')
  await saveOneJob(shell)
  expect((await callApp(shell, 'app.snapshot', {})).vault).toEqual({ state: 'open', protection: 'system' })
  await shell.kill()

  const without = await start('key-store', { env: { SETDESK_SHELL_KEY_STORE: 'absent' } })
  expect((await callApp(without, 'app.snapshot', {})).vault).toEqual({ state: 'unavailable', protection: 'system' })
  await without.kill()

  const back = await start('key-store')
  expect((await callApp(back, 'app.snapshot', {})).vault.state).toBe('open')
  expect(await listJobs(back)).toHaveLength(1)
})

test('a key store that protects nothing counts as weak', async () => {
  const shell = await start('weak', { env: { SETDESK_SHELL_KEY_STORE: 'weak' } })
  await callApp(shell, 'connection.start-training', {})
  expect((await callApp(shell, 'app.snapshot', {})).vault).toEqual({ state: 'open', protection: 'system-weak' })
})

test('the technician can replace a weak key store by a passphrase, and the next start asks for the passphrase', async () => {
  const env = { SETDESK_SHELL_KEY_STORE: 'weak' }
  const shell = await start('weak-replaced', { env })
  await saveOneJob(shell)
  await shell.page.getByRole('button', { name: 'Learn more' }).click()
  await shell.page.getByRole('button', { name: 'Choose a passphrase' }).click()
  await shell.page.getByLabel('Passphrase', { exact: true }).fill('four small words')
  await shell.page.getByLabel('Repeat passphrase').fill('four small words')
  await shell.page.getByRole('button', { name: 'Protect this computer' }).click()
  await expect
    .poll(async () => (await callApp(shell, 'app.snapshot', {})).vault)
    .toEqual({ state: 'open', protection: 'passphrase' })
  await shell.kill()

  const next = await start('weak-replaced', { env })
  await next.page.getByLabel('Passphrase').fill('four small words')
  await next.page.getByRole('button', { name: 'Unlock' }).click()
  await next.page.getByText('Unlocked. Waiting work continues.').waitFor()
  expect(await listJobs(next)).toHaveLength(1)
})

test('the page is saved as a PDF where the user chooses, and a failed write is reported', async () => {
  const paths = [join(folder, 'handout.pdf'), undefined, join(folder, 'no-such-folder', 'handout.pdf')]
  const asked: string[] = []
  const saveAs = (defaultPath: string) => {
    asked.push(defaultPath)
    return paths.shift()
  }
  const shell = await start('pdf', { saveAs })
  expect(await callApp(shell, 'page.save-pdf', { name: 'Setdesk 7' })).toEqual({ isSaved: true })
  expect(readFileSync(join(folder, 'handout.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  expect(await callApp(shell, 'page.save-pdf', { name: 'Setdesk 7' })).toEqual({ isSaved: false })
  await expect(callApp(shell, 'page.save-pdf', { name: 'Setdesk 7' })).rejects.toThrow('file-not-written')
  expect(asked[0]).toBe('Setdesk 7.pdf')
  await expect(callApp(shell, 'page.save-pdf', { name: '../up' })).rejects.toThrow('bad-request')
})
