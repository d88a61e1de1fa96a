import type { App, BrowserWindow, Dialog, Event, PowerMonitor } from 'electron'
import { describeProblem, sayProblem } from '../bridge/describe-problem.ts'
import { hostTexts, sayFailure } from '../host/say.ts'
import type { Log } from '../ports.ts'

/** The longest wait for the app to stop, in milliseconds. Then the process ends anyway, because saved work is always on disk. */
const longestStopMs = 5000

/** The longest wait for the system to end the process for an update, in milliseconds. Then the process ends without the update. */
const longestUpdateMs = 120_000

interface Ending {
  readonly stop: () => Promise<void>
  /** Releases what only one process may have: the data folder, and Electron's lock for a single instance. May be called twice. */
  readonly release: () => void
  /**
   * Installs a version that is ready, and calls `release` as late as possible: a second process would run the former version, and would
   * take the new one for its own. `ends`: the system will end this process. False: none is ready, or the installation failed.
   */
  readonly install: (restarts: () => boolean, release: () => void) => Promise<'done' | 'ends' | false>
  readonly relaunch: () => void
}

/** Before the process ends, stops sending at the next safe point and then installs a new version if one is ready. */
export function setUpEnding(app: Pick<App, 'on' | 'exit'>, { stop, release, install, relaunch }: Ending) {
  let isEnding = false
  let isOver = false
  let startsAgain = false
  let sessionEnds = false
  const end = async (hasStopped: boolean): Promise<void> => {
    // An installer must not run while something may still be sent, or while the system ends. The version then waits for the next end.
    const installed =
      hasStopped && !sessionEnds && (await install(() => startsAgain, release).catch(() => false as const))
    release()
    isOver = true
    if (installed === 'ends') return void setTimeout(() => app.exit(0), longestUpdateMs)
    // An installed new version starts by itself.
    if (startsAgain && installed === false) relaunch()
    app.exit(0)
  }
  app.on('will-quit', (event) => {
    // Everything has already stopped, and the system now ends the process for an update.
    if (isOver) return
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    const timeout = new Promise<false>((resolve) => setTimeout(() => resolve(false), longestStopMs))
    const stopped = stop().then(
      () => true,
      () => false,
    )
    void Promise.race([stopped, timeout]).then(end)
  })
  return {
    isEnding: (): boolean => isEnding,
    startAgain: (): void => void (startsAgain = true),
    /** The user's session ends, so nothing is asked, installed or started again. */
    endSession(): void {
      sessionEnds = true
      startsAgain = false
    },
    /** Whether the user may be asked before the window closes. */
    mayAsk: (): boolean => !startsAgain && !sessionEnds,
  }
}

/**
 * Calls `end` when the system ends the user's session: powers off (Linux and macOS), logs the user off (macOS and Windows), or asks the
 * process to end (Linux, also at log-off). Called once Electron is ready.
 */
export function hearSessionEnd(
  system: {
    readonly powerMonitor: Pick<PowerMonitor, 'on'>
    readonly window: Pick<BrowserWindow, 'on'>
    readonly process: Pick<NodeJS.Process, 'on' | 'removeAllListeners'>
  },
  end: () => void,
): void {
  // The declaration leaves out the event. If its default is prevented, Linux waits for some seconds until the app has ended.
  system.powerMonitor.on('shutdown', (event?: Event) => {
    event?.preventDefault()
    end()
  })
  system.window.on('session-end', end)
  // Electron has taken the signal for itself, and would quit with a question. Node hears it again only if no listener from before is left.
  system.process.removeAllListeners('SIGTERM')
  system.process.on('SIGTERM', end)
}

/** Logs an uncaught error, shows it and ends the app. The error's message is left out, because it may contain a secret. */
export function createErrorEnd(
  { app, dialog }: { readonly app: Pick<App, 'exit' | 'whenReady'>; readonly dialog: Pick<Dialog, 'showErrorBox'> },
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
    const sentence = sayFailure(thrown, sayProblem(problem), log === undefined ? 'failed' : 'broken')
    void showLast({ app, dialog }, sentence, 1)
  }
}

/** Shows why Setdesk ends, and ends it. Waits until Electron is ready, because Linux shows no box before. */
export async function showLast(
  { app, dialog }: { readonly app: Pick<App, 'exit' | 'whenReady'>; readonly dialog: Pick<Dialog, 'showErrorBox'> },
  sentence: string,
  exitCode: number,
): Promise<void> {
  await app.whenReady()
  dialog.showErrorBox(hostTexts().title, sentence)
  app.exit(exitCode)
}
