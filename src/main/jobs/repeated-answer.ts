/** Jobs that ended one after the other with the same words before a technician is asked what they mean. */
const enough = 3

/** Watches for a platform that gives every job the same answer, and not one that is understood: its token may be refused. */
export interface RepeatedAnswer {
  /** A job came to rest; `words`: what it was answered, where that was not understood. Whether it is time to ask. */
  readonly note: (sequence: number, words: string | undefined) => boolean
  readonly forget: () => void
}

/** `isAccepted`: the technician was asked about these words and said that they may go on. */
export function watchRepeatedAnswer(isAccepted: (words: string) => boolean): RepeatedAnswer {
  let repeated: string | undefined
  const jobs = new Set<number>()
  return {
    note(sequence, words) {
      if (words !== repeated) jobs.clear()
      repeated = words
      if (words === undefined || isAccepted(words)) return false
      jobs.add(sequence)
      return jobs.size >= enough
    },
    forget() {
      repeated = undefined
      jobs.clear()
    },
  }
}
