import { test } from 'vitest'
import { subscribers } from '../../security/targets/subscribers.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('no file shows a subscriber, the token or the key, and erasing leaves no file', { timeout: 60_000 }, () =>
  holdTarget(subscribers, 12),
)
