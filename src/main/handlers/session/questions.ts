/** A screen's questions under way, one per slot. A newer question in the slot cancels the older one's request. */
export interface Questions {
  /** Asks, and cancels the slot's earlier question. Gives `superseded` if this question was cancelled meanwhile. */
  readonly ask: <T>(slot: string, put: (signal: AbortSignal) => Promise<T>) => Promise<T | 'superseded'>
  /** Like `ask`, but gives the result even if the question was cancelled. */
  readonly follow: <T>(slot: string, put: (signal: AbortSignal) => Promise<T>) => Promise<T>
  readonly cancel: (slot: string) => void
}

/** Keeps nothing of finished questions. */
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
        return signal.aborted ? 'superseded' : answer
      }),
  }
}
