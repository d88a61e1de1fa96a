import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** The folder in which programs of this user keep what they can fetch or make again. */
export function findCacheFolder(platform: NodeJS.Platform, env: Environment, home: string): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local')
  return platform === 'darwin' ? join(home, 'Library', 'Caches') : (env['XDG_CACHE_HOME'] ?? join(home, '.cache'))
}

/** What decides where compiled code is kept. `checkout` is a folder beside the sources. */
interface Program {
  readonly isPackaged: boolean
  readonly checkout: string
  readonly platform: NodeJS.Platform
  readonly env: Environment
  readonly home: string
}

/**
 * Where compiled code is kept; undefined where it is not. On macOS the key chain opens for the signed program alone, and code from
 * a folder of the user is not under that signature. An AppImage is in another place at each start, so nothing would be found again.
 */
export function findCodeFolder({ isPackaged, checkout, platform, env, home }: Program): string | undefined {
  if (!isPackaged) return checkout
  if (platform === 'darwin' || env['APPIMAGE'] !== undefined) return undefined
  return join(findCacheFolder(platform, env, home), 'setdesk-code')
}
