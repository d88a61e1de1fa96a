/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 *
 * The part of Vitest's JSON report that is read here.
 * @typedef {{ status: string, fullName: string, failureMessages?: readonly string[] | null }} TestReport
 * @typedef {{ name: string, status: string, message?: string, assertionResults: readonly TestReport[] }} FileReport
 * @typedef {{ testResults: readonly FileReport[] }} VitestReport
 *
 * @typedef {{ file?: string, test?: string, error: string }} Failure
 */

/** @type {Count} */
const NOTHING = { passed: 0, failed: 0, skipped: 0 }

/**
 * The count of a single check, such as a type check.
 * @param {boolean} passed
 * @returns {Count}
 */
export const countCheck = (passed) => ({ ...NOTHING, passed: passed ? 1 : 0, failed: passed ? 0 : 1 })

/**
 * The tests of a Vitest run. Each of these counts as one failure: a file that could not be loaded, a failed run without a failed
 * test (an error outside any test), and a missing report.
 * @param {VitestReport | undefined} report
 * @param {number | null} exitCode
 * @returns {Count}
 */
export function countReport(report, exitCode) {
  if (report === undefined) return countCheck(false)
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  const passed = tests.filter((status) => status === 'passed').length
  const failed = tests.filter((status) => status === 'failed').length + report.testResults.filter(isBroken).length
  return {
    passed,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: tests.filter((status) => status !== 'passed' && status !== 'failed').length,
  }
}

/**
 * Whether a file failed without a failed test: it could not be loaded, or an error happened outside its tests.
 * @param {FileReport} file
 */
const isBroken = ({ status, assertionResults }) =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed')

/**
 * The failed tests of a run, and the files that failed without a failed test, each with the beginning of its error.
 * @param {VitestReport | undefined} report
 * @returns {readonly (Failure & { file: string })[]}
 */
export function listFailures(report) {
  if (report === undefined) return []
  return report.testResults.flatMap((file) =>
    isBroken(file)
      ? [{ file: file.name, error: beginningOf(file.message) }]
      : file.assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => ({
            file: file.name,
            test: fullName,
            error: beginningOf(failureMessages?.[0]),
          })),
  )
}

/**
 * The errors that happened outside any test. Only the stack shows where such an error comes from, so its first 12 lines are kept.
 * @param {readonly string[]} [errors]
 * @returns {readonly Failure[]}
 */
export const listStrayErrors = (errors = []) =>
  errors.map((error) => ({ test: 'an error outside any test', error: error.split('\n').slice(0, 12).join('\n') }))

/**
 * Describes a run that wrote no report, because Vitest itself died or was killed. Names the files that were running.
 * @param {{ code: number | null, signal: NodeJS.Signals | null }} ending
 * @param {readonly string[]} [running] the files that were running
 * @returns {Failure}
 */
export const describeDeath = ({ code, signal }, running = []) => ({
  test: 'Vitest ended before the end of the tests',
  error: [
    signal === null ? `Its exit code was ${code}.` : `It was ended by ${signal}.`,
    running.length === 0 ? 'No test file was running.' : 'These files were running:',
    ...running,
  ].join('\n'),
})

/**
 * The beginning of an error's message, without the stack: at most 12 lines of 300 characters.
 * @param {string | undefined} message
 */
const beginningOf = (message = '') =>
  message
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.slice(0, 300))
    .join('\n')

/**
 * @param {readonly Count[]} counts
 * @returns {Count}
 */
export function addCounts(counts) {
  return counts.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    NOTHING,
  )
}

/**
 * The last line of `npm test`.
 * @param {Count} count
 * @returns {string}
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
