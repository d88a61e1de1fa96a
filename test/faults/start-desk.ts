import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { giveLine, takeLines } from './json-lines.ts'
import type { Order, Told } from './orders.ts'

/** A desk in a process of its own: one life of it. */
export interface DeskProcess {
  readonly order: (order: Order) => void
  /** By SIGKILL; nothing is tidied up. */
  readonly kill: () => void
  /** The signal or the exit code that ended it, with what it complained of. */
  readonly ended: Promise<string>
  /** Resolves with the next line of this kind; rejected when the process ends before it. */
  readonly next: <K extends Told['told']>(kind: K) => Promise<Extract<Told, { readonly told: K }>>
}

const program = fileURLToPath(new URL('desk-process.ts', import.meta.url))

/** Begins a life on a data folder; `onTold` is called with each line it says. */
export function startDesk(dataFolder: string, onTold: (told: Told) => void = () => undefined): DeskProcess {
  const child = spawn(process.execPath, [program, dataFolder], { stdio: ['pipe', 'pipe', 'pipe'] })
  const waiting = new Set<(told: Told) => void>()
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  child.stdin.on('error', () => undefined)
  takeLines(child.stdout, (line) => {
    const told = line as Told
    onTold(told)
    for (const hear of waiting) hear(told)
  })
  // `close`, not `exit`: by then all that it said has been read.
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
        void ended.then((how) => reject(new Error(`The desk ended before it said ${kind}: ${how}`)))
      }),
  }
}
