import { test } from 'vitest'
import { matrix } from '../../faults/targets/matrix.ts'
import { holdTarget } from './hold-target.ts'

test('every fault of a changing call leads to the expected end, and doubles no effect', { timeout: 120_000 }, () =>
  holdTarget(matrix, 26),
)
