import { test } from 'vitest'
import { migrations } from '../../faults/targets/migrations.ts'
import { holdTarget } from './hold-target.ts'

test(
  'opens a file of any release that was killed during its migration, and leaves a newer file unchanged',
  { timeout: 120_000 },
  () => holdTarget(migrations, 12),
)
