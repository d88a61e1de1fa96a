import { test } from 'vitest'
import { corruption } from '../../faults/targets/corruption.ts'
import { holdTarget } from './hold-target.ts'

test(
  'reports every loss when a file or a log is damaged, cut or missing, and keeps the damaged file',
  { timeout: 120_000 },
  () => holdTarget(corruption, 56),
)
