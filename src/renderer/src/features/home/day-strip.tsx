import type { JobState, JobSummary } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { formatHour } from '../../ui/format-time.ts'

/** How many of these jobs are done, on the way, need a technician, and were refused; dropped ones do not count. */
export function countDay(jobs: readonly Pick<JobSummary, 'state'>[]) {
  const count = (...states: readonly JobState[]) => jobs.filter(({ state }) => states.includes(state)).length
  return {
    done: count('done', 'unconfirmed'),
    underWay: count('saved', 'sending', 'checking', 'waiting'),
    needsYou: count('needs-you'),
    refused: count('refused'),
  }
}

/** Jobs by the hour in which they were saved, the earliest hour first. `at`: the time of its first job. */
export function groupByHour(jobs: readonly JobSummary[]) {
  const hours = new Map<number, JobSummary[]>()
  for (const job of jobs.toSorted((one, other) => one.sequence - other.sequence)) {
    const hour = new Date(job.createdAt).getHours()
    hours.set(hour, [...(hours.get(hour) ?? []), job])
  }
  return [...hours.values()].map((among) => ({ at: among[0]?.createdAt ?? 0, jobs: among }))
}

/** The day as a strip, one bar for each job: ink for done, so that only what is wrong has a colour. */
export function DayStrip({ jobs }: { readonly jobs: readonly JobSummary[] }) {
  const { done, underWay, needsYou, refused } = countDay(jobs)
  const words = [
    t('home.strip.done', { count: done }),
    ...(underWay > 0 ? [t('home.strip.underWay', { count: underWay })] : []),
    ...(needsYou > 0 ? [t('home.strip.needsYou', { count: needsYou })] : []),
    ...(refused > 0 ? [t('home.strip.refused', { count: refused })] : []),
  ]
  return (
    <div className="min-w-0">
      <p className="sr-only">{t('home.strip.label', { states: words.join(', ') })}</p>
      <div aria-hidden className="flex min-w-0 gap-3">
        {groupByHour(jobs).map((hour) => (
          <div key={hour.at} className="min-w-0">
            <div className="flex h-7 min-w-0 gap-0.5">
              {hour.jobs.map(({ id, state }) => (
                <span key={id} data-bar={state} className="day-bar w-2 min-w-px shrink" />
              ))}
            </div>
            <span className="block text-small text-soft">{formatHour(hour.at)}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
