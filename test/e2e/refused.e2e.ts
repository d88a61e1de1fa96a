import { beforeAll, expect, test } from 'vitest'
import {
  anyMac,
  anyPerson,
  counts,
  field,
  goOn,
  goTo,
  lightsOf,
  openForFile,
  press,
  prepare,
  sees,
  settlesAs,
  slipText,
} from './drive.ts'
import { connectTo, effectsOf, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile({ uniqueUserids: true })
const setdesk = await openForFile()
const taken = '4021770010'

beforeAll(async () => {
  const usual = { months: 12, days: 0, renewalinterval: 1 }
  const [known] = platform.products
  const products = [
    { productid: known?.id ?? '', name: 'Basic TV', ...usual },
    { productid: '999', name: 'TV of last year', ...usual },
  ]
  await connectTo(setdesk.page, platform, { products })
})

test('a product that the platform does not know is refused in its words, corrected, sent again and done', async () => {
  const { page } = setdesk
  await prepare(page, anyMac(), anyPerson(), 'TV of last year')
  await press(page, 'Activate')

  await settlesAs(page, 'refused')
  await sees(page, /The platform said no: “[^”]*product/i)
  expect(effectsOf(platform)).toEqual([])
  await page.getByRole('button', { name: 'Print the slip (NOT DONE)' }).waitFor()
  expect(await slipText(page)).toContain('NOT ACTIVATED')
  await counts(page, 'needs-you', 1)

  await press(page, 'Correct')
  await page.getByRole('heading', { name: 'Correct and send again' }).waitFor()
  await press(page, 'Change: Plan')
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await goOn(page)
  await press(page, 'Correct and send')
  await settlesAs(page, 'done')
  expect(await lightsOf(page)).toEqual(['on', 'on'])
  expect(effectsOf(platform)).toEqual(['create', 'bind-user', 'bind-hostname'])
  await counts(page, 'needs-you', 0)
})

test('a log-in that somebody has is refused, and the work can be dropped with a reason that is kept', async () => {
  const { page } = setdesk
  const before = platform.ledger().length
  await prepare(page, anyMac(), anyPerson())
  await press(page, 'Change: Log-in to hand over')
  await press(page, 'Type them')
  await field(page, 'Log-in').fill(taken)
  await field(page, 'Password').fill('kettle-77')
  await goOn(page)
  await press(page, 'Activate')

  await settlesAs(page, 'refused')
  await sees(page, 'Another customer already has this log-in.')
  await press(page, 'Drop')
  const dialog = page.getByRole('dialog', { name: 'Drop this job?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They have a log-in already.')
  await dialog.getByRole('button', { name: 'Drop it' }).click()
  await settlesAs(page, 'dropped')

  await goTo(page, 'Queue')
  await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Dropped' }).click()
  await page.locator('[data-job]').getByRole('link').click()
  await sees(page, 'They have a log-in already.')
  expect(platform.ledger()).toHaveLength(before)
})
