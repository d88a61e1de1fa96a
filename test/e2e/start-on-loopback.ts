import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright'
import { launchBrowser } from '../browser.ts'
import type { StartTarget } from './running.ts'
import { shareBrowser } from './share-browser.ts'

const quickKeys = join(import.meta.dirname, 'quick-host-keys.mjs')

/** The built loopback host in a process of its own, and its launch address. `args`: further flags. */
export async function startLoopbackHost({
  dataFolder,
  appFolder,
  args = [],
  env = {},
}: {
  readonly dataFolder: string
  readonly appFolder: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}) {
  const program = join(appFolder, 'out', 'main', 'loopback.cjs')
  const all = ['--require', quickKeys, program, '--data', dataFolder, '--json', ...args]
  const host = spawn(process.execPath, all, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(host, 'exit')
  const said = text(host.stderr)
  const early = ended.then(async ([code]) => {
    throw new Error(`The loopback host ended with ${String(code)}: ${await said}`)
  })
  const [line] = (await Promise.race([once(createInterface(host.stdout), 'line'), early])) as [string]
  // From here on the test ends the process.
  early.catch(() => undefined)
  return { host, ended, launchUrl: (JSON.parse(line) as { readonly url: string }).url }
}

/** Opens a launch address, and waits until the page is signed in. */
export async function openAt(page: Page, launchUrl: string): Promise<void> {
  await page.goto(launchUrl)
  await page.waitForURL(new URL('/', launchUrl).href)
  // The address changes before the host has answered.
  await page.waitForFunction(() => (localStorage.getItem('setdesk-bearer') ?? '') !== '')
}

/** The built loopback host, opened in a browser at its launch address. */
export const startOnLoopback: StartTarget = async ({ context: options, browserArgs = [], ...rest }) => {
  const own = browserArgs.length > 0 ? await launchBrowser({ args: [...browserArgs] }) : undefined
  const { host, ended, launchUrl } = await startLoopbackHost({ ...rest, args: ['--no-open'] })
  const context = await (own ?? (await shareBrowser())).newContext(options)
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'camera'])
  const page = await context.newPage()
  await openAt(page, launchUrl)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    // The page is closed first, because the host would wait for its open stream.
    await context.close()
    await own?.close()
    host.kill(signal)
    await ended
  }
  return {
    page,
    readClipboard: () => page.evaluate(() => navigator.clipboard.readText()),
    kill: async () => {
      host.kill('SIGKILL')
      await end('SIGKILL')
    },
    close: () => end('SIGTERM'),
  }
}
