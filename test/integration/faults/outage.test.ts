import { test } from 'vitest'
import { outage } from '../../faults/targets/outage.ts'
import { holdTarget } from './hold-target.ts'

test(
  'an unavailable platform is asked at most once a minute, and not before the time that the platform named',
  { timeout: 120_000 },
  () => holdTarget(outage, 1),
)
