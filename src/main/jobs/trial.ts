/** The number of jobs that may send a changing call before Setdesk has understood an answer to such a call. */
const most = 2

export type Trial = ReturnType<typeof createTrial>

/**
 * Holds back changing calls after the start, until Setdesk has understood one of the platform's answers to them. If it does not understand
 * them, only a few jobs have an unclear call to be read back. Reads are not held back.
 */
export function createTrial() {
  let isOver = false
  const sending = new Set<number>()
  const waiting = new Set<() => void>()
  const wakeAll = (): void => {
    for (const wake of waiting) wake()
  }
  return {
    /** Whether this job (a sequence number) may send its changing call now. */
    admits(job: number): boolean {
      if (!isOver && !sending.has(job) && sending.size >= most) return false
      sending.add(job)
      return true
    },
    /** Resolves when a job may be admitted again, or when `stopping` fires. */
    async waitForPlace(stopping: AbortSignal): Promise<void> {
      if (stopping.aborted || isOver || sending.size < most) return
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add(resolve)
      stopping.addEventListener('abort', () => resolve())
      await promise
      waiting.delete(resolve)
    },
    /** Called when the platform's answer to a changing call was understood. After that, every job is admitted. */
    pass() {
      isOver = true
      wakeAll()
    },
    /** Called when the run of this job has ended. */
    leave(job: number) {
      if (sending.delete(job)) wakeAll()
    },
  }
}
