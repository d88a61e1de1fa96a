import { test } from 'vitest'
import { migrations } from '../../faults/targets/migrations.ts'
import { holdTarget } from './hold-target.ts'

test(
  'a file of any release that is killed while it is brought up to date opens well, and a newer one is left as it is',
  { timeout: 120_000 },
  () => holdTarget(migrations, 12),
)
