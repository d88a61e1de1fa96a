import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { launchBrowser } from '../../browser.ts'
import {
  goHome,
  goOn,
  goTo,
  isReady,
  openCustomer,
  press,
  scan,
  sees,
  settlesAs,
  typePerson,
  type Person,
} from '../../e2e/drive.ts'
import { drawCode, stackOnSheet, writeFilm } from '../../fakes/picture.ts'

/** The page of a counter in a browser, with a camera that shows a label. */
export interface CounterPage {
  readonly page: Page
  /** Scans a box on Home, fills in a customer, saves, and waits for the result; then prints the handout. */
  readonly activate: (mac: string, person: Person) => Promise<void>
  /** Reads the label with the camera, and leaves the dialog. */
  readonly readLabel: () => Promise<void>
  /** Finds a customer by the user ID, and opens the page of the customer. */
  readonly openCustomer: (userid: string) => Promise<void>
  /** Opens each screen, and the filter of the customers' list. */
  readonly lookAround: () => Promise<void>
  /** A second tab: opened, reloaded, closed. */
  readonly openSecondTab: () => Promise<void>
  /** Home, with nothing open. */
  readonly goHome: () => Promise<void>
  readonly close: () => Promise<void>
}

/** On the label that the camera shows. */
const [labelMac, serial] = ['001A79F0F0F0', 'STB7N0042913']
const screens = ['Activate', 'Customers', 'Queue', 'Hostnames', 'Activity', 'Bulk', 'Settings'] as const
const leastPdf = 1000

/** Opens the launch address in a browser. `folder`: an empty one, for the film of the camera. */
export async function openCounterPage(launchUrl: string, folder: string): Promise<CounterPage> {
  const browser = await launchBrowser({ args: [...(await makeCameraArgs(folder))] })
  try {
    return await openPage(browser, launchUrl)
  } catch (error) {
    await browser.close()
    throw error
  }
}

async function makeCameraArgs(folder: string): Promise<readonly string[]> {
  const codes = await Promise.all([
    drawCode({ bcid: 'code128', text: `MAC:${labelMac}`, scale: 2, height: 16 }),
    drawCode({ bcid: 'code128', text: serial, scale: 2, height: 16 }),
  ])
  mkdirSync(folder, { recursive: true })
  const film = join(folder, 'label.y4m')
  writeFileSync(film, writeFilm(stackOnSheet(codes, 640, 480), 4))
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]
}

async function openPage(browser: Browser, launchUrl: string): Promise<CounterPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await context.grantPermissions(['camera'])
  const page = await context.newPage()
  const home = new URL('/', launchUrl).href
  await page.goto(launchUrl)
  await page.waitForURL(home)
  return {
    page,
    async activate(mac, person) {
      await goHome(page)
      await scan(page, mac)
      await typePerson(page, person)
      await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
      await isReady(page)
      await goOn(page)
      await page.getByRole('button', { name: 'New activation' }).waitFor()
      await settlesAs(page, 'done')
      const pdf = await page.pdf({ preferCSSPageSize: true })
      if (pdf.length < leastPdf || pdf.toString('latin1', 0, 4) !== '%PDF') throw new Error('No handout was printed')
      await press(page, 'Paper and sharing')
      await page.getByRole('link', { name: 'E-mail', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Close' }).last().click()
    },
    async readLabel() {
      await goHome(page)
      await press(page, 'Camera')
      await sees(page, 'Read from the label')
      const dialog = page.getByRole('dialog', { name: 'Read a label with the camera' })
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    },
    async openCustomer(userid) {
      await openCustomer(page, userid)
    },
    async lookAround() {
      for (const screen of screens) {
        await goTo(page, screen)
        await page.locator('main h1').first().waitFor({ state: 'attached' })
      }
    },
    async openSecondTab() {
      const second = await context.newPage()
      await second.goto(home)
      await showsHome(second)
      await second.reload()
      await showsHome(second)
      await second.close()
    },
    async goHome() {
      await goHome(page)
    },
    close: () => browser.close(),
  }
}

const showsHome = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
