import type { App, Dialog } from 'electron'
import { describeProblem } from '../bridge/describe-problem.ts'
import { fillIn, hostTexts } from '../host/say.ts'
import type { Log } from '../ports.ts'

/**
 * Handles an uncaught error: logs it, shows it without its message, which may hold a secret, and ends the app. Saved work is
 * always on disk.
 */
export function createErrorEnd(
  { app, dialog }: { readonly app: Pick<App, 'exit'>; readonly dialog: Pick<Dialog, 'showErrorBox'> },
  /** Undefined until the app has started. */
  logOf: () => Log | undefined,
): (thrown: unknown) => void {
  let isSaid = false
  return (thrown) => {
    if (isSaid) return
    isSaid = true
    const problem = describeProblem(thrown)
    const log = logOf()
    log?.problem('uncaught', problem)
    const { error, code = '', at = '' } = problem
    const sentence = log === undefined ? hostTexts.failed : hostTexts.broken
    dialog.showErrorBox(hostTexts.title, fillIn(sentence, { code: `${error} ${code} ${at}`.trim() }))
    app.exit(1)
  }
}
