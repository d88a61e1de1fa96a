import { ListChecks, ArrowRight } from 'lucide-react'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { paths, queuePath, countOf, queueFilters } from '../../routes.ts'
import { useNow } from '../../state/use-now.ts'
import { useRead } from '../../state/use-read.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { isSameDay } from '../../ui/format-time.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CustomerEntry } from '../actions/customer-entry.tsx'
import { TaskList } from '../actions/task-list.tsx'
import { useBeginActivation } from '../activation/draft/arriving-box.ts'
import { JobTable, rowLink } from '../queue/job-table.tsx'
import { ScanBox } from '../scan/scan-box.tsx'
import { SendingProgress } from '../queue/sending-progress.tsx'
import { Link } from 'wouter'
import type { JobState, JobSummary } from '../../../../shared/domain/job.ts'
import { useSnapshot } from '../../state/services.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { stateLooks, StateChip } from '../../ui/state-chip.tsx'
import { Identifier } from '../ticket/identifier.tsx'
import { sayWhy } from '../queue/say-why.ts'

/** Jobs that need a technician shown here; the queue has them all. */
const mostShown = 2
const mostRead = 50

const countsShown = ['saved', 'sending', 'needs-you', 'done'] as const

/** The home screen: a field to scan a box, then the jobs that need a technician, then today's jobs. */
export function HomeScreen() {
  const begin = useBeginActivation()
  return (
    <div className="mx-auto grid max-w-[110rem] grid-cols-[minmax(0,1fr)] items-start gap-5 p-5 broad:grid-cols-[minmax(0,1fr)_28rem] wide:p-8">
      <h1 className="sr-only">{t('home.title')}</h1>
      <div className="grid gap-5">
        <ScanBox onBox={begin} />
        <section aria-label={t('actions.entry.title')} className="max-w-md">
          <CustomerEntry />
        </section>
        <SendingProgress canPause />
        <HomeCounts />
      </div>
      <div className="grid gap-5 empty:hidden broad:col-start-2 broad:row-span-2 broad:row-start-1">
        <ForYou />
        <TaskList />
      </div>
      <Today />
    </div>
  )
}

function Today() {
  const now = useNow()
  const { value, error } = useNewestJobs()
  const today = (value?.jobs ?? []).filter((job) => isSameDay(job.createdAt, now))
  return (
    <Panel
      flush
      title={t('home.today')}
      note={t('home.todayCount', { count: today.length })}
      aside={
        <LinkButton to={paths.queue} variant="quiet" size="small">
          {t('home.all')}
        </LinkButton>
      }
    >
      <div className="px-5 pb-5 empty:hidden">
        <ErrorNotice error={error} />
      </div>
      {today.length === 0 && value !== undefined && error === undefined ? (
        <EmptyState
          icon={ListChecks}
          title={t('home.emptyTitle')}
          actions={<LinkButton to={paths.activate}>{t('home.emptyAction')}</LinkButton>}
        >
          {t('home.empty')}
        </EmptyState>
      ) : (
        <JobTable label={t('home.today')} jobs={today} now={now} pathOf={(job) => queuePath('all', job.id)} />
      )}
    </Panel>
  )
}

/** The newest jobs of the active connection in these states, or in any. */
function useNewestJobs(states?: readonly JobState[]) {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const request = { limit: mostRead, ...(states !== undefined && { states: [...states] }) }
  return useRead('job.list', scope === undefined ? undefined : request, { scope, follows: {} })
}

/** Job counts by state, each a link to these jobs. Zero counts are shown without emphasis. */
function HomeCounts() {
  const counts = useSnapshot((snapshot) => snapshot.counts)
  return (
    <nav aria-label={t('home.counts.label')} className="@container">
      <ul className="grid grid-cols-2 gap-3 @min-[36rem]:grid-cols-4">
        {countsShown.map((name) => {
          const count = countOf(name, counts)
          const { icon: Icon, look } = stateLooks[name]
          return (
            <li key={name}>
              <Link
                href={queuePath(name)}
                className="flex min-h-12 items-center gap-2.5 rounded-large border border-line bg-surface px-3 py-1.5 text-ink no-underline transition-colors hover:border-edge"
              >
                <span
                  aria-hidden
                  className={joinClasses(
                    'grid size-8 shrink-0 place-items-center rounded-full',
                    count === 0 ? 'bg-sunken text-soft' : look,
                  )}
                >
                  <Icon size="1rem" />
                </span>
                <b className="text-title font-semibold tabular-nums">{count}</b>
                <span className="min-w-0 text-small text-soft">{t(`home.counts.${name}`)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const nameOf = ({ customerName, userid, hostname }: JobSummary) => customerName ?? userid ?? hostname

/** The jobs that need a technician. Renders nothing without such jobs. */
function ForYou() {
  const { jobs = [] } = useNewestJobs(queueFilters['needs-you']).value ?? {}
  if (jobs.length === 0) return undefined
  return (
    <section
      aria-labelledby="for-you"
      className="overflow-clip rounded-large border border-line border-l-4 border-l-needs-you bg-surface"
    >
      <h2 id="for-you" className="flex items-center gap-2 px-5 pt-3 pb-1 text-small font-semibold text-needs-you">
        {t('home.forYou', { count: jobs.length })}
      </h2>
      <ul>
        {jobs.slice(0, mostShown).map((job) => (
          <li
            key={job.id}
            className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-2 last:border-0 hover:bg-sunken"
          >
            <span className="flex min-w-0 flex-1 basis-64 flex-wrap items-baseline gap-x-3 gap-y-0.5">
              <span className="font-semibold">{nameOf(job)}</span>
              {job.box === undefined ? undefined : (
                <span className="text-small">
                  <Identifier identifier={job.box} />
                </span>
              )}
              <span className="w-full text-small text-soft">{sayWhy(job)}</span>
            </span>
            <StateChip state={job.state} />
            <Link
              href={queuePath('needs-you', job.id)}
              aria-label={t('home.decideAbout', { name: nameOf(job) })}
              className={joinClasses('flex items-center gap-1 font-semibold text-accent', rowLink)}
            >
              {t('home.decide')}
              <ArrowRight aria-hidden size="1rem" />
            </Link>
          </li>
        ))}
      </ul>
      {jobs.length > mostShown ? (
        <Link
          href={queuePath('needs-you')}
          className="block border-t border-line px-5 py-2 text-small font-semibold text-accent no-underline hover:bg-sunken"
        >
          {t('home.moreForYou', { count: jobs.length - mostShown })}
        </Link>
      ) : undefined}
    </section>
  )
}
