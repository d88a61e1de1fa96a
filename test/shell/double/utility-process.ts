import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { ForkOptions, UtilityProcess } from 'electron'
import { basename } from 'node:path'
import { app } from './app.ts'

const parentSide = new URL('./utility-side.ts', import.meta.url).href

/** What the processes that were started have answered, by the names of their files. */
export const answers: [file: string, answer: unknown][] = []

/** A process of Node whose file finds Electron's port to its parent in place of Node's channel. */
class UtilityDouble extends EventEmitter implements Pick<UtilityProcess, 'kill' | 'pid' | 'postMessage'> {
  readonly #child: ChildProcess
  pid: number | undefined

  constructor(path: string, args: readonly string[] = [], { env, execArgv = [], stdio }: ForkOptions = {}) {
    super()
    if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready.')
    const output = stdio === 'ignore' ? 'ignore' : 'inherit'
    this.#child = fork(path, args, {
      execArgv: [...execArgv, '--import', parentSide],
      env: env as NodeJS.ProcessEnv | undefined,
      serialization: 'advanced',
      stdio: ['ignore', output, output, 'ipc'],
    })
    this.pid = this.#child.pid
    this.#child.once('spawn', () => this.emit('spawn'))
    this.#child.on('message', (message) => {
      answers.push([basename(path), message])
      this.emit('message', message)
    })
    this.#child.once('exit', (code) => {
      this.pid = undefined
      this.emit('exit', code ?? 0)
    })
  }

  postMessage(given: unknown) {
    // Only values that can be cloned can be sent.
    const message = structuredClone(given)
    this.#child.send(message as Parameters<ChildProcess['send']>[0], () => undefined)
  }

  kill() {
    return this.#child.kill()
  }
}

export const utilityProcess = {
  fork: (path: string, args?: string[], options?: ForkOptions): UtilityDouble => new UtilityDouble(path, args, options),
}
