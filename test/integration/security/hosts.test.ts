import { test } from 'vitest'
import { files } from '../../security/targets/files.ts'
import { loopback } from '../../security/targets/loopback.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('no host serves a file from outside the folder of the page', { timeout: 60_000 }, () => holdTarget(files, 100))

test('the loopback host refuses every attack over HTTP', { timeout: 60_000 }, () => holdTarget(loopback, 60))
