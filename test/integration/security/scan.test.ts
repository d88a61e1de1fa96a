import { test } from 'vitest'
import { scan } from '../../security/targets/scan.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('the sources contain no unexplained mistake that is typical of Electron apps', () => holdTarget(scan, 1))
