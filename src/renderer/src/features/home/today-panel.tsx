import { ListChecks } from 'lucide-react'
import { Link } from 'wouter'
import type { JobStatistics } from '../../../../shared/domain/activity/activity.ts'
import type { JobState, JobSummary } from '../../../../shared/domain/job.ts'
import { joinWords, t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { paths, queueFilters, queuePath } from '../../routes.ts'
import { useSnapshot } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { formatDay, formatHour, formatWhen, isSameDay, useNow } from '../../ui/format-time.ts'
import { clsx } from 'clsx'
import { LinkButton } from '../../ui/button.tsx'
import { rowLink } from '../queue/job-table.tsx'
import { Identifier } from '../ticket/device-label.tsx'
import { JobChip } from '../ticket/job-chip.tsx'
import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'

/** The largest number of jobs that one call returns. */
const mostRead = 200
const mostShown = 8
/** A strip with more bars than this has no gaps between the bars, so that the bars fit. */
const mostApart = 60
/** Milliseconds to wait for more changes before reading again, because jobs change in groups. */
const pause = 200
/** Milliseconds to wait before a whole day is counted again. The wait is longer, because the count opens each job of the day. */
const countPause = 1500

/** Returns the newest jobs of the active connection in these states. Without `states`, returns jobs in any state. */
export function useNewestJobs(states?: readonly JobState[]) {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const request = { limit: mostRead, ...(states !== undefined && { states: [...states] }) }
  return useRead('job.list', scope === undefined ? undefined : request, { scope, follows: { pause } })
}

/** Returns today's jobs among the newest jobs. `isCut`: today may have more jobs than these. */
export function findToday<J extends Pick<JobSummary, 'createdAt'>>(
  newest: readonly J[],
  hasMore: boolean,
  now: number,
) {
  const today = newest.filter((job) => isSameDay(job.createdAt, now))
  return { today, isCut: hasMore && today.length === newest.length }
}

/**
 * Counts today's jobs by state. Dropped jobs do not count, because an edited job is dropped and saved again. `all`: the host's count of the
 * day, needed if today may have more jobs than were read.
 */
export function tellDay(
  { today, isCut }: { readonly today: readonly Pick<JobSummary, 'state'>[]; readonly isCut: boolean },
  all: Pick<JobStatistics, 'total' | 'isCut'> | undefined,
) {
  if (isCut && all !== undefined && !all.isCut)
    return { count: all.total.jobs - all.total.dropped, counts: all.total, isWhole: true }
  const count = today.filter(({ state }) => state !== 'dropped').length
  return { count, counts: countDay(today), isWhole: !isCut }
}

/** Returns today's counts. The host counts the jobs only if today may have more jobs than were read. */
function useDay(today: readonly JobSummary[], isCut: boolean, now: number) {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const edges = [startOfDay(now), startOfDay(now, 1)]
  const read = useRead('activity.statistics', isCut ? { edges } : undefined, {
    scope,
    keepsLast: true,
    follows: { pause: countPause },
  })
  return tellDay({ today, isCut }, read.value)
}

const startOfDay = (now: number, days = 0): number => {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
}

/** Before today's first job, shows the latest earlier jobs. */
export function TodayPanel() {
  const now = useNow()
  const { value, error } = useNewestJobs()
  const jobs = value?.jobs ?? []
  const { today, isCut } = findToday(jobs, value?.hasMore === true, now)
  const { count, counts, isWhole } = useDay(today, isCut, now)
  const isNew = value !== undefined && jobs.length === 0
  return (
    <section aria-labelledby="today" className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="today" className="text-title font-bold">
          {t('home.today')}
        </h2>
        <span className="text-soft">{formatDay(now)}</span>
        <span className="ms-auto">{t(isWhole ? 'home.todayCount' : 'home.todayAtLeast', { count })}</span>
      </header>
      <ErrorNotice error={error} />
      {isNew && error === undefined ? (
        <EmptyState
          icon={ListChecks}
          title={t('home.emptyTitle')}
          actions={<LinkButton to={paths.activate}>{t('home.emptyAction')}</LinkButton>}
        >
          {t('home.empty')}
        </EmptyState>
      ) : (
        <>
          {today.length === 0 ? (
            <p className="text-soft">{t('home.noneToday')}</p>
          ) : (
            <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
              <DayStrip jobs={today} counts={counts} />
              <Figures counts={counts} />
            </div>
          )}
          <ul className="border-t border-edge">
            {jobs.slice(0, mostShown).map((job) => (
              <JobLine key={job.id} job={job} now={now} />
            ))}
          </ul>
          <p>
            <Link href={paths.queue} className="underline decoration-1 underline-offset-4">
              {t('home.all')}
            </Link>
          </p>
        </>
      )}
    </section>
  )
}

const figures = [
  ['done', 'text-ink'],
  ['underWay', 'text-ink'],
  ['needsYou', 'text-needs-you'],
] as const

function Figures({ counts }: { readonly counts: DayCounts }) {
  return (
    <dl className="flex gap-5">
      {figures
        .filter(([name]) => name === 'done' || counts[name] > 0)
        .map(([name, look]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-small text-soft">{t(`home.figures.${name}`, { count: counts[name] })}</dt>
            <dd className={clsx('text-title font-bold', look)}>{counts[name]}</dd>
          </div>
        ))}
    </dl>
  )
}

export function JobLine({ job, now }: { readonly job: JobSummary; readonly now: number }) {
  const { box, customerName, userid, hostname, productName } = job
  const name = customerName ?? userid ?? hostname
  return (
    <li
      data-job={job.id}
      className="relative flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line py-1 hover:bg-accent-tint narrow:flex-nowrap"
    >
      <Link href={queuePath('all', job.id)} className={clsx('shrink-0 text-soft', rowLink)}>
        {formatWhen(job.createdAt, now)}
      </Link>
      {box === undefined ? undefined : (
        <span className="flex shrink-0 items-center gap-2.5 max-[30rem]:shrink">
          <MacStrip identifier={box} />
          <Identifier identifier={box} />
        </span>
      )}
      <span
        dir="auto"
        className="min-w-0 flex-1 max-narrow:basis-full max-narrow:[overflow-wrap:anywhere] narrow:truncate"
      >
        <b className="font-semibold">{name}</b>{' '}
        <span className="text-soft">{job.kind === 'new-customer' ? productName : t(`queue.kinds.${job.kind}`)}</span>
      </span>
      <JobChip job={job} />
    </li>
  )
}

const pitch = 4
const tallest = 16
const digitsOfMaker = 6

/** Draws a MAC address as twelve bars, each as high as its digit, so that different boxes look different. The maker's half is paler. */
function MacStrip({ identifier: { kind, value } }: { readonly identifier: DeviceIdentifier }) {
  if (kind !== 'mac') return <span aria-hidden className="w-12 shrink-0" />
  return (
    <svg aria-hidden viewBox="0 0 48 16" shapeRendering="crispEdges" className="h-4 w-12 shrink-0">
      <path d={drawBars(value.slice(0, digitsOfMaker), 0)} className="fill-edge" />
      <path d={drawBars(value.slice(digitsOfMaker), digitsOfMaker)} className="fill-ink" />
    </svg>
  )
}

/** Returns the path of the bars for hexadecimal digits. `from` is the position of the first bar. */
function drawBars(digits: string, from: number): string {
  return digits
    .split('')
    .map((digit, index) => {
      const height = Number.parseInt(digit, 16) + 1
      return `M${String((from + index) * pitch)} ${String(tallest)}v-${String(height)}h${String(pitch - 1)}v${String(height)}z`
    })
    .join('')
}

type DayCounts = ReturnType<typeof countDay>

/** Counts the jobs that are done, are in progress, or need a technician, as refused jobs do. Dropped jobs do not count. */
export function countDay(jobs: readonly Pick<JobSummary, 'state'>[]) {
  const count = (...states: readonly JobState[]) => jobs.filter(({ state }) => states.includes(state)).length
  return {
    done: count('done', 'unconfirmed'),
    underWay: count('saved', 'sending', 'checking', 'waiting'),
    needsYou: count(...queueFilters['needs-you']),
  }
}

/** Groups jobs by the hour in which they were saved, earliest first. `at` is the time of the first job of the hour. */
export function groupByHour(jobs: readonly JobSummary[]) {
  const hours = new Map<number, JobSummary[]>()
  for (const job of jobs.toSorted((one, other) => one.sequence - other.sequence)) {
    const hour = new Date(job.createdAt).getHours()
    hours.set(hour, [...(hours.get(hour) ?? []), job])
  }
  return [...hours.values()].map((among) => ({ at: among[0]?.createdAt ?? 0, jobs: among }))
}

/** Draws the day as a strip with one bar for each job. Done jobs are black, so that only problems have a colour. */
export function DayStrip({ jobs, counts }: { readonly jobs: readonly JobSummary[]; readonly counts: DayCounts }) {
  const { done, underWay, needsYou } = counts
  const isDense = jobs.length > mostApart
  const words = [
    t('home.strip.done', { count: done }),
    ...(underWay > 0 ? [t('home.strip.underWay', { count: underWay })] : []),
    ...(needsYou > 0 ? [t('home.strip.needsYou', { count: needsYou })] : []),
  ]
  return (
    <div className="min-w-0">
      <p className="sr-only">{t('home.strip.label', { states: joinWords(words, ', ') })}</p>
      <div aria-hidden className="flex min-w-0 gap-3">
        {groupByHour(jobs).map((hour) => (
          <div key={hour.at} className="min-w-0">
            <div className={clsx('flex h-7 min-w-0', isDense ? 'day-bars-dense' : 'gap-0.5')}>
              {hour.jobs.map(({ id, state }) => (
                <span key={id} data-bar={state} className="day-bar w-2 min-w-0 shrink" />
              ))}
            </div>
            <span className="block text-small text-soft">{formatHour(hour.at)}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
