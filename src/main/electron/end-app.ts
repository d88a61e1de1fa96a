import type { App, Dialog } from 'electron'
import { describeProblem, sayProblem } from '../bridge/describe-problem.ts'
import { fillIn, hostTexts } from '../host/say.ts'
import type { Log } from '../ports.ts'

/** The longest wait for the app to stop. The process then ends anyway: saved work is always on disk. */
const longestStopMs = 5000

/** Before the process ends, stops sending at the next safe point. `release` gives up the lock on the data folder. */
export function setUpEnding(
  app: Pick<App, 'on' | 'exit' | 'relaunch'>,
  { stop, release }: { readonly stop: () => Promise<void>; readonly release: () => void },
) {
  let isEnding = false
  let startsAgain = false
  const end = (): void => {
    release()
    if (startsAgain) app.relaunch()
    app.exit(0)
  }
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, longestStopMs))
    void Promise.race([stop().catch(() => undefined), timeout]).then(end)
  })
  return {
    isEnding: (): boolean => isEnding,
    /** Starts the app again after this process has ended. */
    startAgain: (): void => void (startsAgain = true),
  }
}

/** Logs an uncaught error, shows it without its message, which may hold a secret, and ends the app. */
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
    const sentence = log === undefined ? hostTexts().failed : hostTexts().broken
    dialog.showErrorBox(hostTexts().title, fillIn(sentence, { code: sayProblem(problem) }))
    app.exit(1)
  }
}
