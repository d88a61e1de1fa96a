import { shareBrowser } from '../browser.ts'
import { startShell } from '../shell/start-shell.ts'
import type { StartTarget } from './running.ts'

/** The built Electron app on the double of Electron: the main process by itself, its page in the browser of the tests. */
export const startOnDouble: StartTarget = async (options) => {
  const shell = await startShell({
    ...options,
    // Arguments of its own ask for a browser of its own.
    ...(options.browserArgs === undefined && { browser: await shareBrowser() }),
  })
  return {
    page: shell.page,
    readClipboard: async () => shell.shown.clipboard.at(-1) ?? '',
    kill: shell.kill,
    close: shell.close,
  }
}
