import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transformWithOxc, type Plugin, type Rolldown } from 'vite'
import { drawIcon } from './scripts/lib/draw-icon.ts'
import { entriesApart } from './scripts/lib/entries-apart.ts'
import { lateSchemas } from './scripts/lib/late-schemas.ts'
import { leanConf } from './scripts/lib/lean-conf.ts'
import { createPartsList } from './scripts/lib/package/shipped-parts.ts'
import { pageTexts } from './scripts/lib/page-texts.ts'
import { subsetArabic, subsetLatin } from './scripts/lib/subset-fonts.ts'
import { makeVendorFile } from './scripts/lib/vendor-file.ts'

/** The makers of boxes by their MAC addresses, cut down from the published list and shipped beside the page. */
const vendorFile = {
  name: 'vendor-file',
  generateBundle(this: { emitFile: (file: { type: 'asset'; fileName: string; source: Uint8Array }) => string }) {
    this.emitFile({ type: 'asset', fileName: 'vendors.bin', source: makeVendorFile() })
  },
}

const zodForThePage = new URL('src/renderer/src/zod-config.ts', import.meta.url)

/** The fonts, cut down to what is in use. */
const smallFonts: Plugin = {
  name: 'small-fonts',
  async generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset') continue
      const cut = /-arabic-\d+-.*\.woff2$/.test(file.fileName)
        ? subsetArabic
        : /-latin-.*\.woff2$/.test(file.fileName)
          ? subsetLatin
          : undefined
      if (cut !== undefined) file.source = await cut(Buffer.from(file.source))
    }
  },
}

/** The icon of the window, drawn from the page's own. */
const windowIcon: Plugin = {
  name: 'window-icon',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'icon.png', source: await drawIcon(256) })
  },
}

/** Where new versions come from, and whose signature counts: in the archive, which nobody can change without being noticed. */
const updateFeed: Plugin = {
  name: 'update-feed',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'updates.json', source: readFileSync('resources/updates.json', 'utf8') })
  },
}

/**
 * The page that signs a browser in: the app's own, with a script before all others. A page of its own in front would be one more to
 * load. The script has no imports; as a second entry of the bundle it would cut the first screen into many small files.
 */
const launchPage: Plugin = {
  name: 'launch-page',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const source = readFileSync('src/renderer/src/bridge/launch.ts', 'utf8')
      const { code } = await transformWithOxc(source.replaceAll(/^export (?=type )/gm, ''), 'launch.ts')
      // No module, which would wait for the whole page. In a function its names stay its own.
      this.emitFile({ type: 'asset', fileName: 'launch.js', source: `(() => {\n'use strict'\n${code}})()\n` })
      this.emitFile({ type: 'asset', fileName: 'launch.html', source: writeLaunchPage(bundle) })
    },
  },
}

/** The page names its fonts and texts itself. Otherwise the browser would find them only after it had read the page's style and script. */
function writeLaunchPage(bundle: Rolldown.OutputBundle): string {
  const page = bundle['index.html']
  const [before, after, ...others] = page?.type === 'asset' ? String(page.source).split('</title>') : []
  if (before === undefined || after === undefined || others.length > 0) throw new Error('The page has no single title.')
  const fonts = Object.keys(bundle).filter((name) => /-latin-wght-normal-.*\.woff2$/.test(name))
  const links = fonts.map(
    (name) => `  <link rel="preload" as="font" type="font/woff2" crossorigin href="./${name}">\n  `,
  )
  const texts = Object.keys(bundle).flatMap((name) => {
    const language = /^assets\/(\w+)-first-[^/]+\.js$/.exec(name)?.[1]
    return language === undefined ? [] : [[language, `./${name}`] as const]
  })
  const script = `<script src="./launch.js" data-texts='${JSON.stringify(Object.fromEntries(texts))}'></script>`
  return `${before}</title>\n    ${script}${after.replace('</head>', `${links.join('')}</head>`)}`
}

/** What runs besides the window's main process: what starts it, the browser host, and the threads and other processes of both. */
const apart = {
  electron: 'src/main/electron/start.ts',
  loopback: 'src/main/loopback/start.ts',
  'loopback-main': 'src/main/loopback/main.ts',
  'read-worker': 'src/platform/aside/read-worker.ts',
  'write-worker': 'src/main/jobs/ledger/write-worker.ts',
  'check-file-apart': 'src/main/jobs/ledger/check-file-apart.ts',
  'check-records-apart': 'src/main/jobs/ledger/check-records-apart.ts',
}

/** What is in the bundles that others made. The page is built last and gets the notices of all. */
const parts = createPartsList()

/** For each bundle of the privileged side. */
const inEachEntry = (): Plugin[] => [leanConf(), lateSchemas(), parts.watch('main')]

/**
 * One build, three bundles: the privileged side with an entry for each host and one for each thread,
 * the preload as a single CommonJS file (a sandboxed preload can be nothing else), and the renderer that both hosts show. The
 * privileged side has its packages in the bundle: it starts faster so, and needs no `node_modules` beside it; Node's own
 * modules and Electron stay outside.
 */
export default defineConfig({
  main: {
    plugins: [windowIcon, updateFeed, ...inEachEntry(), entriesApart(apart, inEachEntry)],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { 'electron-main': 'src/main/electron/main.ts' },
        // Beside each other, so that each host finds the files of its threads.
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  },
  preload: {
    plugins: [parts.watch('preload')],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: 'src/preload/preload.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [
      react(),
      tailwindcss(),
      pageTexts,
      vendorFile,
      smallFonts,
      launchPage,
      parts.watch('renderer'),
      parts.publish(),
    ],
    worker: { plugins: () => [parts.watch('renderer')] },
    resolve: { alias: [{ find: /^zod$/, replacement: fileURLToPath(zodForThePage) }] },
    build: {
      minify: true,
      // Files come from this computer, so a link ahead of a script gains nothing, and inserting the links of a screen takes 20 ms.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, needed) => needed.filter((file) => file.endsWith('.css')),
      },
      rolldownOptions: {
        input: { index: 'src/renderer/index.html' },
        // What the first screen needs is one file: fifty small ones are compressed worse, and each is a request.
        output: { codeSplitting: { groups: [{ name: 'first-screen', tags: ['$initial'] }] } },
      },
    },
  },
})
