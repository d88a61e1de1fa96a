/** Questions that a screen has under way: one a slot, so that the one which is overtaken stops at the network. */
export interface Questions {
  /** Asks; what the same slot asked before is cancelled. `overtaken` where that happened to this one meanwhile. */
  readonly ask: <T>(slot: string, put: (signal: AbortSignal) => Promise<T>) => Promise<T | 'overtaken'>
  /** Asks so, and gives what it came to, also where it was cancelled. */
  readonly follow: <T>(slot: string, put: (signal: AbortSignal) => Promise<T>) => Promise<T>
  readonly cancel: (slot: string) => void
}

/** Remembers nothing that is over. */
export function createQuestions(): Questions {
  const underWay = new Map<string, AbortController>()
  const cancel = (slot: string): void => underWay.get(slot)?.abort()
  const follow: Questions['follow'] = async (slot, put) => {
    cancel(slot)
    const own = new AbortController()
    underWay.set(slot, own)
    try {
      return await put(own.signal)
    } finally {
      if (underWay.get(slot) === own) underWay.delete(slot)
    }
  }
  return {
    cancel,
    follow,
    ask: (slot, put) =>
      follow(slot, async (signal) => {
        const answer = await put(signal)
        return signal.aborted ? 'overtaken' : answer
      }),
  }
}
