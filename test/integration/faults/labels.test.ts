import { test } from 'vitest'
import { labels } from '../../faults/targets/labels.ts'
import { holdTarget } from './hold-target.ts'

test('sorts generated scans without an exception, and makes up no identifier', { timeout: 120_000 }, () =>
  holdTarget(labels, 20_000),
)
