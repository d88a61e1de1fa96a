import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { launchBrowser } from '../browser.ts'
import type { StartTarget } from './running.ts'

/** The built loopback host in a process of its own, opened at its launch address. */
export const startOnLoopback: StartTarget = async ({
  dataFolder,
  appFolder,
  env = {},
  context: options,
  browserArgs = [],
}) => {
  const browser = await launchBrowser({ args: [...browserArgs] })
  const args = [join(appFolder, 'out', 'main', 'loopback.js'), '--data', dataFolder, '--no-open', '--json']
  const host = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(host, 'exit')
  const said = text(host.stderr)
  const early = ended.then(async ([code]) => {
    throw new Error(`The loopback host ended with ${String(code)}: ${await said}`)
  })
  const [line] = (await Promise.race([once(createInterface(host.stdout), 'line'), early])) as [string]
  // From here on the test ends the process.
  early.catch(() => undefined)

  const context = await browser.newContext(options)
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'camera'])
  const page = await context.newPage()
  await page.goto((JSON.parse(line) as { readonly url: string }).url)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    // The page is closed first, because the host would wait for its open stream.
    await browser.close()
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
