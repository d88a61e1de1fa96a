import { test } from 'vitest'
import { matrix } from '../../faults/targets/matrix.ts'
import { holdTarget } from './hold-target.ts'

test(
  'every fault at a changing call comes to the end that is asserted for it, and doubles nothing',
  { timeout: 120_000 },
  () => holdTarget(matrix, 26),
)
