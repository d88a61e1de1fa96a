import { resolve } from 'node:path'
import type { App as ElectronApp } from 'electron'

/** The folder named by `--data FOLDER` or `--data=FOLDER`; nothing where the usual one is to be taken. */
export function readDataFlag(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='))
  const flag = args[at]
  const value = flag === '--data' ? args[at + 1] : flag?.slice('--data='.length)
  return value === undefined || value === '' ? undefined : resolve(value)
}

/**
 * Settles where everything is kept, before Electron looks for it; returns the folder. What the browser engine keeps lies in
 * the same folder: on Windows the key that unwraps the data key is part of it.
 */
export function setUpDataFolder(app: Pick<ElectronApp, 'getPath' | 'setPath'>, args: readonly string[]): string {
  const folder = readDataFlag(args) ?? app.getPath('userData')
  app.setPath('userData', folder)
  app.setPath('sessionData', folder)
  return folder
}
