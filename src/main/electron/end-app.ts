import type { App } from 'electron'

/** How long ending may take before the process ends all the same: saved work is on disk at any moment. */
const longestStopMs = 5000

/** How the app ends. */
export interface Ending {
  readonly isEnding: () => boolean
  /** Starts the app again once this process has ended. */
  readonly startAgain: () => void
}

/** Ends sending at the next safe point before the process ends, and waits a few seconds for that at most. */
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
  /** Settles at the next safe point. */
  readonly stop: () => Promise<void>
  /** Lets go of the data folder. */
  readonly release: () => void
  readonly waitMs?: number
}
