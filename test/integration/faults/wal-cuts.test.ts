import { test } from 'vitest'
import { walCuts } from '../../faults/targets/wal-cuts.ts'
import { holdTarget } from './hold-target.ts'

test(
  'everything that was committed, reported or sent is kept when the power fails at any point of sending',
  { timeout: 120_000 },
  () => holdTarget(walCuts, 80),
)
