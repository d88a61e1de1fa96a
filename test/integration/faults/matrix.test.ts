import { test } from 'vitest'
import { matrix } from '../../faults/targets/matrix.ts'
import { holdTarget } from './hold-target.ts'

test('brings every fault of a changing call to its expected end, and doubles nothing', { timeout: 120_000 }, () =>
  holdTarget(matrix, 26),
)
