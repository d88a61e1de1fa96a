import { test } from 'vitest'
import { migrations } from '../../faults/targets/migrations.ts'
import { holdTarget } from './hold-target.ts'

test(
  'a ledger of any release can be opened after a kill during its migration, and a newer ledger stays unchanged',
  { timeout: 120_000 },
  () => holdTarget(migrations, 12),
)
