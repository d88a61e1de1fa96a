import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import {
  anyMac,
  field,
  goHome,
  goTo,
  openBox,
  openForFile,
  press,
  scan,
  scanLabel,
  sees,
  startPractising,
} from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'

const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const looks = noLooks()
const article = '4006381333931'

/** Sets the role of a code of the label on screen. */
async function assign(page: Page, code: string, role: string): Promise<void> {
  const said = page.getByRole('group', { name: 'What the label says' })
  const own = said.getByRole('button', { name: new RegExp(code) })
  await own.click()
  await page.getByRole('option', { name: role }).click()
  // Another code of the label may have the same role.
  await own.and(said.getByRole('button', { name: new RegExp(role) })).waitFor()
}

/** The smallest height of these elements, in px. */
const lowestOf = async (...targets: readonly Locator[]): Promise<number> =>
  Math.min(...(await Promise.all(targets.map(async (target) => (await target.boundingBox())?.height ?? 0))))

/** Without a focused text field, a scan that is not understood appears only in a message. */
const leaveFields = async (page: Page): Promise<void> => await page.locator('main').focus()

test('the screens of a scanned label open for the accessibility checks', async () => {
  const { page } = setdesk
  await startPractising(page)
  await scan(page, article)
  await lookAt(page, looks, 'lone article number', page.getByRole('button', { name: /Article number/ }))
  await assign(page, article, 'Serial number')
  await lookAt(page, looks, 'article number put right', page.getByRole('button', { name: 'Continue with this box' }))

  await field(page, 'Box').fill('')
  await leaveFields(page)
  await scan(page, `ключ от коробки ${'?'.repeat(480)}`)
  await sees(page, /U\+043A U\+043B/)
  await lookAt(page, looks, 'scan by its code points', field(page, 'Box'))

  await scanLabel(page, [article, 'STB7N0042913', anyMac(), 'MODEL: MAG520'])
  await page.getByRole('heading', { name: 'New activation' }).waitFor()
  await openBox(page)
  await assign(page, 'STB7N0042913', 'Other')
  await lookAt(page, looks, 'label of four codes', page.locator('[data-go-on]'))
  await press(page, 'Discard')
}, 180_000)

test('scan batches with every answer to a scan open for the accessibility checks', async () => {
  const { page } = setdesk
  await goHome(page)
  await goTo(page, 'Bulk')
  await lookAt(page, looks, 'no scan batch', page.getByRole('button', { name: 'Choose a file' }))
  await leaveFields(page)
  await scanLabel(page, [anyMac(), anyMac()])
  await sees(page, '1 more was read in the same scan. Is it another box?')
  await lookAt(page, looks, 'scan batch with a doubt', page.getByRole('button', { name: 'Add it too' }))
  await leaveFields(page)
  await scan(page, '00Ö1AÖ79Ö4CÖ00Ö01')
  await lookAt(page, looks, 'scan of another layout', page.getByRole('button', { name: /^Use 00:1A/ }))

  await goTo(page, 'Hostnames')
  await sees(page, /^Boxes bound to /)
  await leaveFields(page)
  await scan(page, 'ключ от коробки')
  await sees(page, /U\+043A U\+043B/)
  await lookAt(page, looks, 'scan batch for a hostname', field(page, 'Box'))
  expect(
    await lowestOf(field(page, 'Box'), page.getByRole('button', { name: 'Add', exact: true })),
  ).toBeGreaterThanOrEqual(44)
  await goHome(page)
  expect(await lowestOf(field(page, 'Box'), page.getByRole('button', { name: 'Camera' }))).toBeGreaterThanOrEqual(44)
}, 180_000)

test('the patterns of serial numbers open for the accessibility checks', async () => {
  const { page } = setdesk
  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Scanner' }).click()
  const patterns = field(page, 'Patterns, one per line')
  await patterns.fill('MAG520 = ######@#######\nno pattern at all')
  await lookAt(page, looks, 'serial patterns with a fault')
  await patterns.fill('MAG520 = ######@#######')
  await lookAt(page, looks, 'serial patterns')
}, 120_000)

test('axe finds no violation on the screens of labels, and nothing is cut off or scrolls sideways', () => {
  expect(looks).toEqual({ ...noLooks(), seen: 10 })
})
