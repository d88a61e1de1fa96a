import { test } from 'vitest'
import { diskFull } from '../../faults/targets/disk-full.ts'
import { holdTarget } from './hold-target.ts'

test(
  'a full disk is reported at once, and no call is sent that was not written to the disk first',
  { timeout: 120_000 },
  () => holdTarget(diskFull, 6),
)
