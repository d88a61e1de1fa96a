import { test } from 'vitest'
import { migrations } from '../../faults/targets/migrations.ts'
import { holdTarget } from './hold-target.ts'

test(
  'a file of any release that was killed during its migration can be opened, and a newer file stays unchanged',
  { timeout: 120_000 },
  () => holdTarget(migrations, 12),
)
