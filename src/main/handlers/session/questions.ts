type Put<T> = (signal: AbortSignal) => Promise<T>

/** A screen's questions under way, one per slot. A newer question in the slot cancels the older one's request. */
export function createQuestions() {
  const underWay = new Map<string, AbortController>()
  const cancel = (slot: string): void => underWay.get(slot)?.abort()
  const follow = async <T>(slot: string, put: Put<T>): Promise<T> => {
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
    /** Like `ask`, but gives the result even if the question was cancelled. */
    follow,
    /** Asks, and cancels the slot's earlier question. Gives `superseded` if this question was cancelled meanwhile. */
    ask: <T>(slot: string, put: Put<T>): Promise<T | 'superseded'> =>
      follow(slot, async (signal) => {
        const answer = await put(signal)
        return signal.aborted ? 'superseded' : answer
      }),
  }
}
