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
