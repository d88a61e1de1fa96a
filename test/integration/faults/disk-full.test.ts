import { test } from 'vitest'
import { diskFull } from '../../faults/targets/disk-full.ts'
import { holdTarget } from './hold-target.ts'

test(
  'a disk without room is told at once, sends nothing unwritten, and lets the drain go on later',
  { timeout: 120_000 },
  () => holdTarget(diskFull, 6),
)
