/** Questions that a screen has under way: one a slot, so that the one which is overtaken stops at the network. */
export interface Questions {
  /** Asks; what the same slot asked before is cancelled. `overtaken` where that happened to this one meanwhile. */
  readonly ask: <T>(slot: string, put: (signal: AbortSignal) => Promise<T>) => Promise<T | 'overtaken'>
  readonly cancel: (slot: string) => void
}

/** Remembers nothing that is over. */
export function createQuestions(): Questions {
  const underWay = new Map<string, AbortController>()
  const cancel = (slot: string): void => underWay.get(slot)?.abort()
  return {
    cancel,
    async ask(slot, put) {
      cancel(slot)
      const own = new AbortController()
      underWay.set(slot, own)
      try {
        const answer = await put(own.signal)
        return own.signal.aborted ? 'overtaken' : answer
      } finally {
        if (underWay.get(slot) === own) underWay.delete(slot)
      }
    },
  }
}
