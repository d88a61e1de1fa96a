import { join } from 'node:path'

/** Where a program of this person keeps its data on this system. */
export interface Place {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * The usual data folder of this host. Never that of the Electron host: the two keep their keys in different places, and
 * neither could open the other's work.
 */
export function defaultDataFolder({ platform, home, env }: Place): string {
  const name = 'setdesk-loopback'
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name)
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), name)
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), name)
}
