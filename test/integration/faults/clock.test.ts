import { test } from 'vitest'
import { clock } from '../../faults/targets/clock.ts'
import { holdTarget } from './hold-target.ts'

test(
  'neither hurries nor stops nor reorders work when the clock is set or the computer sleeps',
  { timeout: 120_000 },
  () => holdTarget(clock, 1),
)
