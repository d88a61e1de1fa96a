import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  anyMac,
  anyPerson,
  call,
  field,
  goHome,
  goOn,
  isReady,
  openForFile,
  press,
  scan,
  sees,
  settlesAs,
  typePerson,
} from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile()

beforeAll(async () => {
  await connectTo(setdesk.page, platform, { phoneCountry: 'NL' })
})

/** What a person does from the first key behind a scan to the result. */
interface Effort {
  keys: number
  clicks: number
  /** Fields that were typed into. */
  fields: number
  /** The screens that were seen, by address. */
  readonly screens: Set<string>
}

/** Counts in the page itself, so that exactly those inputs are counted that arrive. */
async function begin(page: Page): Promise<void> {
  await page.evaluate(() => {
    const effort = { keys: 0, clicks: 0, fields: [] as string[], screens: [] as string[] }
    const see = (): void => {
      effort.screens.push(location.hash.replace(/result\/.*/, 'result'))
    }
    see()
    addEventListener('hashchange', see)
    addEventListener('popstate', see)
    addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Shift') effort.keys += 1
      },
      { capture: true },
    )
    addEventListener('pointerdown', () => (effort.clicks += 1), { capture: true })
    addEventListener('input', ({ target }) => {
      const path = target instanceof Element ? target.closest<HTMLElement>('[data-path]')?.dataset['path'] : undefined
      if (path !== undefined) effort.fields.push(path)
    })
    Object.assign(window, { effort })
  })
}

async function end(page: Page): Promise<Effort> {
  const { keys, clicks, fields, screens } = await page.evaluate(() => {
    const { effort } = window as unknown as {
      effort: { keys: number; clicks: number; fields: string[]; screens: string[] }
    }
    return { ...effort, screens: [...effort.screens, location.hash.replace(/result\/.*/, 'result')] }
  })
  return { keys, clicks, fields: new Set(fields).size, screens: new Set(screens) }
}

/** Slow enough not to be taken for a scanner. */
const type = async (page: Page, text: string): Promise<void> => await page.keyboard.type(text, { delay: 60 })

async function typeName(page: Page): Promise<void> {
  await expect.poll(() => field(page, 'First name').evaluate((input) => input === document.activeElement)).toBe(true)
  await type(page, 'Ann')
  await page.keyboard.press('Tab')
  await type(page, 'Stone')
  await page.keyboard.press('Tab')
  await type(page, '0612345678')
  await page.keyboard.press('Enter')
  await sees(page, /^Country: Netherlands/)
}

const hasFocus = async (page: Page, what: string): Promise<void> =>
  await expect.poll(() => page.evaluate((one) => document.activeElement?.matches(one), what)).toBe(true)

test('the first box can be activated with at most 45 key presses after the scan and without a click', async () => {
  const { page } = setdesk
  const mac = anyMac()
  await goHome(page)
  await scan(page, mac)
  await field(page, 'First name').waitFor()
  await begin(page)
  await typeName(page)
  for (const text of ['Elm 7', '75019', 'Lyon']) {
    await type(page, text)
    await page.keyboard.press('Enter')
  }
  await hasFocus(page, '[data-path~="plan.productid"] input')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await hasFocus(page, '[data-go-on]')
  await page.keyboard.press('Enter')
  await settlesAs(page, 'done')
  const effort = await end(page)
  expect(effort.clicks).toBe(0)
  expect(effort.keys).toBeLessThanOrEqual(45)
  expect([...effort.screens]).toEqual(['#/activate', '#/activate/result'])
  console.info(
    `first box: ${effort.keys} keys, ${effort.clicks} clicks, ${effort.fields} fields, ${effort.screens.size} screens`,
  )
})

test('the next box can be activated with at most 28 key presses, because the last town and product are filled in', async () => {
  const { page } = setdesk
  const before = platform.ledger().filter(({ effect }) => effect === 'create').length
  // Enter on the result leads to the next box, unless it is only a repetition of the Enter that saved.
  await expect
    .poll(async () => {
      const isThere = (await field(page, 'Box').count()) === 1
      if (!isThere) await page.keyboard.press('Enter')
      return isThere
    })
    .toBe(true)
  await scan(page, anyMac())
  await field(page, 'First name').waitFor()
  await begin(page)
  await typeName(page)
  await type(page, 'Oak 9')
  await page.keyboard.press('Enter')
  await hasFocus(page, '[data-go-on]')
  await page.keyboard.press('Enter')
  await settlesAs(page, 'done')
  const effort = await end(page)
  expect(effort.clicks).toBe(0)
  expect(effort.keys).toBeLessThanOrEqual(28)
  expect([...effort.screens]).toEqual(['#/activate', '#/activate/result'])
  console.info(
    `next box: ${effort.keys} keys, ${effort.clicks} clicks, ${effort.fields} fields, ${effort.screens.size} screens`,
  )
  const created = platform.ledger().filter(({ effect }) => effect === 'create')
  expect(created).toHaveLength(before + 1)
  expect(created.at(-1)?.parameters).toMatchObject({
    firstname: 'Ann',
    mobile: '+31612345678',
    street: 'Oak 9',
    zipcode: '75019',
    city: 'Lyon',
  })
})

test('the town and the product of the last customer are shown and can be changed', async () => {
  const { page } = setdesk
  await press(page, 'New activation')
  await field(page, 'Box').waitFor()
  await scan(page, anyMac())
  await sees(page, 'from the last customer')
  const mark = page.getByRole('radiogroup', { name: 'Product' }).getByText('from the last customer')
  const basic = page.locator('[data-marked]')
  expect(await basic.getByText('Basic TV').count()).toBe(1)
  expect(await mark.count()).toBe(1)
  expect(await field(page, 'City').inputValue()).toBe('Lyon')
  await field(page, 'City').fill('Nantes')
  await expect
    .poll(() => page.locator('[data-path="customer.city"]').getByText('from the last customer').count())
    .toBe(0)
  // A press on the marked product confirms it.
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await expect.poll(() => mark.count()).toBe(0)
  await page.getByRole('radio', { name: 'Family TV' }).click({ force: true })
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  expect(await mark.count()).toBe(0)
  await page.getByRole('radio', { name: 'Family TV' }).click({ force: true })
  await field(page, 'First name').fill('Bo')
  await sees(page, '75019 Nantes')
})

test('the form does not say "Ready" while it says why it was not saved', async () => {
  const { page } = setdesk
  const { jobs } = await call(page, 'job.list', { limit: 1 })
  await typePerson(page, anyPerson())
  await press(page, /^More/)
  await press(page, 'Type my own')
  await field(page, 'User ID').fill(jobs[0]?.userid ?? '')
  await isReady(page)
  await sees(page, 'Ready to save and send.')
  await goOn(page)
  await sees(page, 'Not saved. The message at the top says why.')
  expect(await page.getByText('Ready to save').count()).toBe(0)
  await field(page, 'User ID').fill('')
  await goOn(page)
  await settlesAs(page, 'done')
})
