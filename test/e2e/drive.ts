import type { FileChooser, Page } from 'playwright'
import { afterAll, afterEach, expect, onTestFinished, vi } from 'vitest'
import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reply } from '../../src/shared/bridge/bridge.ts'
import type { Channel, Request, Response } from '../../src/shared/bridge/contract.ts'
import type { JobState } from '../../src/shared/domain/job.ts'
import { anyDraftId, newCustomer } from '../fakes/intents.ts'
import type { TargetOptions } from './running.ts'
import { openSetdesk, type OpenSetdesk } from './target.ts'

/** The input for a new customer (label -> text). The connection's defaults fill the rest. */
export type Person = Readonly<Record<string, string>>

interface PageWithBridge {
  readonly setdesk?: { readonly call: (channel: string, request: unknown) => Promise<unknown> }
}

/** An app for one test, closed after it. If the test fails, the text of the page is printed. */
export async function openForTest(options: TargetOptions = {}): Promise<OpenSetdesk> {
  const setdesk = await openSetdesk(options)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await tellPage(setdesk)
    await setdesk.close()
  })
  return setdesk
}

/** An app for all tests of a file, closed after them. */
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

/** A random MAC address, as a scanner sends it. */
export const anyMac = (): string => `001A79${randomBytes(3).toString('hex').toUpperCase()}`

/** Pairs with colons, as in the platform's ledger. */
export const withColons = (mac: string): string => mac.replace(/(?<=^(?:..)+)(?=..)/g, ':')

/** A customer with random data. */
export const anyPerson = (): Person => ({
  'First name': 'Amélie',
  'Last name': `Okonkwo ${String(randomInt(1000, 10_000))}`,
  Mobile: `+3361${String(randomInt(1_000_000, 10_000_000))}`,
  Street: '14 Rue des Lilas',
  'Zip code': '75020',
  City: 'Paris',
})

/** Waits until a text is visible. */
export const sees = async (page: Page, text: string | RegExp): Promise<void> =>
  await page.getByText(text).filter({ visible: true }).first().waitFor()

/** Waits for the note on Bulk about the rows that were saved. Whether they are still sent depends on the moment. */
export const seesSavedRows = async (page: Page, count: number): Promise<void> => {
  const [rows, areSent] = count === 1 ? ['row is', 'is sent'] : ['rows are', 'are sent']
  await sees(page, new RegExp(`^${count} ${rows} saved on this computer(?: and ${areSent} automatically)?\\.`))
}

/** A single-line text field, by its whole label. */
export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

export const press = async (page: Page, name: string | RegExp): Promise<void> =>
  await page.getByRole('button', { name, exact: typeof name === 'string' }).click()

/** Closes a list in Bulk that has rows which are not saved, and confirms that they are lost. */
export async function loseList(page: Page, button: 'New list' | 'Discard this list'): Promise<void> {
  await press(page, button)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard this list' }).click()
}

/** Chooses a list file with this content. */
export async function chooseList(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content
  await chooseFile(page, { name, mimeType: 'text/csv', buffer })
}

/** Chooses a file, from disk or created in the test. */
export async function chooseFile(page: Page, file: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  const chooser = page.waitForEvent('filechooser', { timeout: 90_000 })
  await press(page, 'Choose a file')
  await (await chooser).setFiles(file)
}

/** Opens a screen with the rail. */
export const goTo = async (
  page: Page,
  screen: 'Home' | 'Activate' | 'Customers' | 'Queue' | 'Settings' | 'Hostnames' | 'Activity' | 'Bulk',
): Promise<void> => await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen }).click()

/** Opens a page of the settings. */
export async function goToSettings(page: Page, name: string): Promise<void> {
  await goTo(page, 'Settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click()
}

/** Opens a tab of the screen, such as a page of a connection's settings. */
export const openTab = async (page: Page, name: string): Promise<void> =>
  await page.getByRole('tab', { name, exact: true }).click()

/** Opens Home, where a scan starts an activation. */
export async function goHome(page: Page): Promise<void> {
  await goTo(page, 'Home')
  await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
}

/** Milliseconds between two keys of a scanner. */
const scannerPace = 5

/** Finds a customer by user ID from any screen, and opens the page. */
export async function openCustomer(page: Page, userid: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find anything' }).getByRole('searchbox').fill(userid)
  await page.locator(`[data-key="customer ${userid}"]`).click()
  await page.getByRole('group', { name: 'Actions for this customer' }).waitFor()
}

/**
 * Types a code like a scanner, faster than a user, then Enter. Each key has its own time, so that a busy computer does
 * not make it look like typing.
 */
export const scan = async (page: Page, code: string): Promise<void> => await scanLabel(page, [code])

/** Types the codes of one label in a row, each with its Enter. */
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

/** Sets the technician's name and starts the training platform by calls. `first-run.e2e.ts` does it on the screen, which takes longer. */
export async function startPractising(page: Page): Promise<void> {
  await call(page, 'preferences.save', { technician: 'A. Moreau', stationName: 'Laptop 14' })
  await call(page, 'connection.start-training', {})
  await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
}

/** Fills in the fields of a new customer. */
export async function typePerson(page: Page, person: Person): Promise<void> {
  for (const [label, text] of Object.entries(person)) await field(page, label).fill(text)
}

/** Presses Ctrl+Enter: saves the form, or leads to what is missing. */
export const goOn = async (page: Page): Promise<void> => await page.keyboard.press('Control+Enter')

/** Waits until nothing is missing in the form. */
export const isReady = async (page: Page): Promise<void> => await page.locator('[data-ready="yes"]').waitFor()

/** Opens the field of a box that is shown as its label, and the part with its model. */
export async function openBox(page: Page): Promise<void> {
  await press(page, 'Change box')
  await press(page, /^More/)
}

/** Scans a box on Home and fills in everything. */
export async function prepare(page: Page, mac: string, person: Person, product = 'Basic TV'): Promise<void> {
  await goHome(page)
  await scan(page, mac)
  await typePerson(page, person)
  await page.getByRole('radio', { name: product }).click({ force: true })
  await isReady(page)
}

/** Completes an activation from the scan to the saved job. */
export async function activate(page: Page, mac: string, person: Person, product?: string): Promise<void> {
  await prepare(page, mac, person, product)
  await page.locator('[data-go-on]').click()
  await page.getByRole('button', { name: 'New activation' }).waitFor()
}

/**
 * Saves the job of an activation by a call, for a test that needs the job alone: `activate` takes two seconds of a processor. Returns the
 * job's ID.
 */
export async function saveActivation(page: Page, mac = anyMac(), person = anyPerson()): Promise<string> {
  const { connections, activeConnectionId } = await call(page, 'app.snapshot', {})
  const settings = connections.find((connection) => connection.settings.id === activeConnectionId)?.settings
  const usual = newCustomer(settings?.products[0]?.productid ?? '')
  const { 'First name': firstname = '', 'Last name': lastname = '', Mobile: mobile = '' } = person
  const intent = {
    ...usual,
    box: { identifier: { kind: 'mac', value: mac }, raw: mac, model: '' },
    customer: { ...usual.customer, firstname, lastname, mobile, phone: mobile },
    hostname: settings?.hostnames[0],
  } as const
  return (await call(page, 'job.save', { draftId: anyDraftId(), intent })).id
}

/** Waits until a job has this state. */
export async function hasState(page: Page, id: string, state: JobState): Promise<void> {
  // Before the tests of a file, `expect.poll` does not work.
  const check = async () => expect((await call(page, 'job.read', { id })).summary.state).toBe(state)
  await vi.waitFor(check, { timeout: 20_000 })
}

/** Waits until the result on screen has this state. */
export const settlesAs = async (page: Page, state: JobState): Promise<void> =>
  await page.locator(`main section [data-state="${state}"]`).first().waitFor({ timeout: 15_000 })

/** The text of the handout that would be printed. */
export const handoutText = async (page: Page): Promise<string> => (await page.locator('.handout').textContent()) ?? ''

/** Calls a channel like the page. */
export async function call<C extends Channel>(page: Page, channel: C, request: Request<C>): Promise<Response<C>> {
  const reply = (await page.evaluate(
    async ([name, body]) => {
      const { setdesk } = window as PageWithBridge
      if (setdesk !== undefined) return await setdesk.call(name, body)
      const authorization = `Bearer ${localStorage.getItem('setdesk-bearer') ?? ''}`
      const headers = { 'content-type': 'application/json', authorization }
      const answer = await fetch(`/bridge/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as unknown
    },
    [channel, request] as const,
  )) as Reply<Response<C>>
  if (!reply.ok) throw new Error(`${channel}: ${JSON.stringify(reply.error)}`)
  return reply.value
}

/** Collects complaints of the page: console warnings and errors, and uncaught errors. */
export function listComplaints(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  return complaints
}

/** Waits until a count in the top bar has this value. */
export const counts = async (page: Page, name: 'saved' | 'sending' | 'needs-you', count: number): Promise<void> =>
  await expect
    .poll(() => page.locator(`[data-count="${name}"] b`).textContent(), { timeout: 20_000 })
    .toBe(String(count))

/** The two status lights of the result: the customer's, then the operator's. */
export const bindingsOf = async (page: Page): Promise<readonly (string | undefined)[]> =>
  await page
    .locator('main ul:has(> [data-light])')
    .first()
    .locator('[data-light]')
    .evaluateAll((bindings) => bindings.map((light) => (light as HTMLElement).dataset['light']))

/** A day of the platform's ledger as the screens of a browser in American English write it. */
export const inWords = (day = ''): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day.slice(0, 10)))

interface WrittenFile {
  readonly name: string
  readonly text: string
}

/** Presses a button that writes a file, and returns the file: a download in a browser, otherwise from the data folder. */
export async function download(page: Page, button: RegExp | string, part: string): Promise<WrittenFile> {
  const { host } = await call(page, 'app.snapshot', {})
  const coming = host === 'loopback' ? page.waitForEvent('download') : undefined
  await press(page, button)
  if (coming !== undefined) {
    const file = await coming
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
  }
  const words = page.getByText(new RegExp(`^Saved as ${part}-.* in `)).first()
  const [, name = '', folder = ''] = /^Saved as (\S+) in (.*)\.$/.exec(await words.innerText()) ?? []
  return { name, text: readFileSync(join(folder, name), 'utf8') }
}
