import type { DraftIntent, Intent } from '../../../../shared/domain/activation.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'

/** A job that is filled in step by step: work with a box, or a customer without one. */
export type DraftedJob = JobDetail & { readonly intent: DraftIntent }

/** Whether this is work that is filled in step by step, and corrected so. */
export function isDrafted(intent: Intent): intent is DraftIntent {
  return 'box' in intent || intent.kind === 'customer-alone'
}

/** Whether a job is filled in step by step. */
export function isDraftedJob(job: JobDetail): job is DraftedJob {
  return isDrafted(job.intent)
}
