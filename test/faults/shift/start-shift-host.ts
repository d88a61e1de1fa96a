import { spawn } from 'node:child_process'
import { hostMemory } from '../../../scripts/lib/host-memory.mjs'
import { takeLines, giveLine } from '../json-lines.ts'
import type { HostCount } from './count-host.ts'
import type { ShiftOrder, ShiftTold } from './shift-orders.ts'

/** The host of a shift in a process of its own. */
export interface ShiftHost {
  readonly url: string
  /** Milliseconds of the shift so far, as last heard. */
  readonly lived: () => number
  /** Lets time pass until that many milliseconds after the start; not back. */
  readonly passUntil: (lived: number) => Promise<void>
  readonly sleep: (ms: number, ownClock: 'stands still' | 'leaps') => Promise<void>
  /** From then on no time passes until the next of the two above. */
  readonly count: () => Promise<HostCount>
  readonly end: () => Promise<void>
  /** At once; resolves when it is gone. */
  readonly kill: () => Promise<void>
}

export async function startShiftHost(place: {
  /** Path of the built host. */
  readonly program: string
  readonly dataFolder: string
  readonly rendererFolder: string
  /** When the shift begins, milliseconds since 1970. */
  readonly start: number
  readonly seed: number
}): Promise<ShiftHost> {
  const args = [place.dataFolder, place.rendererFolder, String(place.start), String(place.seed)]
  const child = spawn(process.execPath, [...hostMemory.flags, place.program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...hostMemory.env },
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  child.stdin.on('error', () => undefined)
  const gone = new Promise<never>((_, reject) => {
    child.once('close', (code, signal) => reject(new Error(`The host ended: ${code ?? signal} ${complaint}`.trim())))
  })
  const over = gone.catch(() => undefined)
  let lived = 0
  let hear: ((told: ShiftTold) => void) | undefined
  takeLines(child.stdout, (line) => {
    const told = line as ShiftTold
    if (told.told === 'lived' || told.told === 'passed') ({ lived } = told)
    if (told.told !== 'lived') hear?.(told)
  })
  const next = async <K extends ShiftTold['told']>(kind: K): Promise<Extract<ShiftTold, { readonly told: K }>> => {
    const answer = new Promise<ShiftTold>((resolve) => (hear = resolve))
    const told = await Promise.race([answer, gone])
    if (told.told !== kind) throw new Error(`The host said ${told.told} instead of ${kind}`)
    return told as Extract<ShiftTold, { readonly told: K }>
  }
  const give = (order: ShiftOrder): void => giveLine(child.stdin, order)
  const { url } = await next('ready')
  return {
    url,
    lived: () => lived,
    async passUntil(until) {
      give({ order: 'pass', until })
      await next('passed')
    },
    async sleep(ms, ownClock) {
      give({ order: 'sleep', ms, ownClock })
      await next('passed')
    },
    async count() {
      give({ order: 'count' })
      return (await next('counted')).count
    },
    async end() {
      give({ order: 'end' })
      await over
    },
    async kill() {
      child.kill('SIGKILL')
      await over
    },
  }
}
