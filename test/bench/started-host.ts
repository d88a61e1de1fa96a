import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A browser host that prints one line with its address once it is ready. */
export interface StartedHost {
  readonly url: string
  readonly pid: number | undefined
  /** From the start of the process to that line, milliseconds. */
  readonly readyMs: number
  readonly stop: () => Promise<void>
}

/** Starts a program in Node, in a process of its own. */
export async function startHost(program: string, args: readonly string[]): Promise<StartedHost> {
  const begin = performance.now()
  const host = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(host, 'exit')
  const early = ended.then(() => Promise.reject(new Error('The host ended before it was there')))
  const [line] = (await Promise.race([once(createInterface(host.stdout), 'line'), early])) as [string]
  const readyMs = performance.now() - begin
  early.catch(() => undefined)
  return {
    url: (JSON.parse(line) as { readonly url: string }).url,
    pid: host.pid,
    readyMs,
    async stop() {
      host.kill('SIGTERM')
      await ended
    },
  }
}

/** The arguments of Setdesk's host for a data folder. */
export const argsFor = (folder: string): readonly string[] => ['--data', folder, '--no-open', '--json', '--port', '0']
