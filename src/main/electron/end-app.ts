import type { App } from 'electron'

/** The longest wait for the app to stop. The process then ends anyway: saved work is always on disk. */
const longestStopMs = 5000

/** The end of the app. */
export interface Ending {
  readonly isEnding: () => boolean
  /** Starts the app again after this process has ended. */
  readonly startAgain: () => void
}

/** Before the process ends, stops sending at the next safe point. Waits a few seconds at most. */
export function setUpEnding(
  app: Pick<App, 'on' | 'exit' | 'relaunch'>,
  { stop, release, waitMs = longestStopMs }: EndingDeps,
): Ending {
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
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, waitMs))
    void Promise.race([stop().catch(() => undefined), timeout]).then(end)
  })
  return { isEnding: () => isEnding, startAgain: () => void (startsAgain = true) }
}

interface EndingDeps {
  /** Resolves at the next safe point. */
  readonly stop: () => Promise<void>
  /** Releases the lock on the data folder. */
  readonly release: () => void
  readonly waitMs?: number
}
