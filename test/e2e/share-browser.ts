import type { Browser } from 'playwright'
import { launchBrowser } from '../browser.ts'

declare global {
  /** On the global object, because Vitest loads the environment apart from the specs. */
  var browserOfSpecs: Promise<Browser> | undefined
}

/**
 * The browser that the specs of this process share, since its start takes longer than many specs. Each start of the app has a
 * context of its own in it: nothing stored, no permission, and a process for its page alone. The clipboard is shared.
 */
export async function shareBrowser(): Promise<Browser> {
  const browser = await (globalThis.browserOfSpecs ??= launchBrowser())
  if (browser.isConnected()) return browser
  // A spec that crashed the browser has failed. The next start of the app gets another one.
  globalThis.browserOfSpecs = undefined
  return await shareBrowser()
}

/** Closes the browser that `shareBrowser` started, if it did. */
export async function closeSharedBrowser(): Promise<void> {
  const browser = await globalThis.browserOfSpecs?.catch(() => undefined)
  await browser?.close()
}
