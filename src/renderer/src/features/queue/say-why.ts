import type { JobSummary } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { formatTime } from '../../ui/format-time.ts'

/** The text below a job's state: the reason, the platform's words, and until when it waits. */
export function sayWhy(job: Pick<JobSummary, 'why' | 'waitsUntil'>): string | undefined {
  const { why, waitsUntil } = job
  const parts = [
    ...(why === undefined ? [] : sayReason(why)),
    ...(waitsUntil === undefined ? [] : [t('queue.until', { time: formatTime(waitsUntil) })]),
  ]
  return parts.length === 0 ? undefined : parts.join(' ')
}

function sayReason({ code, detail }: NonNullable<JobSummary['why']>): readonly string[] {
  if (detail === undefined) return [t(`why.${code}.says`)]
  if (code === 'platform-refused') return [t('queue.platformSaidNo', { detail })]
  return [t(`why.${code}.says`), t(code === 'person-dropped' ? 'queue.reason' : 'queue.platformSaid', { detail })]
}
