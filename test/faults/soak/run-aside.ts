import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { PieceOptions } from './run-target.ts'

const program = fileURLToPath(new URL('../run-soak.ts', import.meta.url))
/** What a run of one piece says of the whole run. */
const ofTheRun = /^(?:Seed \d|All \d|\d+ fall short)/

/** Runs a piece in a process of its own, so that another can have the other core; whether it holds. */
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
