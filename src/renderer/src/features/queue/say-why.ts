import type { TFunction } from 'i18next'
import type { JobSummary } from '../../../../shared/domain/job.ts'
import { formatTime } from '../../ui/format-time.ts'

/** The sentence under a job's state: why it is there, the words that came with it, and until when. */
export function sayWhy(t: TFunction, job: Pick<JobSummary, 'why' | 'waitsUntil'>): string | undefined {
  const { why, waitsUntil } = job
  const parts = [
    why === undefined ? undefined : t(`why.${why.code}.says`),
    why?.detail === undefined
      ? undefined
      : t(why.code === 'person-dropped' ? 'queue.reason' : 'queue.platformSaid', { detail: why.detail }),
    waitsUntil === undefined ? undefined : t('queue.until', { time: formatTime(waitsUntil) }),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(' ')
}
