import { test } from 'vitest'
import { fuses } from '../../security/targets/fuses.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('all nine Electron fuses of a packaged program are set, and nothing else in it changes', { timeout: 60_000 }, () =>
  holdTarget(fuses, 2),
)
