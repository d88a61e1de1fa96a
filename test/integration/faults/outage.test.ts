import { test } from 'vitest'
import { outage } from '../../faults/targets/outage.ts'
import { holdTarget } from './hold-target.ts'

test(
  'a platform that is away is asked once a minute at the most, and not before the time it named',
  { timeout: 120_000 },
  () => holdTarget(outage, 1),
)
