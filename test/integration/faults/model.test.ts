import { test } from 'vitest'
import { model } from '../../faults/targets/model.ts'
import { holdTarget } from './hold-target.ts'

test('no order of events breaks a promise', { timeout: 120_000 }, () => holdTarget(model, 120))
