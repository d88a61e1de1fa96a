import { expect, test } from 'vitest'
import { goTo, openForTest, startPractising } from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { targetName } from './target.ts'

const words =
  targetName === 'loopback'
    ? 'Updates belong to the installed app. In a browser Setdesk does not update itself.'
    : 'This Setdesk runs from its source code and does not update itself.'

test('the page About says where new versions come from', async () => {
  const { page } = await openForTest({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
  await startPractising(page)
  await goTo(page, 'Settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'About' }).press('Enter')
  const panel = page.getByRole('region', { name: 'Updates' })
  await panel.getByText(words).waitFor()
  // There is no button, because nothing can be updated here.
  expect(await panel.getByRole('button').count()).toBe(0)
  const looks = noLooks()
  await lookAt(page, looks, 'about')
  expect([looks.axe, looks.counter, looks.reflow, looks.zoom]).toEqual([[], [], [], []])
})
