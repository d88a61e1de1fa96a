import { join } from 'node:path'
import type { Page } from 'playwright'
import { say } from '../../../scripts/lib/project.mjs'
import { practiceCustomer } from './practice-customer.ts'

/** Goes through the app like a technician, and takes the pictures of the README: each light and dark. */
export async function takeScreens(page: Page, folder: string): Promise<void> {
  const shoot = async (name: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' })
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    say(`Took ${name}.`)
  }
  await page.getByLabel('Your name').fill('A. Moreau')
  await shoot('first-run')
  await page.getByRole('button', { name: 'Start practising' }).click()
  const box = page.getByRole('textbox', { name: 'Box' })
  await box.fill('00:1A:79:4E:B2:10')
  await box.press('Enter')
  for (const [label, value] of Object.entries(practiceCustomer))
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await page.getByText('Family TV').first().click()
  await page.locator('[data-ready="yes"]').waitFor()
  await shoot('activate')
  await page.locator('[data-go-on]').click()
  await page.getByRole('heading', { name: 'Done', exact: true }).waitFor()
  // The counts at the top are updated a moment later.
  await page.getByRole('link', { name: /^Sending 0/ }).waitFor()
  await page.locator('main').getByText('Status on the platform').first().waitFor()
  await shoot('result')
  await page.getByRole('link', { name: 'Queue', exact: true }).click()
  await page.locator('[data-job] a').first().click()
  await shoot('queue')
}
