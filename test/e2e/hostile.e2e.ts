import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  activate,
  anyMac,
  anyPerson,
  goHome,
  goOn,
  goTo,
  listComplaints,
  openForFile,
  press,
  scan,
  sees,
  settlesAs,
  handoutText,
} from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

interface Target {
  hits?: string[]
}

const platform = await openPlatformForFile()
const setdesk = await openForFile()
const away = 'http://elsewhere.invalid'
const run = (name: string) => `hits.push('${name}')`

/** Each text would run a script or send a request if it were not treated as text. */
const payloads: readonly string[] = [
  `<script>${run('script')}</script>`,
  `<img src=x onerror="${run('img')}">`,
  `<svg onload="${run('svg')}">`,
  `"><img src=x onerror=${run('quote')}>`,
  `'-${run('single quote')}-'`,
  `</textarea><script>${run('textarea')}</script>`,
  `</script><script>${run('script end')}</script>`,
  `<iframe src="javascript:parent.${run('iframe')}">`,
  `javascript:${run('address')}`,
  `<a href="javascript:${run('link')}">A</a>`,
  `<details open ontoggle="${run('details')}">`,
  `<input autofocus onfocus="${run('focus')}">`,
  `<style>*{background:url(${away}/style)}</style>`,
  `<link rel=stylesheet href=${away}/link>`,
  `<img src=${away}/img>`,
  `<meta http-equiv=refresh content="0;url=${away}">`,
  `<base href=${away}>`,
  `<form action=${away}><button>A</button></form>`,
  `{{constructor.constructor("${run('template')}")()}}`,
  `<object data=${away}/object></object>`,
]
const [first = '', second = '', third = '', fourth = ''] = payloads

beforeAll(async () => {
  await connectTo(setdesk.page, platform)
})

/** Records everything that ran or was sent. Resolves to the list. */
async function guard(page: Page): Promise<() => Promise<readonly string[]>> {
  const complaints = listComplaints(page)
  const own = new URL(page.url()).origin
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith('data:')) outside.push(request.url())
  })
  page.on('dialog', (dialog) => {
    outside.push(dialog.message())
    void dialog.dismiss()
  })
  await page.evaluate(() => {
    const hits: string[] = []
    Object.assign(window, { hits })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => hits.push(violatedDirective))
  })
  return async () => [...complaints, ...outside, ...(await page.evaluate(() => (window as Target).hits ?? ['gone']))]
}

test('twenty hostile texts in customers are shown as text on every screen and on the handout', async () => {
  const { page } = setdesk
  const harm = await guard(page)
  const names = ['First name', 'Last name', 'Street', 'City'] as const
  for (let at = 0; at < payloads.length; at += names.length) {
    const texts = payloads.slice(at, at + names.length)
    const hostile = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))
    await activate(page, anyMac(), { ...anyPerson(), ...hostile })
    await settlesAs(page, 'done')
    await sees(page, `${texts[0]} ${texts[1]}`)
    expect(await handoutText(page)).toContain(texts[1])
  }
  await goHome(page)
  await sees(page, first)
  await goTo(page, 'Queue')
  await page.locator('[data-job]').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'History' }).waitFor()
  expect(await harm()).toEqual([])
  expect(platform.ledger().find(({ effect }) => effect === 'create')?.parameters).toMatchObject({
    firstname: first,
    lastname: second,
  })
})

/** Whether the letters of a text run from left to right on screen. */
const runsOn = (page: Page, within: string, text: string): Promise<boolean> =>
  page.evaluate(
    ([selector, words]) => {
      const texts = document.createTreeWalker(document.querySelector(selector) ?? document, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const node = texts.currentNode
        const start = node.textContent?.indexOf(words) ?? -1
        if (start < 0) continue
        const lefts = [start, start + words.length - 1].map((at) => {
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          return range.getBoundingClientRect().left
        })
        return (lefts[0] ?? 0) < (lefts[1] ?? 0)
      }
      throw new Error(`There is no ${words}.`)
    },
    [within, text] as const,
  )

test('a name that sets the direction of the text after it does not change the order of its neighbours', async () => {
  const { page } = setdesk
  await activate(page, anyMac(), { ...anyPerson(), 'First name': 'Ada\u202E', 'Last name': 'Turned' })
  await settlesAs(page, 'done')
  await goHome(page)
  await sees(page, 'Turned')
  expect(await runsOn(page, 'main li', 'Basic TV')).toBe(true)
})

test('a hostile scan and a hostile user ID are shown as text where they are refused', async () => {
  const { page } = setdesk
  const harm = await guard(page)
  await goHome(page)
  await page.locator('[data-box-field]').fill(third)
  await page.locator('[data-box-field]').press('Enter')
  await sees(page, 'This is neither a MAC address nor a serial number.')
  await scan(page, fourth)
  await expect.poll(() => page.locator('[data-box-field]').inputValue()).toContain(fourth.slice(0, 6))
  await goTo(page, 'Activate')
  await page.locator('[data-box-field]').fill(anyMac())
  await page.getByRole('radio', { name: 'Existing customer' }).click({ force: true })
  await page.getByRole('combobox', { name: 'Customer’s user ID' }).fill(second)
  await goOn(page)
  await sees(page, 'Letters, digits and . _ @ + - only.')
  // The list of suggestions may open at any moment, and hides the rest of the page.
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape')
      const discard = page.getByRole('button', { name: 'Discard', exact: true })
      return await discard.click({ timeout: 1000 }).then(
        () => true,
        () => false,
      )
    })
    .toBe(true)
  expect(await harm()).toEqual([])
})

test('hostile words of the platform are quoted as text in refusals, raw answers and customers', async () => {
  const { page } = setdesk
  const harm = await guard(page)
  for (const message of [first, second, payloads[8] ?? '']) {
    platform.setFaults([{ match: { changing: true }, fault: { kind: 'status', status: 400, commit: false, message } }])
    await activate(page, anyMac(), anyPerson())
    await settlesAs(page, 'refused')
    await sees(page, message)
    await page.getByRole('link', { name: 'Open in the queue' }).click()
    await page.getByText('Raw answer').first().click()
    await expect.poll(() => page.getByLabel('Raw answer').first().inputValue()).toContain(message.slice(0, 6))
  }
  platform.setFaults([])
  const hostile = platform.ledger().find(({ effect }) => effect === 'create')
  await goTo(page, 'Activate')
  await page.locator('[data-box-field]').fill(anyMac())
  await page.getByRole('radio', { name: 'Existing customer' }).click({ force: true })
  await page.getByRole('combobox', { name: 'Customer’s user ID' }).fill(hostile?.userid ?? '')
  await sees(page, `${first} ${second}`)
  await press(page, 'Discard')
  expect(await harm()).toEqual([])
})

test('a code of 500 characters is reported without covering the links to other screens', async () => {
  const { page } = setdesk
  await goTo(page, 'Queue')
  await scan(page, 'A1B2C3D4E5'.repeat(50))
  const told = page.getByText('which was not understood').filter({ visible: true })
  await told.waitFor()
  const box = await told.boundingBox()
  const settings = await page.getByRole('link', { name: 'Settings' }).boundingBox()
  expect(box?.x).toBeGreaterThan((settings?.x ?? Infinity) + (settings?.width ?? Infinity))
})
