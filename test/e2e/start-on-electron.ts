import { once } from 'node:events'
import { _electron as electron } from 'playwright-core'
import { findElectron } from '../../scripts/lib/electron.mjs'
import type { StartTarget } from './running.ts'

/** The built app in Electron itself, where that is installed and can start. */
export const startOnElectron: StartTarget = async ({
  dataFolder,
  appFolder,
  env = {},
  context = {},
  browserArgs = [],
}) => {
  const found = await findElectron()
  if (!found.ok) throw new Error(`Electron cannot be used here, because ${found.reason}.`)
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const app = await electron.launch({
    executablePath: found.program,
    args: [...browserArgs, appFolder, '--data', dataFolder],
    env: { ...Object.fromEntries(own), ...env },
    ...(context.colorScheme === undefined ? {} : { colorScheme: context.colorScheme }),
  })
  const page = await app.firstWindow()
  // Nobody is there to answer what is asked at closing.
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false })
  })
  return {
    page,
    readClipboard: () => app.evaluate(({ clipboard }) => clipboard.readText()),
    kill: async () => {
      const child = app.process()
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    close: () => app.close(),
  }
}
