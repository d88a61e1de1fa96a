import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allTargets, type Registered } from '../targets/all-targets.ts'
import { judge } from '../targets/target.ts'
import type { Piece } from './plan-soak.ts'

/** How to run a piece. */
export interface PieceOptions extends Piece {
  /** Keeps the folder of a failed piece. */
  readonly keep: boolean
  /** Called with progress and result, one line each. */
  readonly say: (line: string) => void
}

/** A target that runs longer has stalled, milliseconds. */
const longestTarget = 3 * 3_600_000
/** How many lines of findings are shown; there may be hundreds of the same kind. */
const shown = 20

/** Runs one of the targets in this process; returns whether it holds. */
export async function runTarget(
  { name, seed, size, keep, say }: PieceOptions,
  targets: Readonly<Record<string, Pick<Registered, 'run' | 'on'>>> = allTargets,
): Promise<boolean> {
  const { run, on } = targets[name] as Registered
  const folder = mkdtempSync(join(on === 'memory' && existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'setdesk-soak-'))
  const began = performance.now()
  const stall = setTimeout(() => {
    say(`FALLS SHORT  ${name}: it has not come to its end in ${longestTarget / 3_600_000} h (seed ${seed})`)
    process.exit(1)
  }, longestTarget)
  const result = await run({ seed, folder, size, say: (line) => say(`  ${name}: ${line}`) }).catch((error: unknown) =>
    judge(name, { seed }, { figure: 'it broke off', bound: 'that it runs to its end', wrong: [String(error)] }),
  )
  clearTimeout(stall)
  say(`${result.line} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  for (const line of result.wrong.slice(0, shown)) say(`    ${line}`)
  if (result.wrong.length > shown) say(`    and ${result.wrong.length - shown} more`)
  if (!result.holds && keep) say(`    kept in ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
  return result.holds
}
