import { test } from 'vitest'
import { walCuts } from '../../faults/targets/wal-cuts.ts'
import { holdTarget } from './hold-target.ts'

test(
  'power that fails anywhere in a drain leaves what was committed, with all that was said or sent',
  { timeout: 120_000 },
  () => holdTarget(walCuts, 80),
)
