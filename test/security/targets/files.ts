import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { serveOwnScheme } from '../../../src/main/electron/page-rules.ts'
import { askRaw } from '../../fakes/raw-request.ts'
import { judge, type Target } from '../../faults/targets/target.ts'
import { outsideText, pageText } from '../renderer-folder.ts'
import { startLoopback } from '../start-loopback.ts'

const ups = [
  '..',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%252e%252e',
  '..;',
  '...',
  '..%00',
  '%c0%ae%c0%ae',
  '%uff0e%uff0e',
  '．．',
]
const slashes = ['/', '%2f', '%2F', '\\', '%5c', '//', '/./', '%252f', '%c0%af', ';/']
const starts = ['', 'assets/', 'assets/../', 'linked/', 'index.html/', '%2e/', './/']
const ends = ['', '%00.js', '?x', '#x', '/', '%20', '::$DATA', '.', '%0d%0aX: y']
const insides = ['link.js', 'assets/link.js', 'linked/loopback.js', '.env', '%2eenv', '.git.js', 'key.pem']
const outsides = ['secret.js', 'main/loopback.js', 'index.html', 'rendererx.js', 'etc/passwd', 'notes.txt']
const fixed = [
  ...insides,
  'assets',
  'assets/',
  'notes.txt',
  'INDEX.HTML',
  '/etc/passwd',
  'file:///etc/passwd',
  '~/.env',
]

/** Looks for a spelling of a path that leads out of the served folder, on both hosts. `size`: spellings. */
export const files: Target = async (options) => {
  const { seed, folder, size = 2000 } = options
  const draw = createDraw(seed)
  const wrong: string[] = []
  const pick = (from: readonly string[]): string => from[Math.floor(draw() * from.length)] ?? ''
  const drawn = (): string => {
    const climb = Array.from({ length: 1 + Math.floor(draw() * 4) }, () => pick(ups) + pick(slashes)).join('')
    return draw() < 0.3 ? pick(starts) + pick(insides) + pick(ends) : pick(starts) + climb + pick(outsides) + pick(ends)
  }
  const { origin, host, signIn, close } = await startLoopback(folder)
  const bearer = await signIn()
  let handle: ((request: Request) => Response | Promise<Response>) | undefined
  serveOwnScheme({ handle: (_scheme: string, given: typeof handle) => void (handle = given) }, `${folder}/renderer`)
  const inWindow = async (path: string): Promise<string> => {
    // Some spellings are not addresses at all.
    if (!URL.canParse(`app://setdesk/${path}`)) return ''
    return (await handle?.(new Request(`app://setdesk/${path}`)))?.text() ?? ''
  }
  const inBrowser = async (path: string): Promise<string> => {
    const sent = `/${path}`.replace(/[^!-~]/gu, encodeURIComponent)
    return (await askRaw(origin, { path: sent, headers: { host, authorization: `Bearer ${bearer}` } })).body
  }
  const hosts = { window: inWindow, browser: inBrowser }
  const paths = [...fixed, ...Array.from({ length: size }, drawn)]
  for (const [name, get] of Object.entries(hosts)) {
    for (const path of paths) {
      const body = await get(path)
      if (body.includes(outsideText) || body.includes('root:')) wrong.push(`${name}: ${path}`)
    }
    if ((await get('index.html')) !== pageText) wrong.push(`${name}: the page itself is not served`)
  }
  await close()
  return judge('files', options, {
    figure: `${paths.length} spellings on 2 hosts, ${wrong.length} led out`,
    bound: '0 escapes, and the page itself is served',
    wrong,
  })
}
