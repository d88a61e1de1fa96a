import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { call } from '../../e2e/drive.ts'
import { openScreen, prepareTraining, settling } from '../open-screens.ts'
import { pictureScreens } from '../screens.ts'
import { say } from '../../../scripts/lib/project.mjs'
import { guidePicture, guideScreens } from '../../../scripts/lib/guide/guide-page.ts'
import { guideLanguages } from '../../../scripts/lib/guide/guide-words.ts'

/** Takes the pictures of the guide in each of its languages. The end-to-end test opens the same screens in the same way. */
export async function takeGuide(page: Page, folder: string): Promise<void> {
  await prepareTraining(page)
  await call(page, 'queue.resume', {})
  for (const language of guideLanguages) {
    await call(page, 'preferences.save', { language })
    await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
    await call(page, 'draft.discard', {})
    for (const [screen, name] of Object.entries(guideScreens)) {
      const picture = pictureScreens.find((one) => one.name === name)
      if (picture === undefined) throw new Error(`There is no picture ${name}`)
      await openScreen(page, picture.hash)
      await picture.act?.(page)
      await page.waitForTimeout(settling)
      const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      await sharp(png)
        .webp({ quality: 82 })
        .toFile(join(folder, guidePicture(language, screen)))
    }
    say(`Took the guide in the language ${language}.`)
  }
}
