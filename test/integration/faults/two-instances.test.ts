import { test } from 'vitest'
import { twoInstances } from '../../faults/targets/two-instances.ts'
import { holdTarget } from './hold-target.ts'

// Windows has neither of the signals.
test.skipIf(process.platform === 'win32')(
  'a data folder never has two owners, even if the owner is frozen, is killed or releases the folder',
  { timeout: 120_000 },
  () => holdTarget(twoInstances, 16),
)
