import type { _electron } from 'playwright'
import { windowEnvironment } from '../../scripts/lib/window-environment.mjs'
import type { TargetOptions } from './running.ts'

type ElectronLaunch = NonNullable<Parameters<typeof _electron.launch>[0]>

interface ElectronStart extends Omit<TargetOptions, 'dataFolder'> {
  readonly program: string
  readonly appFolder: string
  readonly dataFolder: string
  /** The environment of the tests. */
  readonly inherited: Readonly<Record<string, string | undefined>>
}

/**
 * The launch options that make Playwright start Electron with a window and a sandboxed page. Throws if the arguments of
 * a test would switch the sandbox off.
 */
export function describeElectronLaunch({
  program,
  appFolder,
  dataFolder,
  inherited,
  env = {},
  context = {},
  browserArgs = [],
}: ElectronStart): ElectronLaunch {
  const against = browserArgs.find((arg) => /^--(?:no|disable)-.*sandbox/.test(arg))
  if (against !== undefined) throw new Error(`${against} would switch the sandbox off.`)
  return {
    executablePath: program,
    args: [...browserArgs, appFolder, '--data', dataFolder],
    env: windowEnvironment({ ...inherited, ...env }),
    // Otherwise Playwright adds --no-sandbox on Linux.
    chromiumSandbox: true,
    ...(context.colorScheme === undefined ? {} : { colorScheme: context.colorScheme }),
  }
}
