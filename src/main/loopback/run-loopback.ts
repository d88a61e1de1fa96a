import { createHostPorts } from '../host/ports.ts'
import { explainRefusal } from '../host/explain-refusal.ts'
import { ownFolder } from '../host/folder-owner.ts'
import { openConfFile } from '../host/kept-file.ts'
import { fillIn, hostTexts, sayUnsent } from '../host/say.ts'
import type { App } from '../app.ts'
import type { Ports } from '../ports.ts'
import type { LoopbackOptions } from './flags.ts'
import { startLoopbackServer, type LoopbackServer } from './server.ts'
import { join } from 'node:path'
import { spawn } from 'node:child_process'

/** What this host takes from the process it runs in. */
export interface LoopbackPlace {
  readonly version: string
  readonly rendererFolder: string
  readonly defaultDataFolder: string
  readonly compose: (ports: Ports) => App
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
  readonly openBrowser: (url: string) => void
  readonly now: () => number
}

/** Running until `stop`; or not started, with the exit code to leave with: 3 where another process owns the folder. */
export type LoopbackRun = { readonly stop: () => Promise<void> } | { readonly exitCode: number }

/** Owns the data folder, starts the app on it and serves it. Whatever prevents that is told in a sentence. */
export async function runLoopback(options: LoopbackOptions, place: LoopbackPlace): Promise<LoopbackRun> {
  const dataFolder = options.dataFolder ?? place.defaultDataFolder
  const owned = ownFolder(dataFolder, place.now())
  if (!owned.ok) {
    place.complain(explainRefusal(dataFolder, owned.error))
    return { exitCode: owned.error.reason === 'in-use' ? 3 : 1 }
  }

  const ports = createHostPorts({
    host: 'loopback',
    version: place.version,
    dataFolder,
    keyStore: { kind: 'passphrase' },
    openFile: openConfFile,
  })
  const app = place.compose(ports)
  // Before anything is sent: a second start with a port that is taken leaves the queue alone.
  const server = await serve(options, place, app, ports)
  if (server === undefined) {
    owned.value.release()
    return { exitCode: 1 }
  }
  await app.start()
  owned.value.note(server.origin)
  announce(options, place, server)
  return {
    stop: async () => {
      const unsent = app.unsent()
      if (unsent > 0) place.complain(`${sayUnsent(unsent)} ${hostTexts.close.detail}`)
      await server.close()
      await app.stop()
      owned.value.release()
    },
  }
}

async function serve({ port }: LoopbackOptions, place: LoopbackPlace, app: App, { random, log }: Ports) {
  try {
    return await startLoopbackServer({ app, rendererFolder: place.rendererFolder, port, random, log })
  } catch (thrown) {
    const taken = thrown instanceof Error && 'code' in thrown && ['EADDRINUSE', 'EACCES'].includes(String(thrown.code))
    if (!taken) throw thrown
    place.complain(fillIn(hostTexts.portTaken, { port }))
    return undefined
  }
}

function announce({ json, open }: LoopbackOptions, place: LoopbackPlace, { launchUrl }: LoopbackServer): void {
  if (json) {
    place.print(JSON.stringify({ url: launchUrl }))
  } else {
    place.print(fillIn(hostTexts.started, { url: launchUrl }))
    place.print(hostTexts.startedOnce)
  }
  if (open) place.openBrowser(launchUrl)
}

/** Where a program of this person keeps its data on this system. */
interface Place {
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
