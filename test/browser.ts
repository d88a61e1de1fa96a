import { chromium, type Browser, type LaunchOptions } from 'playwright'
import { ensureBrowser } from '../scripts/lib/browser.mjs'

/** No call home, no first-run page, and nothing over QUIC, past a proxy or a closed network that a test sets up. */
const QUIET_ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/** Starts the browser for tests; close it after use. `options.args` are added to ours. Playwright switches its sandbox off. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ ...(await ensureBrowser()), ...options, args: [...QUIET_ARGS, ...(options.args ?? [])] })
}
