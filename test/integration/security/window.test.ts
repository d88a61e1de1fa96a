import { test } from 'vitest'
import { window } from '../../security/targets/window.ts'
import { holdTarget } from '../faults/hold-target.ts'

test(
  'the window stays isolated, on its own page, and without permissions except for the camera and notifications',
  { timeout: 180_000 },
  () => holdTarget(window, 100),
)
