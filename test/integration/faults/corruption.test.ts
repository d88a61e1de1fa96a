import { test } from 'vitest'
import { corruption } from '../../faults/targets/corruption.ts'
import { holdTarget } from './hold-target.ts'

test(
  'a file or a log that is spoilt, cut or gone loses nothing without a word, and is kept as it was',
  { timeout: 120_000 },
  () => holdTarget(corruption, 56),
)
