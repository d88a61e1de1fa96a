import type { JobDetail, JobSummary } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { formatTime } from '../../ui/format-time.ts'
import type { Activation, Intent } from '../../../../shared/domain/activation.ts'

/** The text below a job's state: the reason, the platform's words, and until when it waits. */
export function sayWhy(job: Pick<JobSummary, 'why' | 'waitsUntil' | 'fleet'>): string | undefined {
  const { why, waitsUntil } = job
  const parts = [
    ...(why === undefined ? [] : sayReason(job, why)),
    ...(waitsUntil === undefined ? [] : [t('queue.until', { time: formatTime(waitsUntil) })]),
  ]
  return parts.length === 0 ? undefined : parts.join(' ')
}

/** The words of the fleet for a job whose box or customer another one has, if they are not the usual ones. */
function claimWords({
  why,
  fleet,
}: Pick<JobSummary, 'why' | 'fleet'>): 'queue.fleet.forFreed' | 'queue.fleet.own' | undefined {
  if (why?.code !== 'claimed-elsewhere') return undefined
  if (fleet?.state === 'freed') return 'queue.fleet.forFreed'
  // Such as a job that was moved here.
  return fleet?.isOwn === true ? 'queue.fleet.own' : undefined
}

/** What to do about the state of a job. */
export const sayNext = (job: Pick<JobSummary, 'fleet'> & { readonly why: NonNullable<JobSummary['why']> }): string =>
  t(`${claimWords(job) ?? (`why.${job.why.code}` as const)}.next`)

function sayReason(
  job: Pick<JobSummary, 'why' | 'fleet'>,
  { code, detail }: NonNullable<JobSummary['why']>,
): readonly string[] {
  const words = claimWords(job)
  if (words !== undefined) return [t(`${words}.says`)]
  if (detail === undefined) return [t(`why.${code}.says`)]
  if (code === 'platform-refused') return [t('queue.platformSaidNo', { detail })]
  return [t(`why.${code}.says`), t(code === 'person-dropped' ? 'queue.reason' : 'queue.platformSaid', { detail })]
}

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
