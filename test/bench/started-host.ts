import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { loopbackCommand } from '../../scripts/lib/serve-loopback.mjs'
import { enter } from './enter.ts'

/** A browser host that prints one line with its address once it is ready. */
export interface StartedHost {
  readonly url: string
  readonly pid: number | undefined
  /** From the start of the process to that line, milliseconds. */
  readonly readyMs: number
  /** Ends it as a person does. Gives the exit code, and the milliseconds until the process was gone. */
  readonly stop: () => Promise<{ readonly code: number | null; readonly ms: number }>
}

interface HostCommand {
  /** Node, unless another one is named. */
  readonly program?: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
}

/** Starts a host in a process of its own. */
export async function startHost({ program = process.execPath, args, env }: HostCommand): Promise<StartedHost> {
  const begin = performance.now()
  const host = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
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
      const asked = performance.now()
      host.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      return { code, ms: performance.now() - asked }
    },
  }
}

/** Starts the built host on a data folder as `npm start` does it, and signs in. The app must be built. `call`: throws on an error. */
export async function startBuiltHost(folder: string) {
  const host = await startHost(loopbackCommand(argsFor(folder)))
  try {
    return { ...host, call: await enter(host.url) }
  } catch (error) {
    await host.stop()
    throw error
  }
}

/** The arguments of Setdesk's host for a data folder. */
export const argsFor = (folder: string): readonly string[] => ['--data', folder, '--no-open', '--json', '--port', '0']
