import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App, RelaunchOptions } from 'electron'
import { screenSide } from './line.ts'
import { createPreventable } from './preventable.ts'
import { openWindows } from './open-windows.ts'

const appFolder = process.env['SETDESK_SHELL_APP'] ?? process.cwd()
const paths: Record<string, string> = {
  userData: join(appFolder, 'user-data'),
  sessionData: join(appFolder, 'user-data'),
}

/** What the app has set in Electron, for the tests. */
export const told = { sandboxEnabled: false, paths, schemes: [] as string[] }

type Used = Pick<
  App,
  | 'enableSandbox'
  | 'exit'
  | 'getPath'
  | 'getVersion'
  | 'isPackaged'
  | 'isReady'
  | 'quit'
  | 'relaunch'
  | 'releaseSingleInstanceLock'
  | 'requestSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'setPath'
  | 'whenReady'
>

class AppDouble extends EventEmitter implements Used {
  readonly isPackaged = process.env['SETDESK_SHELL_PACKAGED'] === '1'
  #ready = false
  #isLeaving = false
  readonly #becomesReady = new Promise<void>((resolve) => {
    // Electron is ready only after the main module has run.
    setTimeout(() => {
      takeSignal()
      this.#ready = true
      this.emit('ready')
      resolve()
    }, 0)
  })

  enableSandbox() {
    if (this.#ready) throw new Error('The sandbox must be switched on before the app is ready.')
    told.sandboxEnabled = true
  }

  isReady() {
    return this.#ready
  }

  whenReady() {
    return this.#becomesReady
  }

  getVersion() {
    return (JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8')) as { version: string }).version
  }

  getPath(name: string) {
    return paths[name] ?? join(appFolder, name)
  }

  setPath(name: string, path: string) {
    if (!existsSync(path)) throw new Error(`Failed to set path ${name}.`)
    paths[name] = path
  }

  /** One lock per `userData` folder, as in Electron. The second process notifies the first by a signal. */
  requestSingleInstanceLock() {
    const folder = this.getPath('userData')
    const file = join(folder, 'SingletonLock')
    mkdirSync(folder, { recursive: true })
    const owner = readOwner(file)
    const given = join(folder, 'second-instance.json')
    if (owner !== undefined) {
      writeFileSync(given, JSON.stringify(process.argv))
      if (process.kill(owner, 'SIGUSR2')) return false
    }
    writeFileSync(file, String(process.pid))
    process.on('SIGUSR2', () => {
      // Two starts right after each other may be told by one signal.
      const args = existsSync(given) ? (JSON.parse(readFileSync(given, 'utf8')) as string[]) : []
      rmSync(given, { force: true })
      this.emit('second-instance', {}, args, folder, undefined)
    })
    process.on('exit', () => rmSync(file, { force: true }))
    return true
  }

  releaseSingleInstanceLock() {
    rmSync(join(this.getPath('userData'), 'SingletonLock'), { force: true })
  }

  setAsDefaultProtocolClient(scheme: string) {
    told.schemes.push(scheme)
    return true
  }

  quit() {
    const [before, prevented] = createPreventable()
    this.emit('before-quit', before)
    if (prevented() || this.#isLeaving) return
    for (const window of openWindows) window.close()
    if (openWindows.size === 0) this.#leave()
  }

  #leave() {
    this.#isLeaving = true
    const [event, prevented] = createPreventable()
    this.emit('will-quit', event)
    if (!prevented()) this.exit(0)
  }

  /** The new start has the arguments of this one, unless it is given others. */
  relaunch({ args = process.argv.slice(1) }: RelaunchOptions = {}) {
    void screenSide.ask('noteRelaunch', { args })
  }

  exit(exitCode = 0): void {
    // Messages that were just sent to the test must arrive first.
    process.exitCode = exitCode
    setTimeout(() => process.exit(exitCode), 20)
  }
}

function readOwner(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}

export const app = new AppDouble()

// An installed program is started without the path of its code.
if (app.isPackaged) process.argv.splice(1, 1)

const quit = (): void => app.quit()

/**
 * Electron quits at SIGTERM. It takes the signal away from Node between the main module and `ready`, so listeners from before hear nothing.
 * A later listener hears the signal only if none is left when it is added.
 */
function takeSignal(): void {
  process.removeAllListeners('SIGTERM')
  process.on('SIGTERM', quit)
  process.on('newListener', (name, listener: () => void) => {
    if (name !== 'SIGTERM' || !process.listeners('SIGTERM').includes(quit)) return
    setImmediate(() => process.off('SIGTERM', listener))
  })
}
