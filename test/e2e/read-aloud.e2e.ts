import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { anyMac, anyPerson, call, openForFile, scan } from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile({ context: { locale: 'en-GB' } })

beforeAll(async () => {
  await connectTo(setdesk.page, platform)
})

type Language = 'en' | 'ar'

/** The words of one file of a language, by their path. */
function wordsOf(language: Language, file: string): (path: string) => string {
  const text = readFileSync(join(import.meta.dirname, '../../resources/locales', language, `${file}.json`), 'utf8')
  return (path) =>
    path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], JSON.parse(text)) as string
}

/** What a screen reader says of the main part, in its order: role, name, and whether it is required or disabled. */
async function readAloud(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const spoken = new Set(['heading', 'textbox', 'radio', 'button', 'combobox', 'link', 'searchbox', 'switch'])
  const said: string[] = []
  const walk = (id: string): void => {
    const node = byId.get(id)
    if (node === undefined) return
    const role = String(node.role?.value ?? '')
    if (!node.ignored && spoken.has(role)) {
      const is = (name: string): boolean =>
        node.properties?.some((one) => one.name === name && String(one.value.value) === 'true') === true
      const marks = [is('required') ? 'required' : '', is('checked') ? 'chosen' : '', is('disabled') ? 'disabled' : '']
      said.push([role, String(node.name?.value ?? ''), ...marks.filter(Boolean)].join(' | '))
    }
    for (const child of node.childIds ?? []) walk(child)
  }
  const main = nodes.find(({ role }) => role?.value === 'main')
  if (main !== undefined) walk(main.nodeId)
  return said
}

test.each<Language>(['en', 'ar'])(
  'a screen reader reads an activation in the language %s in the order of the steps, and says what is required',
  async (language) => {
    const { page } = setdesk
    const [t, ticket] = [wordsOf(language, 'activation'), wordsOf(language, 'first-screen/ticket')]
    const person = anyPerson()
    await call(page, 'preferences.save', { language })
    await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
    await page.evaluate(() => {
      location.hash = '#/'
    })
    await scan(page, anyMac())
    await page.locator('[data-path="customer.firstname"] input').waitFor()
    const form = await readAloud(page)
    const fields = ['firstname', 'lastname', 'mobile', 'street', 'zipcode', 'city'].map(
      (name) => `textbox | ${t(`customer.${name}`)} | required`,
    )
    const inOrder = [
      `heading | ${t('title')}`,
      `button | ${t('box.change')}`,
      `radio | ${t('customer.kinds.new-customer')} | chosen`,
      ...fields,
      `heading | ${t('more.new')}`,
      `button | ${t('save.activate')}`,
    ]
    expect(form.filter((line) => inOrder.includes(line))).toEqual(inOrder)
    // Every control has a name.
    expect(form.filter((line) => /^\w+ \|\s*(?:\||$)/.test(line))).toEqual([])

    const typed = Object.values(person)
    for (const [at, name] of ['firstname', 'lastname', 'mobile', 'street', 'zipcode', 'city'].entries())
      await page.locator(`[data-path="customer.${name}"] input`).fill(typed[at] ?? '')
    await page.locator('[data-path="plan.productid"] label').first().click()
    await page.locator('[data-ready="yes"]').waitFor()
    await page.locator('[data-go-on]').click()
    await page.locator('main section [data-state="done"]').first().waitFor({ timeout: 15_000 })
    const result = await readAloud(page)
    expect(result[0]).toBe(`heading | ${t('result.title.done')}`)
    for (const line of [
      `button | ${ticket('copyUserid')}`,
      `button | ${t('result.again')}`,
      `button | ${t('result.print')}`,
    ])
      expect(result).toContain(line)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    console.info([`== ${language}`, ...form, ...result].join('\n'))
  },
  60_000,
)
