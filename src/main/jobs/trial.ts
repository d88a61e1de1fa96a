/** The number of jobs that may send a changing call before Setdesk has understood an answer to such a call. */
const most = 2

export type Trial = ReturnType<typeof createTrial>

/**
 * Lets only a few jobs send changing calls after the start, until Setdesk has understood one of the platform's answers to such calls. If
 * Setdesk understands none of the answers, only these few jobs have to be read back. Reads are not held back.
 */
export function createTrial() {
  let isOver = false
  const sending = new Set<number>()
  const waiting = new Set<(mayGoOn: boolean) => void>()
  const endWait = (mayGoOn: boolean): void => {
    for (const end of waiting) end(mayGoOn)
  }
  return {
    /** Whether this job (a sequence number) may send its changing call now. */
    admits(job: number): boolean {
      if (isOver || sending.has(job)) return true
      if (sending.size >= most) return false
      sending.add(job)
      return true
    },
    /** Waits until a job may be admitted again. Resolves to false if the job has to stop before that, or if `giveUp` ends the wait. */
    async waitForPlace(stopping: AbortSignal): Promise<boolean> {
      if (stopping.aborted) return false
      if (isOver || sending.size < most) return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const stop = (): void => resolve(false)
      waiting.add(resolve)
      stopping.addEventListener('abort', stop)
      const mayGoOn = await promise
      waiting.delete(resolve)
      stopping.removeEventListener('abort', stop)
      return mayGoOn
    },
    /** Called when the platform's answer to a changing call was understood. After that, every job is admitted. */
    pass() {
      isOver = true
      endWait(true)
    },
    /** Called when the run of this job has ended. */
    leave(job: number) {
      if (sending.delete(job)) endWait(true)
    },
    /** Called when the platform is not reached or refuses the token. The jobs that wait for a place stop waiting and send nothing. */
    giveUp() {
      endWait(false)
    },
  }
}
