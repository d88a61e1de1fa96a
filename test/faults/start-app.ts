import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { giveLine, takeLines } from './json-lines.ts'
import type { Order, Told } from './orders.ts'
import { keptCode } from '../kept-code.ts'

/** One run of the app in a process of its own. */
export interface AppProcess {
  readonly order: (order: Order) => void
  /** With SIGKILL; the process cannot clean up. */
  readonly kill: () => void
  /** The signal or exit code that ended the process, with its error output. */
  readonly ended: Promise<string>
  /** Resolves with the next line of this kind; rejects if the process ends before. */
  readonly next: <K extends Told['told']>(kind: K) => Promise<Extract<Told, { readonly told: K }>>
}

const program = fileURLToPath(new URL('app-process.ts', import.meta.url))

export interface AppOptions {
  /** Called with each line of its output. */
  readonly onTold?: (told: Told) => void
  /** Whether it reports the points that it passes and can be struck there. That takes a tenth of its processor time. */
  readonly hasPoints?: boolean
}

/** Starts the app on a data folder. */
export function startApp(dataFolder: string, { onTold, hasPoints = false }: AppOptions = {}): AppProcess {
  const args = [program, dataFolder, ...(hasPoints ? ['--points'] : [])]
  const child = spawn(process.execPath, args, { env: { ...process.env, ...keptCode }, stdio: ['pipe', 'pipe', 'pipe'] })
  const waiting = new Set<(told: Told) => void>()
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  child.stdin.on('error', () => undefined)
  takeLines(child.stdout, (line) => {
    const told = line as Told
    onTold?.(told)
    for (const hear of waiting) hear(told)
  })
  // `close`, not `exit`: by then its whole output has been read.
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? `${code} ${complaint}`.trim()))
  })
  return {
    order: (order) => giveLine(child.stdin, order),
    kill: () => void child.kill('SIGKILL'),
    ended,
    next: <K extends Told['told']>(kind: K) =>
      new Promise<Extract<Told, { readonly told: K }>>((resolve, reject) => {
        const hear = (told: Told): void => {
          if (told.told !== kind) return
          waiting.delete(hear)
          resolve(told as Extract<Told, { readonly told: K }>)
        }
        waiting.add(hear)
        void ended.then((how) => reject(new Error(`The app ended before it said ${kind}: ${how}`)))
      }),
  }
}
