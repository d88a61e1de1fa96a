import { test } from 'vitest'
import { restore } from '../../faults/targets/restore.ts'
import { holdTarget } from './hold-target.ts'

test(
  'reads back an old copy, restored at any stage of a drain, before it sends anything, and doubles nothing',
  { timeout: 120_000 },
  () => holdTarget(restore, 8),
)
