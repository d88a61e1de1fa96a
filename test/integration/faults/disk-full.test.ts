import { test } from 'vitest'
import { diskFull } from '../../faults/targets/disk-full.ts'
import { holdTarget } from './hold-target.ts'

test('reports a full disk at once, sends nothing that is not written, and continues later', { timeout: 120_000 }, () =>
  holdTarget(diskFull, 6),
)
