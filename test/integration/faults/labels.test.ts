import { test } from 'vitest'
import { labels } from '../../faults/targets/labels.ts'
import { holdTarget } from './hold-target.ts'

test('generated scans are sorted without an exception, and no identifier is invented', { timeout: 120_000 }, () =>
  holdTarget(labels, 20_000),
)
