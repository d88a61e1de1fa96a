import { test } from 'vitest'
import { clock } from '../../faults/targets/clock.ts'
import { holdTarget } from './hold-target.ts'

test(
  'a change of the clock or a sleep of the computer neither hurries nor stops nor reorders jobs',
  { timeout: 120_000 },
  () => holdTarget(clock, 1),
)
