import type { JobSummary } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { lacksHostname } from '../ticket/hostnames.ts'
import { sayNext, sayWhy } from './say-why.ts'

/**
 * What the state of a job means, and what to do next if that is known. `hostnames`: those that the boxes of its connection need.
 * A box that was bound without one still needs something.
 */
export function sayOutcome(
  job: JobSummary,
  hostnames: readonly string[] | undefined,
  means: string = t(`states.${job.state}.means`),
): { readonly says: string; readonly next?: string } {
  const { state, why } = job
  const says = sayWhy(job) ?? means
  if ((state === 'done' || state === 'unconfirmed') && lacksHostname(job, hostnames)) {
    const missing = t('activation.hostname.none')
    return { says: state === 'done' ? missing : `${says} ${missing}` }
  }
  return { says, ...(why !== undefined && { next: sayNext({ ...job, why }) }) }
}

/** The text below the chip of a job in a list. That the platform shows a box would not help one that lacks its hostname. */
export const sayBelowChip = (job: JobSummary, hostnames: readonly string[] | undefined): string | undefined =>
  job.state === 'done' && lacksHostname(job, hostnames) ? undefined : sayWhy(job)
