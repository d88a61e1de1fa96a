import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { field } from './drive.ts'
import { openSetdesk, targetName } from './target.ts'

/** What another user of the computer could read in the data folder. */
const listReadable = (folder: string): readonly string[] =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077,
  )

interface PageWithBridge {
  readonly setdesk?: unknown
}

/** Runs in the page. */
const readCameraPermission = async (): Promise<PermissionState> =>
  (await navigator.permissions.query({ name: 'camera' })).state

test('Setdesk opens without errors in its page, also after a restart and after a kill', async () => {
  const setdesk = await openSetdesk()
  onTestFinished(setdesk.close)
  const complaints: string[] = []
  // While the host is gone, the page keeps asking for it, and the browser reports each failed request.
  let isHostGone = false
  const watch = () => {
    setdesk.page.on('pageerror', (error) => complaints.push(error.message))
    setdesk.page.on('console', (message) => {
      const isLost = isHostGone && /net::ERR_/.test(message.text())
      if (['error', 'warning'].includes(message.type()) && !isLost) complaints.push(message.text())
    })
  }
  // Waits until the script of the screen is loaded, because a restart before that would be reported as a complaint.
  const shows = async () => await field(setdesk.page, 'Your name').waitFor()

  watch()
  await shows()
  expect(await setdesk.page.title()).toContain('Setdesk')
  expect(await setdesk.page.evaluate(() => (window as PageWithBridge).setdesk !== undefined)).toBe(
    targetName !== 'loopback',
  )
  expect(await setdesk.page.evaluate(readCameraPermission)).toBe('granted')

  await setdesk.restart()
  watch()
  await shows()
  isHostGone = true
  await setdesk.kill()
  await setdesk.restart()
  isHostGone = false
  watch()
  await setdesk.page.reload()
  await shows()
  expect(complaints).toEqual([])
  if (process.platform !== 'win32') expect(listReadable(setdesk.dataFolder)).toEqual([])
})
