import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import StrayErrorsReporter, { STRAY_ERRORS_FILE } from '../../../scripts/lib/stray-errors.mjs'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'stray-errors-'))))
afterEach(() => rmSync(folder, { recursive: true }))

describe('the report of errors outside any test', () => {
  it('contains the stack of each error, or what else is known of it if it has no stack', () => {
    const file = path.join(folder, 'errors.json')
    vi.stubEnv(STRAY_ERRORS_FILE, file)
    const errors = [
      { message: 'one', stack: 'Error: one\n    at two' },
      { message: 'three' },
      { message: 4 },
      { code: 5 },
    ]
    new StrayErrorsReporter().onTestRunEnd([], errors)
    vi.unstubAllEnvs()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([
      'Error: one\n    at two',
      'three',
      '{"message":4}',
      '{"code":5}',
    ])
  })

  it('is not written if no file is named', () => {
    vi.stubEnv(STRAY_ERRORS_FILE, undefined)
    new StrayErrorsReporter().onTestRunEnd([], [{ message: 'one' }])
    vi.unstubAllEnvs()
  })
})
