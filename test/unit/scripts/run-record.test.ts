import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import RunRecordReporter, { RUN_RECORD_FILE, type RunRecord } from '../../../scripts/lib/run-record.mjs'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'run-record-'))))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function keepRecord(): () => RunRecord {
  const file = path.join(folder, 'record.json')
  vi.stubEnv(RUN_RECORD_FILE, file)
  return () => JSON.parse(readFileSync(file, 'utf8')) as RunRecord
}

describe('the record of a test run', () => {
  it('names the files that are running at any moment', () => {
    const read = keepRecord()
    const reporter = new RunRecordReporter()
    reporter.onTestModuleStart({ moduleId: 'one.test.ts' })
    reporter.onTestModuleStart({ moduleId: 'two.test.ts' })
    expect(read()).toEqual({ running: ['one.test.ts', 'two.test.ts'], strayErrors: [] })
    reporter.onTestModuleEnd({ moduleId: 'one.test.ts' })
    expect(read()).toEqual({ running: ['two.test.ts'], strayErrors: [] })
  })

  it('contains the stack of each error outside any test, or the message or the thrown value if there is no stack', () => {
    const read = keepRecord()
    const errors = [
      { message: 'one', stack: 'Error: one\n    at two' },
      { message: 'three' },
      { message: 4 },
      { code: 5 },
    ]
    const reporter = new RunRecordReporter()
    reporter.onTestModuleStart({ moduleId: 'one.test.ts' })
    reporter.onTestRunEnd([], errors)
    expect(read()).toEqual({
      running: [],
      strayErrors: ['Error: one\n    at two', 'three', '{"message":4}', '{"code":5}'],
    })
  })

  it('is not written if no file is named', () => {
    vi.stubEnv(RUN_RECORD_FILE, undefined)
    new RunRecordReporter().onTestRunEnd([], [{ message: 'one' }])
  })
})
