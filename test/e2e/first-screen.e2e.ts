import { expect, onTestFinished, test } from 'vitest'
import { firstScreen } from '../bench/first-screen.ts'
import { startTraining } from '../bench/start-training.ts'
import { openSetdesk, targetName } from './target.ts'

// All hosts have the same build, and only this one serves its scripts over HTTP.
test.runIf(targetName === 'loopback')('Home is usable after a download that is no larger than the limit', async () => {
  const { value, notes } = await firstScreen.measure()
  expect(value, notes.join('\n')).toBeLessThanOrEqual('atMost' in firstScreen.gate ? firstScreen.gate.atMost : 0)
})

test.runIf(targetName === 'loopback')(
  'Home shows the field for a box first, and then the rest of the screen',
  async () => {
    const setdesk = await openSetdesk()
    onTestFinished(() => setdesk.close())
    const { page } = setdesk
    await startTraining(page)
    await page.addInitScript(() => {
      const seen: string[] = []
      const look = (): void => {
        const parts = [...document.querySelectorAll('main :is(input, section[aria-labelledby="today"])')]
        const now = parts.map(({ tagName }) => tagName.toLowerCase()).join(' ')
        if (now !== '' && now !== seen.at(-1)) seen.push(now)
      }
      new MutationObserver(look).observe(document, { childList: true, subtree: true })
      Object.assign(window, { seen })
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(await page.evaluate(() => (window as unknown as { readonly seen: readonly string[] }).seen)).toEqual([
      'input',
      'input section',
    ])
  },
)
