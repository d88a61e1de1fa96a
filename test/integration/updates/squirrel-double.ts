import { EventEmitter } from 'node:events'
import { registerHooks } from 'node:module'
import { onTestFinished } from 'vitest'

/** The system's updater of macOS, which Electron wraps. It fetches the file that it is shown over real HTTP. */
class SquirrelDouble extends EventEmitter {
  readonly asked: string[] = []
  fetched = ''
  #feed: { url: string; headers: Record<string, string> } | undefined

  setFeedURL(feed: { url: string; headers: Record<string, string> }): void {
    this.#feed = feed
  }

  checkForUpdates(): void {
    this.asked.push('check')
    void this.#fetch()
      .then(() => this.emit('update-downloaded'))
      .catch((error: unknown) => this.emit('error', error))
  }

  quitAndInstall(): void {
    this.asked.push('quit and install')
    this.emit('before-quit-for-update')
  }

  async #fetch(): Promise<void> {
    if (this.#feed === undefined) throw new Error('No feed was set.')
    const { url, headers } = this.#feed
    const answer = (await (await fetch(url, { headers })).json()) as { url: string }
    this.fetched = await (await fetch(answer.url)).text()
  }
}

const url = 'double:electron'

/** Until the test ends, `electron` is a module that holds nothing but the updater of macOS. */
export function useSquirrel(): SquirrelDouble {
  const squirrel = new SquirrelDouble()
  Object.assign(globalThis, { squirrelOfTest: squirrel })
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url, format: 'commonjs', shortCircuit: true } : next(specifier, context),
    load: (address, context, next) =>
      address === url
        ? {
            format: 'commonjs',
            // Node remembers the module, and each test has an updater of its own.
            source: 'module.exports = { get autoUpdater() { return globalThis.squirrelOfTest } }',
            shortCircuit: true,
          }
        : next(address, context),
  })
  onTestFinished(() => hooks.deregister())
  return squirrel
}
