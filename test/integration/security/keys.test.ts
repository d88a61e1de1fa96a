import { test } from 'vitest'
import { keys } from '../../security/targets/keys.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('keeps the queue whole and sends nothing while its key does not open, and all of it afterwards', () =>
  holdTarget(keys, 1))
