import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { anyMac, call, goHome, openForFile, startPractising, withColons } from './drive.ts'
import { targetName } from './target.ts'

const setdesk = await openForFile()

/** Scans while the screen changes, in one task of the page, so that nothing can happen in between. */
async function scanAndMove(page: Page, code: string, to: string, order: 'scan-first' | 'move-first'): Promise<void> {
  await page.evaluate(
    ([text, hash, isScanFirst]) => {
      const scan = (): void => {
        for (const key of [...Array.from(text), 'Enter'])
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      }
      if (isScanFirst) scan()
      location.hash = hash
      if (!isScanFirst) scan()
    },
    [code, to, order === 'scan-first'] as const,
  )
}

/** Whether a screen that handles boxes shows this one. */
const isTaken = async (page: Page, mac: string): Promise<boolean> =>
  await page
    .getByRole('main')
    .filter({ has: page.getByRole('heading', { name: /^(New activation|Hostnames)$/ }) })
    .getByText(withColons(mac))
    .first()
    .waitFor({ timeout: 5000 })
    .then(
      () => true,
      () => false,
    )

async function begin(page: Page): Promise<void> {
  await goHome(page)
  await call(page, 'draft.discard', {})
}

test('a code that is scanned while the screen changes is not lost', async () => {
  const { page } = setdesk
  await startPractising(page)
  const lost: string[] = []
  // Twice, because a screen is loaded on its first use and is available at once afterwards.
  for (const turn of ['first', 'second'] as const) {
    for (const order of ['scan-first', 'move-first'] as const) {
      for (const to of ['#/queue', '#/settings', '#/customers', '#/activate', '#/hostnames']) {
        const mac = anyMac()
        await begin(page)
        await scanAndMove(page, mac, to, order)
        if (!(await isTaken(page, mac))) lost.push(`${to}, ${order}, ${turn} turn`)
      }
    }
  }
  expect(lost).toEqual([])
}, 180_000)

// Only on this target the bridge can be slowed down from outside.
test.skipIf(targetName !== 'loopback')(
  'a code that is scanned before the form has loaded its draft is not lost',
  async () => {
    const { page } = setdesk
    await begin(page)
    const { promise: isScanned, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/bridge/draft.read', async (route) => {
      await isScanned
      await route.continue()
    })
    const mac = anyMac()
    const asked = page.waitForRequest('**/bridge/draft.read')
    await scanAndMove(page, mac, '#/activate', 'move-first')
    await asked
    letGo()
    expect(await isTaken(page, mac)).toBe(true)
    await page.unroute('**/bridge/draft.read')
  },
)
