import { test } from 'vitest'
import { diskFull } from '../../faults/targets/disk-full.ts'
import { holdTarget } from './hold-target.ts'

test(
  'a full disk is reported at once, no call is sent that was not written, and work goes on later',
  { timeout: 120_000 },
  () => holdTarget(diskFull, 6),
)
