import { test } from 'vitest'
import { shift } from '../../faults/targets/shift.ts'
import { holdTarget } from './hold-target.ts'

test(
  'holds no more memory, handles or files after hours at a counter, and does everything once',
  { timeout: 180_000 },
  () => holdTarget(shift, 24, 1),
)
