import { test } from 'vitest'
import { keys } from '../../security/targets/keys.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('the queue stays complete and unsent while its key does not open, and is sent afterwards', () =>
  holdTarget(keys, 1))
