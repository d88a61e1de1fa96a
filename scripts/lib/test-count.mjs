/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 *
 * The part of Vitest's JSON report that is read here.
 * @typedef {{ name: string, status: string, assertionResults: readonly { status: string, fullName: string }[] }} FileReport
 * @typedef {{ testResults: readonly FileReport[] }} VitestReport
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
 * The failed files of a run, each with the names of its failed tests.
 * @param {VitestReport | undefined} report
 * @returns {readonly { file: string, tests: readonly string[] }[]}
 */
export function listFailures(report) {
  if (report === undefined) return []
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, assertionResults }) => ({
      file: name,
      tests: assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    }))
}

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
