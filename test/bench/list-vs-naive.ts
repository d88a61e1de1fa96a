import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Page } from 'playwright'
import { build } from 'vite'
import { pageTexts } from '../../scripts/lib/page-texts.ts'
import { inProject } from '../../scripts/lib/project.mjs'
import { launchBrowser } from '../browser.ts'
import { summarise, type Metric } from './metric.ts'
import { inMs, inTurn, mustBe } from './paired.ts'
import { median } from './statistics.ts'

const customers = 10_000
const pairs = 5
/** With more rows in the document, the list does not save the browser any work. */
const mostRendered = 200

type Kind = 'list' | 'naive'

export const listVsNaive: Metric = {
  key: 'list_vs_naive',
  title: `first paint of ${customers} customers one after the other, as a multiple of that of the screen's list`,
  gate: { atLeast: 30 },
  async measure() {
    const { script, style } = await bundle()
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      await page.setContent('<!doctype html><html lang="en"><body></body></html>')
      await page.addStyleTag({ content: style })
      await page.addScriptTag({ content: script })
      const figures = await inTurn(
        pairs,
        () => paint(page, 'naive'),
        () => paint(page, 'list'),
      )
      const ratios = figures.map(([naive, list]) => naive / list)
      const [naive, list] = [median(figures.map(([ms]) => ms)), median(figures.map(([, ms]) => ms))]
      return summarise(ratios, [`one after the other ${inMs(naive)}, the list ${inMs(list)}`])
    } finally {
      await browser.close()
    }
  },
}

async function paint(page: Page, kind: Kind): Promise<number> {
  const { ms, rows } = await page.evaluate(
    async ([what, count]) =>
      await (
        window as unknown as { readonly paint: (kind: Kind, count: number) => Promise<{ ms: number; rows: number }> }
      ).paint(what, count),
    [kind, customers] as const,
  )
  if (kind === 'naive') mustBe('rows one after the other', rows, customers)
  else mustBe('the list renders what is in sight', rows > 10 && rows < mostRendered, true)
  return ms
}

/** The page as one script and one style, built for production like the app's own page. */
async function bundle(): Promise<{ readonly script: string; readonly style: string }> {
  const made = await build({
    configFile: false,
    root: inProject('src', 'renderer'),
    logLevel: 'error',
    mode: 'production',
    plugins: [react(), tailwindcss(), pageTexts],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      cssCodeSplit: false,
      lib: {
        entry: inProject('test', 'bench', 'list-page.tsx'),
        formats: ['iife'],
        name: 'listPage',
        fileName: 'list',
      },
    },
  })
  const outputs = (Array.isArray(made) ? made : [made]).flatMap((one) => ('output' in one ? one.output : []))
  const script = outputs.find(({ type }) => type === 'chunk')
  const style = outputs.find(({ fileName }) => fileName.endsWith('.css'))
  if (script?.type !== 'chunk' || style?.type !== 'asset') throw new Error('The page of the list was not made')
  return { script: script.code, style: String(style.source) }
}
