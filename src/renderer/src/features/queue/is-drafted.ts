import type { DraftIntent, Intent } from '../../../../shared/domain/activation.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'

/** A job that comes from the activation form: work with a box, or a customer without one. */
export type DraftedJob = JobDetail & { readonly intent: DraftIntent }

/** Whether this work is entered and corrected in the activation form. */
export function isDrafted(intent: Intent): intent is DraftIntent {
  return 'box' in intent || intent.kind === 'customer-alone'
}

/** Whether a job comes from the activation form. */
export function isDraftedJob(job: JobDetail): job is DraftedJob {
  return isDrafted(job.intent)
}

/** Whether nothing of a job was sent and nothing is being sent, so that it can be taken back. */
export function isUnsent({ summary, actions, steps }: Pick<JobDetail, 'summary' | 'actions' | 'steps'>): boolean {
  const isWaiting = summary.state === 'saved' || summary.state === 'waiting'
  return isWaiting && actions.includes('drop') && steps.every(({ attempts }) => attempts.length === 0)
}
