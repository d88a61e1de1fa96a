import { resolve } from 'node:path'
import type { App as ElectronApp } from 'electron'

/** The folder named by `--data FOLDER` or `--data=FOLDER`; undefined for the default folder. */
export function readDataFlag(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='))
  const flag = args[at]
  const value = flag === '--data' ? args[at + 1] : flag?.slice('--data='.length)
  return value === undefined || value === '' ? undefined : resolve(value)
}

/**
 * Sets the data folder before Electron looks it up; returns it. Chromium's own data goes into the same folder: on Windows it
 * includes the key that unwraps the data key.
 */
export function setUpDataFolder(app: Pick<ElectronApp, 'getPath' | 'setPath'>, args: readonly string[]): string {
  const folder = readDataFlag(args) ?? app.getPath('userData')
  app.setPath('userData', folder)
  app.setPath('sessionData', folder)
  return folder
}
