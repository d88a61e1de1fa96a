import { test } from 'vitest'
import { corruption } from '../../faults/targets/corruption.ts'
import { holdTarget } from './hold-target.ts'

test(
  'every loss is reported if a file or a log is damaged, cut or missing, and the damaged file is kept',
  { timeout: 120_000 },
  () => holdTarget(corruption, 56),
)
