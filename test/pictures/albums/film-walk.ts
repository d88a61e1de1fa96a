import type { Page } from 'playwright'
import sharp from 'sharp'
import { say } from '../../../scripts/lib/project.mjs'
import { practiceCustomer } from './practice-customer.ts'

const width = 960
/** Milliseconds that a picture stays. */
const [short, long] = [650, 2600]

/** Films the main job, from the scan to the log-in that is handed over, as one animated picture. */
export async function filmWalk(page: Page, file: string): Promise<void> {
  const frames: Buffer[] = []
  const delays: number[] = []
  const shoot = async (delay: number): Promise<void> => {
    const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    frames.push(await sharp(png).resize({ width }).png().toBuffer())
    delays.push(delay)
  }
  await page.getByLabel('Your name').fill('A. Moreau')
  await page.getByRole('button', { name: 'Start practising' }).click()
  const box = page.getByRole('textbox', { name: 'Box' })
  await box.waitFor()
  await shoot(long / 2)
  await box.fill('00:1A:79:4E:B2:10')
  await shoot(short)
  await box.press('Enter')
  await page.getByRole('textbox', { name: 'First name', exact: true }).waitFor()
  await shoot(short * 2)
  for (const [label, value] of Object.entries(practiceCustomer)) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
    await shoot(short)
  }
  await page.getByText('Family TV').first().click()
  await page.locator('[data-ready="yes"]').waitFor()
  await page.locator('[data-go-on]').focus()
  await shoot(short * 2)
  await page.locator('[data-go-on]').click()
  await page.locator('main section [data-state]').first().waitFor()
  await shoot(short)
  await page.getByRole('heading', { name: 'Done', exact: true }).waitFor()
  await page.getByRole('link', { name: /^Sending 0/ }).waitFor()
  await shoot(long)
  await sharp(frames, { join: { animated: true } })
    .webp({ quality: 70, effort: 5, delay: delays, loop: 0 })
    .toFile(file)
  say(`Filmed ${String(frames.length)} pictures.`)
}
