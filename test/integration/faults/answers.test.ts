import { test } from 'vitest'
import { answers } from '../../faults/targets/answers.ts'
import { holdTarget } from './hold-target.ts'

test('never contradicts the ledger of a generated platform by a verdict or a reading', { timeout: 240_000 }, () =>
  holdTarget(answers, 6000),
)
