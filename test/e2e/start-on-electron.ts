import { once } from 'node:events'
import { _electron as electron } from 'playwright'
import { findElectron } from '../../scripts/lib/electron.mjs'
import { describeElectronLaunch } from './describe-electron-launch.ts'
import type { StartTarget } from './running.ts'

/** The built app in Electron, if that is installed and can start. */
export const startOnElectron: StartTarget = async (options) => {
  const found = await findElectron()
  if (!found.ok) throw new Error(`Electron cannot be used here, because ${found.reason}.`)
  const launch = describeElectronLaunch({ ...options, program: found.program, inherited: process.env })
  const app = await electron.launch(launch)
  const page = await app.firstWindow()
  // No user can answer the question at closing.
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
