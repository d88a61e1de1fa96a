export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>

/** Makes a function that runs one piece of work at a time, in the order of its calls. Work that fails does not stop the work after it. */
export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
