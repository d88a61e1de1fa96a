import { test } from 'vitest'
import { retention } from '../../security/targets/retention.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('leaves nothing of a subscriber in any file once the retention period is over', { timeout: 60_000 }, () =>
  holdTarget(retention, 4),
)
