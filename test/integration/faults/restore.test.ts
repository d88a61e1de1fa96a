import { test } from 'vitest'
import { restore } from '../../faults/targets/restore.ts'
import { holdTarget } from './hold-target.ts'

test(
  'an old copy restored at any stage of a drain is read back before anything is sent, and doubles nothing',
  { timeout: 120_000 },
  () => holdTarget(restore, 8),
)
