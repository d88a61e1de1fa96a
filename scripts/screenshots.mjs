import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startOnLoopback } from '../test/e2e/start-on-loopback.ts'
import { ensureBuilt } from './lib/build.mjs'
import { inProject, say } from './lib/project.mjs'

/** @typedef {import('playwright').Page} Page */

const folder = inProject('docs', 'images')
const size = { width: 1280, height: 800 }
/** Values by field label. */
const customer = {
  'First name': 'Amélie',
  'Last name': 'Okonkwo',
  Mobile: '+31612345678',
  Street: 'Kerkstraat 14',
  'Zip code': '1017 GA',
  City: 'Amsterdam',
}

/**
 * Takes a picture of the current screen, light and dark.
 * @param {Page} page
 * @param {string} name
 */
async function shoot(page, name) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' })
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  say(`Took ${name}.`)
}

/**
 * Goes through the app like a technician: the first start, one activation in training up to Done, and the queue.
 * @param {Page} page
 */
async function goThrough(page) {
  await page.getByLabel('Your name').fill('A. Moreau')
  await shoot(page, 'first-run')
  await page.getByRole('button', { name: 'Start practising' }).click()

  const box = page.getByRole('textbox', { name: 'Box' })
  await box.fill('00:1A:79:4E:B2:10')
  await box.press('Enter')
  for (const [label, value] of Object.entries(customer)) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  }
  await page.getByText('Family TV').first().click()
  await page.locator('[data-ready="yes"]').waitFor()
  await shoot(page, 'activate')
  await page.locator('[data-go-on]').click()
  await page.getByRole('heading', { name: 'Done', exact: true }).waitFor()
  // The counts at the top are updated a moment later.
  await page.getByRole('link', { name: /^Sending 0/ }).waitFor()
  await shoot(page, 'result')
  await page.getByRole('link', { name: 'Queue', exact: true }).click()
  await page.locator('[data-job] a').first().click()
  await shoot(page, 'queue')
}

/** @returns {Promise<number>} the exit code */
async function takeScreenshots() {
  if (!(await ensureBuilt())) return 1
  mkdirSync(folder, { recursive: true })
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'setdesk-screenshots-'))
  const context = { viewport: size, locale: 'en-GB', timezoneId: 'Europe/Amsterdam' }
  const setdesk = await startOnLoopback({ dataFolder, appFolder: inProject(), context })
  try {
    setdesk.page.setDefaultTimeout(15_000)
    await goThrough(setdesk.page)
    return 0
  } finally {
    await setdesk.close()
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}

process.exitCode = await takeScreenshots()
