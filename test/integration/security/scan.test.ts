import { test } from 'vitest'
import { scan } from '../../security/targets/scan.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('the sources contain no typical mistake of an Electron app without an explanation', () => holdTarget(scan, 1))
