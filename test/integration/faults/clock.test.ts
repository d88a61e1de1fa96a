import { test } from 'vitest'
import { clock } from '../../faults/targets/clock.ts'
import { holdTarget } from './hold-target.ts'

test(
  'a clock that is set, or a computer that sleeps, neither hastens nor halts nor reorders work',
  { timeout: 120_000 },
  () => holdTarget(clock, 1),
)
