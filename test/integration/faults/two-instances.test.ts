import { test } from 'vitest'
import { twoInstances } from '../../faults/targets/two-instances.ts'
import { holdTarget } from './hold-target.ts'

// Windows has neither of the signals.
test.skipIf(process.platform === 'win32')(
  'a data folder never has two owners, whether the owner is frozen, killed or gives it back',
  { timeout: 120_000 },
  () => holdTarget(twoInstances, 16),
)
