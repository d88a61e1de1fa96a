import { ListChecks } from 'lucide-react'
import { Link } from 'wouter'
import type { JobState, JobSummary } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { paths, queuePath } from '../../routes.ts'
import { useSnapshot } from '../../state/services.tsx'
import { useNow } from '../../state/use-now.ts'
import { useRead } from '../../state/use-read.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDay, formatWhen, isSameDay } from '../../ui/format-time.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { StateChip } from '../../ui/state-chip.tsx'
import { rowLink } from '../queue/job-table.tsx'
import { Identifier } from '../ticket/identifier.tsx'
import { countDay, DayStrip } from './day-strip.tsx'
import { MacStrip } from './mac-strip.tsx'

/** The most that one call returns. */
const mostRead = 200
const mostShown = 8
/** Milliseconds; jobs change in groups. */
const pause = 200

/** The newest jobs of the active connection in these states, or in any. */
export function useNewestJobs(states?: readonly JobState[]) {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const request = { limit: mostRead, ...(states !== undefined && { states: [...states] }) }
  return useRead('job.list', scope === undefined ? undefined : request, { scope, follows: { pause } })
}

/** The jobs of today among the newest that were read. `isCut`: today may have more than these. */
export function findToday<J extends Pick<JobSummary, 'createdAt'>>(
  newest: readonly J[],
  hasMore: boolean,
  now: number,
) {
  const today = newest.filter((job) => isSameDay(job.createdAt, now))
  return { today, isCut: hasMore && today.length === newest.length }
}

/** Today's work: a bar for each job, how they stand, and the newest of them; before the first, the latest of earlier days. */
export function TodayPanel() {
  const now = useNow()
  const { value, error } = useNewestJobs()
  const jobs = value?.jobs ?? []
  const { today, isCut } = findToday(jobs, value?.hasMore === true, now)
  const isNew = value !== undefined && jobs.length === 0
  return (
    <section aria-labelledby="today" className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="today" className="text-title font-bold">
          {t('home.today')}
        </h2>
        <span className="text-soft">{formatDay(now)}</span>
        <span className="ms-auto">{t(isCut ? 'home.todayAtLeast' : 'home.todayCount', { count: today.length })}</span>
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
              <DayStrip jobs={today} />
              <Figures jobs={today} />
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
  ['refused', 'text-refused'],
] as const

/** How many jobs of the day stand how; a state without a job is left out. */
function Figures({ jobs }: { readonly jobs: readonly JobSummary[] }) {
  const counts = countDay(jobs)
  return (
    <dl className="flex gap-5">
      {figures
        .filter(([name]) => name === 'done' || counts[name] > 0)
        .map(([name, look]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-small text-soft">{t(`home.figures.${name}`)}</dt>
            <dd className={joinClasses('text-title font-bold', look)}>{counts[name]}</dd>
          </div>
        ))}
    </dl>
  )
}

function JobLine({ job, now }: { readonly job: JobSummary; readonly now: number }) {
  const { box, customerName, userid, hostname, productName, state } = job
  const name = customerName ?? userid ?? hostname
  return (
    <li
      data-job={job.id}
      className="relative flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line py-1 hover:bg-accent-tint narrow:flex-nowrap"
    >
      <Link href={queuePath('all', job.id)} className={joinClasses('shrink-0 text-soft', rowLink)}>
        {formatWhen(job.createdAt, now)}
      </Link>
      {box === undefined ? undefined : (
        <span className="flex shrink-0 items-center gap-2.5 max-[30rem]:shrink">
          <MacStrip identifier={box} />
          <Identifier identifier={box} />
        </span>
      )}
      <span className="min-w-0 flex-1 max-narrow:basis-full max-narrow:[overflow-wrap:anywhere] narrow:truncate">
        <b className="font-semibold">{name}</b>{' '}
        <span className="text-soft">{job.kind === 'new-customer' ? productName : t(`queue.kinds.${job.kind}`)}</span>
      </span>
      <StateChip state={state} />
    </li>
  )
}
