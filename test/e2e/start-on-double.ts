import { startShell } from '../shell/start-shell.ts'
import type { StartTarget } from './running.ts'
import { shareBrowser } from './share-browser.ts'

/** The built Electron app on the double of Electron: the main process by itself, its page in the browser of the tests. */
export const startOnDouble: StartTarget = async (options) => {
  const isUsual = (options.browserArgs ?? []).length === 0
  const shell = await startShell({ ...options, ...(isUsual && { browser: await shareBrowser() }) })
  return {
    page: shell.page,
    readClipboard: async () => shell.shown.clipboard.at(-1) ?? '',
    kill: shell.kill,
    close: shell.close,
  }
}
