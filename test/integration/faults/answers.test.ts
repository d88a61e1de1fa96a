import { test } from 'vitest'
import { answers } from '../../faults/targets/answers.ts'
import { holdTarget } from './hold-target.ts'

test(
  'no verdict on an answer of a drawn platform, and nothing read from it, contradicts its ledger',
  { timeout: 240_000 },
  () => holdTarget(answers, 6000),
)
