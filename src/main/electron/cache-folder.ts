import { join } from 'node:path'
import { namedFolder } from '../host/named-folder.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** This user's cache folder in the operating system. It is for data that a program can fetch or make again. */
export function findCacheFolder(platform: NodeJS.Platform, env: Environment, home: string): string {
  if (platform === 'win32') return namedFolder(env['LOCALAPPDATA'], join(home, 'AppData', 'Local'))
  return platform === 'darwin'
    ? join(home, 'Library', 'Caches')
    : namedFolder(env['XDG_CACHE_HOME'], join(home, '.cache'))
}

/** `checkout`: a folder beside the sources. */
interface Program {
  readonly isPackaged: boolean
  readonly checkout: string
  readonly platform: NodeJS.Platform
  readonly env: Environment
  readonly home: string
}

/**
 * The folder for compiled code. Undefined if compiled code must not be stored. On macOS only the signed program may open the key chain, and
 * code in a user's folder is not covered by that signature. An AppImage is mounted elsewhere at each start, so its compiled code would
 * never be found again.
 */
export function findCodeFolder({ isPackaged, checkout, platform, env, home }: Program): string | undefined {
  if (!isPackaged) return checkout
  if (platform === 'darwin' || env['APPIMAGE'] !== undefined) return undefined
  return join(findCacheFolder(platform, env, home), 'setdesk-code')
}
