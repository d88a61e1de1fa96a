import { expect, test } from 'vitest'
import { anyMac, chooseList, field, goTo, openForFile, press, seesSavedRows } from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const looks = noLooks()

test('the screens of a list open for the accessibility checks: before the rows are checked, after that, and after saving', async () => {
  const { page } = setdesk
  await connectTo(page, platform)
  await goTo(page, 'Bulk')
  await lookAt(page, looks, 'bulk', page.getByRole('button', { name: 'Choose a file' }))
  // The library's own name of the place for a file is English in every language.
  expect(await page.getByRole('button', { name: 'DropZone' }).count()).toBe(0)
  await field(page, 'Or scan, type or paste boxes').fill(`${anyMac()}\nno box at all`)
  await press(page, 'Use these 2 boxes')
  await field(page, 'Hostname').fill(platform.hostnames[0] ?? '')
  await press(page, 'Check 2 rows')
  await lookAt(page, looks, 'bulk, checked')
  await press(page, 'Save 1 job')
  await seesSavedRows(page, 1)
  await lookAt(page, looks, 'bulk, saved', page.getByRole('button', { name: 'Export results' }))
  const row = page.getByRole('row').filter({ hasText: 'no box at all' })
  await row.getByRole('textbox').fill(anyMac())
  await row.getByRole('button', { name: 'Check this row again' }).click()
  await lookAt(page, looks, 'bulk, a row left', page.getByRole('button', { name: 'Save this row too' }))

  await press(page, 'New list')
  await chooseList(page, 'other.csv', 'mac\nno box at all')
  await press(page, 'Discard this list')
  const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard this list' })
  await lookAt(page, looks, 'bulk, question before a list is discarded', discard)
}, 120_000)

test('axe finds no violation on the screens of a list, and nothing is cut off or scrolls sideways', () => {
  expect(looks).toEqual({ ...noLooks(), seen: 5 })
})
