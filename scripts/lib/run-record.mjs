import { writeFileSync } from 'node:fs'

/** The variable that names the file of the record. Vitest creates the reporter, so only the environment can pass the file's name. */
export const RUN_RECORD_FILE = 'SETDESK_RUN_RECORD_FILE'

/**
 * What Vitest's JSON report leaves out.
 * @typedef {object} RunRecord
 * @property {readonly string[]} running the test files that were running; empty after the end of a run. If Vitest itself dies, this
 *   is all that is left of the run.
 * @property {readonly string[]} strayErrors the errors that happened outside any test, such as a rejected promise that no code
 *   awaits. Such errors fail a run.
 */

/** A reporter of Vitest, which keeps a {@link RunRecord} in a file. */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter as the default export.
export default class RunRecordReporter {
  #running = new Set()

  /** @param {{ moduleId: string }} file */
  onTestModuleStart({ moduleId }) {
    this.#running.add(moduleId)
    this.#write([])
  }

  /** @param {{ moduleId: string }} file */
  onTestModuleEnd({ moduleId }) {
    this.#running.delete(moduleId)
    this.#write([])
  }

  /**
   * @param {unknown} _modules
   * @param {readonly { stack?: unknown, message?: unknown }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    this.#running.clear()
    this.#write(errors.map(describe))
  }

  /** @param {readonly string[]} strayErrors */
  #write(strayErrors) {
    const file = process.env[RUN_RECORD_FILE]
    if (file !== undefined) writeFileSync(file, JSON.stringify({ running: [...this.#running], strayErrors }))
  }
}

/**
 * A thrown value need not be an error, so it may have no stack and no message.
 * @param {{ stack?: unknown, message?: unknown }} error
 */
const describe = ({ stack, message, ...rest }) =>
  [stack, message].find((text) => typeof text === 'string') ?? JSON.stringify({ message, ...rest })
