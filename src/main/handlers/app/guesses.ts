import type { Clock } from '../../ports.ts'

/** So many wrong guesses in a row are answered without a pause, because anybody may mistype. */
const quickTries = 3
const longestPause = 30_000

/** Milliseconds before the next try, after so many wrong ones in a row. */
const pauseAfter = (wrong: number): number =>
  wrong < quickTries ? 0 : Math.min(longestPause, 1000 * 2 ** (wrong - quickTries))

/**
 * Lets a secret be guessed one try at a time: guesses that are sent together wait for each other, and who guesses waits longer
 * each time. `countWrong`: wrong ones in a row so far.
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
