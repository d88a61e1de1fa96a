import { startShell } from '../shell/start-shell.ts'
import type { StartTarget } from './running.ts'

/** The built Electron app on the double: its main process for itself, its page in the browser for tests. */
export const startOnDouble: StartTarget = async (options) => {
  const shell = await startShell(options)
  return {
    page: shell.page,
    readClipboard: async () => shell.shown.clipboard.at(-1) ?? '',
    kill: shell.kill,
    close: shell.close,
  }
}
