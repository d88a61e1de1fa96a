import { test } from 'vitest'
import { diskFull } from '../../faults/targets/disk-full.ts'
import { holdTarget } from './hold-target.ts'

test(
  'a full disk is reported at once, nothing is sent that was not written, and work continues later',
  { timeout: 120_000 },
  () => holdTarget(diskFull, 6),
)
