import type { FileChooser, Page } from 'playwright'
import { afterAll, afterEach, expect, onTestFinished } from 'vitest'
import { randomBytes, randomInt } from 'node:crypto'
import type { Reply } from '../../src/shared/bridge/bridge.ts'
import type { Channel, Request, Response } from '../../src/shared/bridge/contract.ts'
import type { JobState } from '../../src/shared/domain/job.ts'
import type { TargetOptions } from './running.ts'
import { openSetdesk, type OpenSetdesk } from './target.ts'

/** What a new customer is asked for where the connection's defaults fill the rest: label -> text. */
export type Person = Readonly<Record<string, string>>

interface PageWithBridge {
  readonly setdesk?: { readonly call: (channel: string, request: unknown) => Promise<unknown> }
}

/** An app for one spec, closed after it. One that fails tells what the page showed. */
export async function openForTest(options: TargetOptions = {}): Promise<OpenSetdesk> {
  const setdesk = await openSetdesk(options)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await tellPage(setdesk)
    await setdesk.close()
  })
  return setdesk
}

/** An app for all specs of a file, closed after them. */
export async function openForFile(options: TargetOptions = {}): Promise<OpenSetdesk> {
  const setdesk = await openSetdesk(options)
  afterAll(setdesk.close)
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await tellPage(setdesk)
  })
  return setdesk
}

async function tellPage({ page }: OpenSetdesk): Promise<void> {
  const words = await page
    .locator('body')
    .innerText({ timeout: 1000 })
    .catch(() => 'The page is gone.')
  process.stderr.write(`${page.url().replace(/.*#/, '#')}\n${words}\n`)
}

/** A MAC address nobody has, as a scanner sends it. */
export const anyMac = (): string => `001A79${randomBytes(3).toString('hex').toUpperCase()}`

/** Pairs with colons, as the platform's ledger has it. */
export const withColons = (mac: string): string => mac.replace(/(?<=^(?:..)+)(?=..)/g, ':')

/** Somebody nobody else is. */
export const anyPerson = (): Person => ({
  'First name': 'Amélie',
  'Last name': `Okonkwo ${String(randomInt(1000, 10_000))}`,
  Mobile: `+3361${String(randomInt(1_000_000, 10_000_000))}`,
  Street: '14 Rue des Lilas',
  'Zip code': '75020',
  City: 'Paris',
})

/** Waits until a text can be seen. */
export const sees = async (page: Page, text: string | RegExp): Promise<void> =>
  await page.getByText(text).filter({ visible: true }).first().waitFor()

/** One line of text, by its whole label. */
export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

export const press = async (page: Page, name: string | RegExp): Promise<void> =>
  await page.getByRole('button', { name, exact: typeof name === 'string' }).click()

/** Chooses a file for a list, of this content. */
export async function chooseList(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content
  await chooseFile(page, { name, mimeType: 'text/csv', buffer })
}

/** Chooses a file of this machine, or one that is made here. */
export async function chooseFile(page: Page, file: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await press(page, 'Choose a file')
  await (await chooser).setFiles(file)
}

/** Goes to a screen by the rail. */
export const goTo = async (
  page: Page,
  screen: 'Home' | 'Activate' | 'Customers' | 'Queue' | 'Settings' | 'Hostnames' | 'Activity' | 'Bulk',
): Promise<void> => await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen }).click()

/** Home, where a scan begins an activation. */
export async function goHome(page: Page): Promise<void> {
  await goTo(page, 'Home')
  await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
}

/** Milliseconds between two keys of a scanner. */
const scannerPace = 5

/**
 * What a scanner does: the characters faster than a person, then Enter. Each key carries its own time, so that a busy machine
 * does not make a person of it.
 */
export const scan = async (page: Page, code: string): Promise<void> => await scanLabel(page, [code])

/** The codes of one label, one right after the other, each with its Enter. */
export async function scanLabel(page: Page, codes: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const begun = Date.now()
  const enter = { key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
  const keys = codes.flatMap((code) => [...code.split('').map((text) => ({ key: text, text })), enter])
  await Promise.all(
    keys.map((key, index) => {
      const timestamp = (begun + index * scannerPace) / 1000
      return session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp })
    }),
  )
  await session.detach()
}

/** Says who works here, and starts the training platform. */
export async function startPractising(page: Page): Promise<void> {
  await field(page, 'Your name').fill('A. Moreau')
  await page.getByLabel('Name of this computer').fill('Laptop 14')
  await press(page, 'Start practising')
  await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
}

/** Types into the fields of the customer's step. */
export async function typePerson(page: Page, person: Person): Promise<void> {
  for (const [label, text] of Object.entries(person)) await field(page, label).fill(text)
}

/** Ctrl+Enter: the step's one act. */
export const goOn = async (page: Page): Promise<void> => await page.keyboard.press('Control+Enter')

/** Scans a box on Home and fills everything in, up to the last look before it is saved. */
export async function prepare(page: Page, mac: string, person: Person, product = 'Basic TV'): Promise<void> {
  await goHome(page)
  await scan(page, mac)
  await typePerson(page, person)
  await goOn(page)
  await page.getByRole('radio', { name: product }).click({ force: true })
  await goOn(page)
  await page.getByRole('heading', { name: 'Review and activate' }).waitFor()
}

/** Everything from a scan to a saved job. */
export async function activate(page: Page, mac: string, person: Person, product?: string): Promise<void> {
  await prepare(page, mac, person, product)
  await page.locator('[data-go-on]').click()
  await page.getByRole('button', { name: 'New activation' }).waitFor()
}

/** Waits until the result on screen is in this state. */
export const settlesAs = async (page: Page, state: JobState): Promise<void> =>
  await page.locator(`main section [data-state="${state}"]`).first().waitFor({ timeout: 15_000 })

/** The words of the slip that would be printed. */
export const slipText = async (page: Page): Promise<string> => (await page.locator('.slip').textContent()) ?? ''

/** Calls a channel as the page itself would. */
export async function call<C extends Channel>(page: Page, channel: C, request: Request<C>): Promise<Response<C>> {
  const reply = (await page.evaluate(
    async ([name, body]) => {
      const { setdesk } = window as PageWithBridge
      if (setdesk !== undefined) return await setdesk.call(name, body)
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`/bridge/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as unknown
    },
    [channel, request] as const,
  )) as Reply<Response<C>>
  if (!reply.ok) throw new Error(`${channel}: ${JSON.stringify(reply.error)}`)
  return reply.value
}

/** Complaints of the page from now on: what it says on the console, and errors nobody caught. */
export function listComplaints(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  return complaints
}

/** Waits until the number on a count of the bar is this. */
export const counts = async (page: Page, name: 'saved' | 'sending' | 'needs-you', count: number): Promise<void> =>
  await expect
    .poll(() => page.locator(`[data-count="${name}"] b`).textContent(), { timeout: 20_000 })
    .toBe(String(count))

/** The two lights of the result: the customer's, then the operator's. */
export const lightsOf = async (page: Page): Promise<readonly (string | undefined)[]> =>
  await page
    .locator('main ul:has(> [data-light])')
    .first()
    .locator('[data-light]')
    .evaluateAll((lights) => lights.map((light) => (light as HTMLElement).dataset['light']))
