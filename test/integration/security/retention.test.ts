import { test } from 'vitest'
import { retention } from '../../security/targets/retention.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('nothing of a subscriber is left in any file once the retention period is over', { timeout: 60_000 }, () =>
  holdTarget(retention, 4),
)
