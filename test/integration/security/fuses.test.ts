import { test } from 'vitest'
import { fuses } from '../../security/targets/fuses.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('sets all nine fuses of a packaged program, and changes nothing else in it', { timeout: 60_000 }, () =>
  holdTarget(fuses, 2),
)
