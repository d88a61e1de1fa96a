import { test } from 'vitest'
import { files } from '../../security/targets/files.ts'
import { loopback } from '../../security/targets/loopback.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('serves no file from outside the folder of the page, on both hosts', { timeout: 60_000 }, () =>
  holdTarget(files, 100),
)

test('refuses every attack on the loopback host over HTTP', { timeout: 60_000 }, () => holdTarget(loopback, 60))
