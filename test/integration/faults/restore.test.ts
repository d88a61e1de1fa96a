import { test } from 'vitest'
import { restore } from '../../faults/targets/restore.ts'
import { holdTarget } from './hold-target.ts'

test(
  'jobs of an old copy that is restored at any stage of a drain are read back before anything is sent, and nothing is doubled',
  { timeout: 120_000 },
  () => holdTarget(restore, 8),
)
