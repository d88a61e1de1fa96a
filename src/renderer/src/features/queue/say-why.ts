import type { TFunction } from 'i18next'
import type { JobSummary } from '../../../../shared/domain/job.ts'
import { formatTime } from '../../ui/format-time.ts'

/** The text below a job's state: the reason, the platform's words, and until when it waits. */
export function sayWhy(t: TFunction, job: Pick<JobSummary, 'why' | 'waitsUntil'>): string | undefined {
  const { why, waitsUntil } = job
  const parts = [
    ...(why === undefined ? [] : sayReason(t, why)),
    ...(waitsUntil === undefined ? [] : [t('queue.until', { time: formatTime(waitsUntil) })]),
  ]
  return parts.length === 0 ? undefined : parts.join(' ')
}

function sayReason(t: TFunction, { code, detail }: NonNullable<JobSummary['why']>): readonly string[] {
  if (detail === undefined) return [t(`why.${code}.says`)]
  if (code === 'platform-refused') return [t('queue.platformSaidNo', { detail })]
  return [t(`why.${code}.says`), t(code === 'person-dropped' ? 'queue.reason' : 'queue.platformSaid', { detail })]
}
