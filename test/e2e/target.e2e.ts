import { expect, onTestFinished, test } from 'vitest'
import { openSetdesk, targetName } from './target.ts'

interface PageWithBridge {
  readonly setdesk?: unknown
}

test('opens, shows its page without complaints, and continues after a restart and a kill', async () => {
  const setdesk = await openSetdesk()
  onTestFinished(setdesk.close)
  const complaints: string[] = []
  const watch = () => {
    setdesk.page.on('pageerror', (error) => complaints.push(error.message))
    setdesk.page.on(
      'console',
      (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()),
    )
  }
  const shows = async () => await setdesk.page.locator('#root > *').first().waitFor({ state: 'attached' })

  watch()
  await shows()
  expect(await setdesk.page.title()).toContain('Setdesk')
  expect(await setdesk.page.evaluate(() => (window as PageWithBridge).setdesk !== undefined)).toBe(
    targetName !== 'loopback',
  )

  await setdesk.restart()
  watch()
  await shows()
  await setdesk.kill()
  await setdesk.restart()
  watch()
  await setdesk.page.reload()
  await shows()
  expect(complaints).toEqual([])
})
