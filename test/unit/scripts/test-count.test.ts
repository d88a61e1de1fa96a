import { describe, expect, it } from 'vitest'
import {
  addCounts,
  closingLine,
  countCheck,
  countReport,
  describeDeath,
  listFailures,
  listStrayErrors,
} from '../../../scripts/lib/test-count.mjs'

const file = (name: string, ...statuses: readonly string[]) => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ status, fullName: `${name} ${String(index)}` })),
})
const broken = (name: string) => ({ ...file(name), status: 'failed' })
const passing = { testResults: [file('one', 'passed', 'passed', 'skipped'), file('two', 'passed', 'todo')] }

describe('the count of a test run', () => {
  it('contains the tests that passed, failed, were skipped or are left to do', () => {
    expect(countReport(passing, 0)).toEqual({ passed: 3, failed: 0, skipped: 2 })
    const failing = { testResults: [...passing.testResults, file('three', 'failed', 'passed', 'failed')] }
    expect(countReport(failing, 1)).toEqual({ passed: 4, failed: 2, skipped: 2 })
  })

  it('counts a file that could not be loaded as one failure', () => {
    expect(countReport({ testResults: [broken('one'), broken('two')] }, 1).failed).toBe(2)
  })

  it('never shows a failed run as passed', () => {
    expect(countReport(passing, 1).failed).toBe(1)
    expect(countReport(passing, null).failed).toBe(1)
    expect(countReport(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('counts a check as one test, and can be added to another count', () => {
    expect(addCounts([countCheck(true), countCheck(false), { passed: 5, failed: 0, skipped: 4 }])).toEqual({
      passed: 6,
      failed: 1,
      skipped: 4,
    })
  })
})

describe('the list of failures of a test run', () => {
  const failing = {
    ...file('two', 'passed'),
    status: 'failed',
    assertionResults: [
      { status: 'passed', fullName: 'adds' },
      {
        status: 'failed',
        fullName: 'subtracts',
        failureMessages: ['AssertionError: expected 2 to be 1\n\n- 1\n+ 2\n    at sum.test.ts:3:1'],
      },
    ],
  }

  it('names each failed test with the beginning of its error, without the stack', () => {
    expect(listFailures({ testResults: [file('one', 'passed'), failing] })).toEqual([
      { file: 'two', test: 'subtracts', error: 'AssertionError: expected 2 to be 1\n- 1\n+ 2' },
    ])
    expect(listFailures(undefined)).toEqual([])
  })

  it('names a file that could not be loaded, with its error', () => {
    expect(listFailures({ testResults: [{ ...broken('three'), message: 'No such module' }] })).toEqual([
      { file: 'three', error: 'No such module' },
    ])
  })
})

describe('the list of errors outside any test', () => {
  it('contains each error with the beginning of its stack', () => {
    const stack = Array.from({ length: 30 }, (_, index) => `    at line ${String(index)}`)
    const [failure] = listStrayErrors([['Error: database is not open', ...stack].join('\n')])
    expect(failure?.test).toBe('an error outside any test')
    expect(failure?.error.split('\n')).toEqual(['Error: database is not open', ...stack.slice(0, 11)])
  })

  it('is empty if the run wrote no report', () => {
    expect(listStrayErrors(undefined)).toEqual([])
  })
})

describe('the description of a run that wrote no report', () => {
  it('says how Vitest ended and which files were running', () => {
    expect(describeDeath({ code: null, signal: 'SIGSEGV' }, ['one.test.ts', 'two.test.ts']).error).toBe(
      'It was ended by SIGSEGV.\nThese files were running:\none.test.ts\ntwo.test.ts',
    )
    expect(describeDeath({ code: 134, signal: null }).error).toBe('Its exit code was 134.\nNo test file was running.')
  })
})

describe('the closing line of a test run', () => {
  it('mentions skipped tests only if there are some', () => {
    expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
    expect(closingLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped')
  })
})
