import { test } from 'vitest'
import { scan } from '../../security/targets/scan.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('finds no mistake of an Electron app in the sources that is not explained', () => holdTarget(scan, 1))
