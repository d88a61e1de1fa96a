import { clock } from './clock.ts'
import { corruption } from './corruption.ts'
import { diskFull } from './disk-full.ts'
import { kill } from './kill.ts'
import { labels } from './labels.ts'
import { matrix } from './matrix.ts'
import { migrations } from './migrations.ts'
import { model } from './model.ts'
import { outage } from './outage.ts'
import { restore } from './restore.ts'
import type { Target } from './target.ts'
import { twoInstances } from './two-instances.ts'
import { walCuts } from './wal-cuts.ts'
import { writeAhead } from './write-ahead.ts'

/** Where a target's folders lie: on the disk where its processes or its time are real, else in memory where there is some. */
export interface Registered {
  readonly run: Target
  readonly on: 'disk' | 'memory'
}

/** Every target of "Nothing lost, nothing doubled", in its order; the names are those of `--only`. */
export const allTargets: Readonly<Record<string, Registered>> = {
  kill: { run: kill, on: 'disk' },
  'write-ahead': { run: writeAhead, on: 'memory' },
  'wal-cuts': { run: walCuts, on: 'memory' },
  matrix: { run: matrix, on: 'disk' },
  model: { run: model, on: 'memory' },
  clock: { run: clock, on: 'memory' },
  'disk-full': { run: diskFull, on: 'memory' },
  corruption: { run: corruption, on: 'memory' },
  restore: { run: restore, on: 'memory' },
  migrations: { run: migrations, on: 'memory' },
  'two-instances': { run: twoInstances, on: 'disk' },
  outage: { run: outage, on: 'memory' },
  labels: { run: labels, on: 'memory' },
}
