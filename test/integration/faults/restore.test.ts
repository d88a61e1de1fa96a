import { test } from 'vitest'
import { restore } from '../../faults/targets/restore.ts'
import { holdTarget } from './hold-target.ts'

test(
  'jobs of a copy that is restored at any stage of sending are read back before they are sent, and nothing is doubled',
  { timeout: 120_000 },
  () => holdTarget(restore, 8),
)
