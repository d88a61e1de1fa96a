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

/** Options that open Setdesk to another program, or switch off what protects its page, as Node and Chromium read them. */
const openers =
  /^(?:--?|\/)(?:inspect(?:[-_](?:brk|port|publish[-_]uid|wait))?|debug(?:[-_](?:brk|port))?|remote-debugging-(?:port|pipe|address)|remote-allow-origins|js-flags|renderer-cmd-prefix|gpu-launcher|no-sandbox|disable-web-security|allow-running-insecure-content|load-extension)(?:=|$)/i

/** The variables with which Node or Electron would run other code inside the app. */
const variables = ['NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE', 'NODE_REPL_EXTERNAL_MODULE'] as const

/** The first option or variable that opens the app to another program; undefined if there is none. Never with its value. */
export function findDebugOption({
  argv,
  execArgv,
  env,
}: Pick<NodeJS.Process, 'argv' | 'execArgv' | 'env'>): string | undefined {
  const option = [...execArgv, ...argv.slice(1)].find((one) => openers.test(one))
  if (option !== undefined) return option.split('=')[0]
  return variables.find((name) => (env[name] ?? '') !== '')
}
