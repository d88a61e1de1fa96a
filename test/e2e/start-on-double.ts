import { startShell } from '../shell/start-shell.ts'
import type { StartTarget } from './running.ts'

/** The built Electron app on the double of Electron: the main process by itself, its page in the browser of the tests. */
export const startOnDouble: StartTarget = async (options) => {
  const shell = await startShell(options)
  return {
    page: shell.page,
    readClipboard: async () => shell.shown.clipboard.at(-1) ?? '',
    kill: shell.kill,
    close: shell.close,
  }
}
