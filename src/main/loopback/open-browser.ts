import { spawn } from 'node:child_process'

/**
 * Shows an address in the person's browser where there is one. The address is printed as well, so a failure is no news.
 */
export function openBrowser(url: string, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): void {
  const opener = chooseOpener(platform, env)
  if (opener === undefined) return
  const child = spawn(opener[0], [...opener.slice(1), url], { stdio: 'ignore', detached: true })
  child.once('error', () => undefined)
  child.unref()
}

/** The command that opens an address; none on a Linux without a screen, where it would take over the terminal. */
export function chooseOpener(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open']
  // `start` belongs to the shell, to which an address may hold commands.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return (env['DISPLAY'] ?? env['WAYLAND_DISPLAY']) === undefined ? undefined : ['xdg-open']
}
