import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { explainRefusal, ownFolder } from '../host/folder-owner.ts'
import { namedFolder } from '../host/named-folder.ts'
import { fillIn, hostTexts, sayUnsent } from '../host/say.ts'
import type { Ports } from '../ports.ts'
import type { openApp } from './open-app.ts'
import { startLoopbackServer, type LoopbackServer } from './loopback-server.ts'

export interface LoopbackOptions {
  /** The port to listen on; 0 for any free port. */
  readonly port: number
  /** An absolute path. Absent for the default folder. */
  readonly dataFolder?: string
  readonly open: boolean
  /** Prints one line of JSON instead of sentences. */
  readonly json: boolean
}

type FlagProblem = 'unknown-flag' | 'port-for-scripts'

/**
 * Reads `--port`, `--data`, `--no-open` and `--json`; fails on anything else. For a user's browser the port must be unpredictable. At a
 * known port another program may have left a service worker, which answers before the host and reads the launch token. A script runs no
 * service workers, so only a script may choose the port.
 */
export function readFlags(args: readonly string[]): Result<LoopbackOptions, FlagProblem> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        data: { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : -1
    if (port < 0 || port > 65_535 || values.data === '') return fail('unknown-flag')
    if (port !== 0 && !(values.json && values['no-open'])) return fail('port-for-scripts')
    const dataFolder = values.data === undefined ? {} : { dataFolder: resolve(values.data) }
    return succeed({ port, open: !values['no-open'], json: values.json, ...dataFolder })
  } catch {
    return fail('unknown-flag')
  }
}

export interface LoopbackPlace {
  readonly version: string
  readonly rendererFolder: string
  readonly defaultDataFolder: string
  /** Loads the app's code and composes the app on the data folder. Called after the address was announced. */
  readonly loadApp: (own: Pick<Ports, 'version' | 'dataFolder'>) => Promise<ReturnType<typeof openApp>>
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
  readonly openBrowser: (url: string) => void
  readonly now: () => number
}

/** A running host, or the exit code of a failed start: 3 if another process uses the data folder. */
export type LoopbackRun = { readonly stop: () => Promise<void> } | { readonly exitCode: number }

/**
 * Claims the data folder for this process, serves the page, announces the page's address, and then starts the app while the browser loads
 * the page. A failed start is reported in a sentence.
 */
export async function runLoopback(options: LoopbackOptions, place: LoopbackPlace): Promise<LoopbackRun> {
  const dataFolder = options.dataFolder ?? place.defaultDataFolder
  const owned = ownFolder(dataFolder, place.now())
  if (!owned.ok) {
    place.complain(explainRefusal(dataFolder, owned.error))
    return { exitCode: owned.error.reason === 'in-use' ? 3 : 1 }
  }

  const launchFile = createLaunchFile(dataFolder)
  // The server starts before the queue, so that nothing is sent if the port is taken.
  const server = await serve(options, place, launchFile.remove)
  if (server === undefined) {
    owned.value.release()
    return { exitCode: 1 }
  }
  owned.value.note(server.origin)
  announce(options, place, server, launchFile)
  const app = await start(place, dataFolder, server).catch((thrown: unknown) => {
    launchFile.remove()
    throw thrown
  })
  return {
    stop: async () => {
      const unsent = app.unsent()
      if (unsent > 0) place.complain(`${sayUnsent(unsent)} ${hostTexts().close.detail}`)
      launchFile.remove()
      await server.close()
      await app.stop()
      owned.value.release()
    },
  }
}

async function start({ loadApp, version }: LoopbackPlace, dataFolder: string, server: LoopbackServer) {
  const { app, served } = await loadApp({ version, dataFolder })
  await app.start()
  server.serve(served)
  // Prepares the first call while the page that makes it is still loading.
  void served.dispatch('app.snapshot', {})
  return app
}

async function serve({ port }: LoopbackOptions, { rendererFolder, complain }: LoopbackPlace, signedIn: () => void) {
  try {
    return await startLoopbackServer({ rendererFolder, port, random: { bytes: randomBytes }, signedIn })
  } catch (thrown) {
    const taken = thrown instanceof Error && 'code' in thrown && ['EADDRINUSE', 'EACCES'].includes(String(thrown.code))
    if (!taken) throw thrown
    complain(fillIn(hostTexts().portTaken, { port }))
    return undefined
  }
}

function announce(
  { json, open }: LoopbackOptions,
  place: LoopbackPlace,
  { launchUrl }: LoopbackServer,
  launchFile: LaunchFile,
): void {
  if (json) {
    place.print(JSON.stringify({ url: launchUrl }))
  } else {
    place.print(fillIn(hostTexts().started, { url: launchUrl }))
    place.print(hostTexts().startedOnce)
  }
  if (!open) return
  const fileUrl = launchFile.write(launchUrl)
  if (fileUrl !== undefined) place.openBrowser(fileUrl)
}

/**
 * A page in the data folder that leads the browser to the launch address. The command that opens a browser names this file and not
 * the address, because every user of the computer can read a command's arguments. Only this user can read the file.
 */
function createLaunchFile(dataFolder: string) {
  const path = join(dataFolder, 'launch.html')
  const remove = (): void => {
    try {
      rmSync(path, { force: true })
    } catch {
      // A file that remains is useless. Its token was used already, or becomes invalid when this process ends.
    }
  }
  // A process that was killed may have left its file. `write` would fail if the file still existed.
  remove()
  return {
    remove,
    /** Writes the file and returns its `file:` address. Undefined if it cannot be written; the launch address is printed anyway. */
    write: (launchUrl: string): string | undefined => {
      try {
        const page = `<!doctype html><title>Setdesk</title><meta http-equiv="refresh" content="0;url=${launchUrl}">\n`
        writeFileSync(path, page, { mode: 0o600, flag: 'wx' })
        return pathToFileURL(path).href
      } catch {
        return undefined
      }
    },
  }
}

type LaunchFile = ReturnType<typeof createLaunchFile>

interface Place {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** This host's own default data folder. The hosts store their keys in different places and could not open each other's work. */
export function defaultDataFolder({ platform, home, env }: Place): string {
  const name = 'setdesk-loopback'
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name)
  if (platform === 'win32') return join(namedFolder(env['LOCALAPPDATA'], join(home, 'AppData', 'Local')), name)
  return join(namedFolder(env['XDG_DATA_HOME'], join(home, '.local', 'share')), name)
}

/** Opens an address, which must contain no secret, in the user's browser. Ignores errors, because the launch address is printed too. */
export function openBrowser(url: string, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): void {
  const opener = chooseOpener(platform, env)
  if (opener === undefined) return
  const child = spawn(opener[0], [...opener.slice(1), url], { stdio: 'ignore', detached: true })
  child.once('error', () => undefined)
  child.unref()
}

/** The command that opens an address. Undefined on Linux without a display, where a browser would take over the terminal. */
export function chooseOpener(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open']
  // `start` is not used, because it is a command of the shell. The shell would run commands hidden in an address.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return (env['DISPLAY'] ?? env['WAYLAND_DISPLAY']) === undefined ? undefined : ['xdg-open']
}
