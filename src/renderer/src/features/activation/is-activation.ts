import type { Activation, Intent } from '../../../../shared/domain/activation.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'

/** A job that puts a box into service. */
export type ActivationJob = JobDetail & { readonly intent: Activation }

/** Whether this is work with a box in hand, which has a form of its own. */
export function isActivation(intent: Intent): intent is Activation {
  return 'box' in intent
}

/** Whether a job puts a box into service. */
export function isActivationJob(job: JobDetail): job is ActivationJob {
  return isActivation(job.intent)
}
