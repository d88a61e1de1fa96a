import { test } from 'vitest'
import { twoInstances } from '../../faults/targets/two-instances.ts'
import { holdTarget } from './hold-target.ts'

// Windows has neither of the signals.
test.skipIf(process.platform === 'win32')(
  'a data folder is never owned by two processes, even if one of them is frozen, is killed or releases the folder',
  { timeout: 120_000 },
  () => holdTarget(twoInstances, 16),
)
