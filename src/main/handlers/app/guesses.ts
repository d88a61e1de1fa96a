import type { Clock } from '../../ports.ts'

/** This many wrong guesses in a row are answered without a pause, because any technician may mistype. */
const quickTries = 3
const longestPause = 30_000

/** The pause before the next guess, in milliseconds. `wrong` is the number of wrong guesses in a row. */
const pauseAfter = (wrong: number): number =>
  wrong < quickTries ? 0 : Math.min(longestPause, 1000 * 2 ** (wrong - quickTries))

/**
 * Allows one guess of a secret at a time. Simultaneous guesses wait for each other, and each wrong guess makes the next pause longer.
 * `countWrong` returns the number of wrong guesses in a row so far.
 */
export function createGuesses(clock: Pick<Clock, 'after'>) {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(countWrong: () => number, attempt: () => Promise<T>): Promise<T> => {
    const tried = last.then(async () => {
      const pause = pauseAfter(countWrong())
      if (pause > 0) await new Promise<void>((resolve) => void clock.after(pause, resolve))
      return attempt()
    })
    last = tried.catch(() => undefined)
    return tried
  }
}
