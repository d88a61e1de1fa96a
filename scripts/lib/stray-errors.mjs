import { writeFileSync } from 'node:fs'

/** The variable that names the file for the errors. Vitest creates the reporter, so only the environment can pass the file's name. */
export const STRAY_ERRORS_FILE = 'SETDESK_STRAY_ERRORS_FILE'

/**
 * A reporter of Vitest. It writes down the errors that happened outside any test, such as a rejected promise that no code awaits. Such
 * errors fail a run, but Vitest's JSON report does not contain them.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter as the default export.
export default class StrayErrorsReporter {
  /**
   * @param {unknown} _modules
   * @param {readonly { stack?: unknown, message?: unknown }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env[STRAY_ERRORS_FILE]
    if (file !== undefined) writeFileSync(file, JSON.stringify(errors.map(describe)))
  }
}

/**
 * A thrown value need not be an error, so it may have no stack and no message.
 * @param {{ stack?: unknown, message?: unknown }} error
 */
const describe = ({ stack, message, ...rest }) =>
  [stack, message].find((text) => typeof text === 'string') ?? JSON.stringify({ message, ...rest })
