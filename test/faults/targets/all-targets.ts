import { answers } from './answers.ts'
import { clock } from './clock.ts'
import { corruption } from './corruption.ts'
import { dialects } from './dialects.ts'
import { diskFull } from './disk-full.ts'
import { fleet } from './fleet.ts'
import { kill } from './kill.ts'
import { labels } from './labels.ts'
import { matrix } from './matrix.ts'
import { migrations } from './migrations.ts'
import { model } from './model.ts'
import { outage } from './outage.ts'
import { restore } from './restore.ts'
import { shift } from './shift.ts'
import type { Target } from './target.ts'
import { twoInstances } from './two-instances.ts'
import { walCuts } from './wal-cuts.ts'
import { writeAhead } from './write-ahead.ts'

/** A target and its folders: on disk if its processes or its time are real, else in memory if possible. */
export interface Registered {
  readonly run: Target
  readonly on: 'disk' | 'memory'
  /** Approximate time alone at full size, seconds: of several targets at once, the longest starts first. */
  readonly takes: number
  /** The target runs only if `--only` names it. */
  readonly isAsked?: true
  /** For a target of many small pieces that can run in parts: the number of parts, and the full size. */
  readonly parts?: { readonly count: number; readonly size: number }
}

/** Every target of "Nothing lost, nothing doubled", in order; the names are those of `--only`. */
export const allTargets: Readonly<Record<string, Registered>> = {
  kill: { run: kill, on: 'disk', takes: 420 },
  'write-ahead': { run: writeAhead, on: 'memory', takes: 14 },
  'wal-cuts': { run: walCuts, on: 'memory', takes: 25 },
  matrix: { run: matrix, on: 'disk', takes: 280 },
  model: { run: model, on: 'memory', takes: 1900, parts: { count: 8, size: 10_000 } },
  answers: { run: answers, on: 'memory', takes: 200 },
  dialects: { run: dialects, on: 'memory', takes: 900, parts: { count: 4, size: 500 } },
  clock: { run: clock, on: 'memory', takes: 5 },
  'disk-full': { run: diskFull, on: 'memory', takes: 12 },
  corruption: { run: corruption, on: 'memory', takes: 15 },
  restore: { run: restore, on: 'memory', takes: 120 },
  migrations: { run: migrations, on: 'memory', takes: 10 },
  'two-instances': { run: twoInstances, on: 'disk', takes: 75 },
  outage: { run: outage, on: 'memory', takes: 8 },
  labels: { run: labels, on: 'memory', takes: 120 },
  shift: { run: shift, on: 'memory', takes: 500, isAsked: true },
  fleet: { run: fleet, on: 'memory', takes: 400, isAsked: true },
}
