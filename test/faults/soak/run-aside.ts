import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { PieceOptions } from './run-target.ts'

const program = fileURLToPath(new URL('../run-soak.ts', import.meta.url))
/** The lines of a piece that describe its whole run. */
const ofTheRun = /^(?:Seed \d|All \d|\d+ fall short)/

/** Runs a piece in its own process, so that another can use the other core; returns whether it holds. */
export async function runAside({ name, label, seed, size, keep, say }: PieceOptions): Promise<boolean> {
  const args = ['--only', name, '--seed', String(seed), ...(size === undefined ? [] : ['--size', String(size)])]
  const child = spawn(process.execPath, [program, ...args, ...(keep ? ['--keep'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout }).on('line', (line) => {
    if (ofTheRun.test(line)) return
    say(line.replace(new RegExp(`^(holds|FALLS SHORT|)  ${name}: `), `$1  ${label}: `))
  })
  const heard = once(lines, 'close')
  const [code] = (await once(child, 'close')) as [number | null]
  await heard
  if (code !== 0 && code !== 1) say(`FALLS SHORT  ${label}: it ended with ${code} (seed ${seed})`)
  return code === 0
}
