import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import type { CustomerStatus } from '../../src/shared/domain/customer/customer.ts'
import { anyMac, call, openForFile, scan, sees, handoutText, withColons, openCustomer, inWords } from './drive.ts'
import { connectTo } from './drive-platform.ts'

const platform = await createSandbox({
  dataFolder: ':memory:',
  customers: 130,
  options: { uniqueUserids: false, zeroPassword: 'anywhere' },
})
afterAll(platform.close)
const setdesk = await openForFile()

const actions = ['Renew', 'Change product', 'Add a box', 'Swap a box', 'Enable', 'Disable'] as const
type Action = (typeof actions)[number]

/** The index of the first platform customer in each state. Every tenth customer after it has the same state. */
const states: readonly (readonly [CustomerStatus, number])[] = [
  ['Active', 0],
  ['Expired', 2],
  ['Pending', 4],
  ['Trial', 7],
  ['Disabled', 9],
]
const placeOf = (state: CustomerStatus): number => states.find(([name]) => name === state)?.[1] ?? 0

/** A separate customer for each combination of action, state and round. */
const useridFor = (state: CustomerStatus, action: Action, round: 'online' | 'offline'): string =>
  String(
    4_021_770_010 + (placeOf(state) + 10 * (actions.indexOf(action) + (round === 'online' ? 0 : actions.length))) * 613,
  )

/** The expected effects, each once. Enabling and disabling have one only if they change the state. */
const effects = {
  Renew: () => ['renew'],
  'Change product': () => ['change'],
  'Add a box': () => ['bind-user'],
  'Swap a box': () => ['bind-user'],
  Enable: (state) => (state === 'Disabled' ? ['enable'] : []),
  Disable: (state) => (state === 'Disabled' ? [] : ['disable']),
} as const satisfies Readonly<Record<Action, (state: CustomerStatus) => readonly string[]>>

const entriesOn = (userid: string) => platform.ledger().filter((entry) => entry.userid === userid)
const dialog = (page: Page) => page.getByRole('dialog')
const work = (page: Page) => page.getByRole('group', { name: 'Actions for this customer' })
const status = (page: Page, is: string) => page.locator(`header [data-customer-status="${is}"]`).first().waitFor()

beforeAll(async () => {
  await connectTo(setdesk.page, platform, { hostnames: [] })
})

async function finish(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
  await dialog(page).waitFor({ state: 'hidden' })
}

/** Fills in an action and saves it. Returns the box that was scanned for it. */
async function save(page: Page, action: Action): Promise<string | undefined> {
  await work(page).getByRole('button', { name: action, exact: true }).click()
  await dialog(page).waitFor()
  const press = async (name: string): Promise<void> =>
    await dialog(page).getByRole('button', { name, exact: true }).click()
  switch (action) {
    case 'Renew':
    case 'Enable':
    case 'Disable':
      await press(action)
      return undefined
    case 'Change product':
      await press('Choose Product')
      await page.getByRole('option', { name: 'Sports Plus' }).click()
      await press(action)
      return undefined
    case 'Add a box':
    case 'Swap a box': {
      const mac = anyMac()
      await scan(page, mac)
      await dialog(page).getByText(withColons(mac)).first().waitFor()
      const old = dialog(page).getByRole('textbox', { name: 'Old box' })
      if ((await old.count()) > 0) await old.fill('OLD-1')
      await press(action === 'Add a box' ? 'Add box' : 'Swap box')
      return withColons(mac)
    }
  }
}

test.each(states)(
  'every action on a customer who is %s is done, takes effect once, and is shown',
  async (state) => {
    const { page } = setdesk
    for (const action of actions) {
      const userid = useridFor(state, action, 'online')
      await openCustomer(page, userid)
      await status(page, state)
      const box = await save(page, action)
      await dialog(page).locator('[data-state="done"]').first().waitFor({ timeout: 15_000 })

      const done = entriesOn(userid)
      expect(
        done.map(({ effect }) => effect),
        action,
      ).toEqual(effects[action](state))
      const [entry] = done
      if (box !== undefined) expect(entry?.box).toBe(box)
      if (action === 'Renew' || action === 'Change product')
        await dialog(page).getByRole('row', { name: 'Runs until' }).getByText(inWords(entry?.after?.endDate)).waitFor()
      await finish(page)
      await status(page, entry?.after?.status ?? state)
    }
    await work(page).getByRole('button', { name: 'Customer handout' }).click()
    expect(await handoutText(page)).toContain(useridFor(state, 'Disable', 'online'))
    await finish(page)
  },
  180_000,
)

/** Each action in two states; each state is used. */
const away: readonly (readonly [Action, CustomerStatus])[] = [
  ['Renew', 'Expired'],
  ['Renew', 'Trial'],
  ['Change product', 'Active'],
  ['Change product', 'Pending'],
  ['Add a box', 'Pending'],
  ['Add a box', 'Disabled'],
  ['Swap a box', 'Active'],
  ['Swap a box', 'Expired'],
  ['Enable', 'Disabled'],
  ['Enable', 'Trial'],
  ['Disable', 'Active'],
  ['Disable', 'Disabled'],
]

test('every action that was saved without a network takes effect exactly once when the network is back', async () => {
  const { page } = setdesk
  const jobs: { readonly action: Action; readonly state: CustomerStatus; readonly userid: string }[] = []
  for (const [action, state] of away) {
    const userid = useridFor(state, action, 'offline')
    jobs.push({ action, state, userid })
    await openCustomer(page, userid)
    await status(page, state)
  }
  await platform.setOptions({ offline: true })
  for (const { action, state, userid } of jobs) {
    await openCustomer(page, userid)
    // The cached data of the first visit is shown with its age.
    await status(page, state)
    await save(page, action)
    await dialog(page).locator('[data-state="saved"], [data-state="waiting"]').first().waitFor()
    await finish(page)
  }
  for (const { userid } of jobs) expect(entriesOn(userid)).toEqual([])

  await platform.setOptions({ offline: false })
  const jobStates = async () => {
    const found = await Promise.all(jobs.map(({ userid }) => call(page, 'customers.jobs', { userid })))
    return found.flatMap((one) => one.jobs.map((job) => job.state))
  }
  await expect.poll(jobStates, { timeout: 60_000 }).toEqual(jobs.map(() => 'done'))
  expect(jobs.map(({ userid }) => entriesOn(userid).map(({ effect }) => effect))).toEqual(
    jobs.map(({ action, state }) => effects[action](state)),
  )
  // Data that was shown without a network is loaded again.
  await openCustomer(page, useridFor('Disabled', 'Enable', 'offline'))
  await page.locator('header [data-customer-status]:not([data-customer-status="Disabled"])').first().waitFor()
  await sees(page, 'As the platform reported just now')
}, 240_000)
