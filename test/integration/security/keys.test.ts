import { test } from 'vitest'
import { keys } from '../../security/targets/keys.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('while the key cannot be opened, the queue stays complete and unsent, and is sent afterwards', () =>
  holdTarget(keys, 1))
