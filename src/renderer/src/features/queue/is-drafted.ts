import type { Activation, Intent } from '../../../../shared/domain/activation.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'

/** A job that comes from the activation form. */
export type DraftedJob = JobDetail & { readonly intent: Activation }

/** Whether this work is entered and corrected in the activation form. */
export function isDrafted(intent: Intent): intent is Activation {
  const { kind } = intent
  return kind === 'new-customer' || kind === 'existing-customer' || kind === 'hostname'
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
