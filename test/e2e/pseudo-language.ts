import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { featureOf } from '../../scripts/lib/page-texts.ts'

const folder = join(import.meta.dirname, '..', '..', 'resources', 'locales', 'en')

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'ê',
  i: 'ï',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  N: 'Ñ',
  O: 'Ø',
  S: 'Š',
}

/** A text with accents, 40 % longer and between brackets. Values such as `{{name}}` stay. */
export function pseudo(text: string): string {
  const parts = text.split(/(\{\{[^}]*\}\})/)
  const accented = parts.map((part) =>
    part.startsWith('{{') ? part : part.replace(/[A-Za-z]/g, (letter) => accents[letter] ?? letter),
  )
  const letters = text.replaceAll(/\{\{[^}]*\}\}/g, '').length
  // In pieces, as words are: a long German word is one, a sentence is not.
  const more = Math.ceil(letters * 0.4)
  const filling = Array.from({ length: Math.ceil(more / 8) }, (_, at) => 'ø'.repeat(Math.min(8, more - at * 8))).join(
    ' ',
  )
  return text === '' ? '' : `⟦${accented.join('')}${letters > 4 ? ' ' : ''}${filling}⟧`
}

const pseudoOf = (texts: unknown): unknown =>
  typeof texts === 'string'
    ? pseudo(texts)
    : Object.fromEntries(Object.entries(texts as object).map(([key, value]) => [key, pseudoOf(value)]))

const moduleOf = (path: string): string => {
  const files = readdirSync(path).filter((name) => name.endsWith('.json'))
  const texts = Object.fromEntries(
    files.map((name) => [featureOf(name), pseudoOf(JSON.parse(readFileSync(join(path, name), 'utf8')))]),
  )
  return `export const texts = ${JSON.stringify(texts)}`
}

/** Gives the page these texts in place of the English ones, from the next load on. */
export async function speakPseudo(page: Page): Promise<void> {
  for (const [part, path] of [
    ['first', join(folder, 'first-screen')],
    ['rest', folder],
  ] as const)
    await page.route(new RegExp(`/en-${part}-[^/]*\\.js$`), async (route) => {
      await route.fulfill({ contentType: 'text/javascript', body: moduleOf(path) })
    })
}

/** Texts that are not words of the app: data, the month of a date, and names that are the same in every language. */
const own =
  /^(?:Setdesk|Ctrl|Alt|Enter|Esc|Tab|F1|CSV|PDF|MAC|PNG|SVG|JPEG|A[456]|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|English|Español|Français|Português|العربية|[A-Z0-9:.-]+|[\w.-]+@[\w.-]+|[\w-]+(?:\.[\w-]+)+(?::\d+)?|[A-Za-z]+=.*)$/u

/** Visible words of the screen that come from no locale file. `data`: texts that the test itself brought. */
export async function findHardCoded(page: Page, data: readonly string[]): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const said: string[] = []
    const data = '[translate="no"], body [lang], kbd, code, pre, script, style, .font-figures, .handout, bdi'
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent === null || parent.closest(data) !== null || !parent.checkVisibility({ visibilityProperty: true }))
        continue
      said.push(node.textContent ?? '')
    }
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
      if (element.closest(data) !== null || !element.checkVisibility({ visibilityProperty: true })) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) said.push(element.getAttribute(name) ?? '')
    }
    return said
  })
  const outside = texts.flatMap((text) => withoutBrackets(text).split(/[\s·,;:()“”…/×–—+>]+/u))
  const words = outside.filter((word) => /[A-Za-z]{2,}/.test(word) && !own.test(word))
  return [...new Set(words)].filter((word) => !data.some((known) => known.includes(word)))
}

/** What stands outside of the brackets; sentences may stand inside of others. */
function withoutBrackets(text: string): string {
  let depth = 0
  let outside = ''
  for (const letter of text) {
    if (letter === '⟦') depth += 1
    else if (letter === '⟧') depth -= 1
    else if (depth === 0) outside += letter
  }
  return outside
}
