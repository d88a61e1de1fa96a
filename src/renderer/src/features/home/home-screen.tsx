import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { paths, queuePath } from '../../routes.ts'
import { useJobList } from '../../state/use-jobs.ts'
import { useNow } from '../../state/use-now.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { isSameDay } from '../../ui/format-time.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CustomerEntry } from '../acts/customer-entry.tsx'
import { TaskList } from '../acts/task-list.tsx'
import { useBeginActivation } from '../activation/draft/arriving-box.ts'
import { JobTable } from '../queue/job-table.tsx'
import { ScanBox } from '../scan/scan-box.tsx'
import { SendingProgress } from '../queue/sending-progress.tsx'
import { ForYou } from './for-you.tsx'
import { HomeCounts } from './home-counts.tsx'

/** Where a day begins: scan a box; below it what needs a person, and the work of today. */
export function HomeScreen() {
  const { t } = useTranslation()
  const begin = useBeginActivation()
  return (
    <div className="mx-auto grid max-w-[110rem] grid-cols-[minmax(0,1fr)] items-start gap-5 p-5 broad:grid-cols-[minmax(0,1fr)_28rem] wide:p-8">
      <h1 className="sr-only">{t('home.title')}</h1>
      <div className="grid gap-5">
        <ScanBox onBox={begin} />
        <section aria-label={t('acts.entry.title')} className="max-w-md">
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
  const { t } = useTranslation()
  const now = useNow()
  const { jobs, isFresh, error } = useJobList(undefined)
  const today = jobs.filter((job) => isSameDay(job.createdAt, now))
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
      {error === undefined ? undefined : (
        <div className="px-5 pb-5">
          <ErrorNotice error={error} />
        </div>
      )}
      {today.length === 0 && !isFresh && error === undefined ? (
        <EmptyState
          icon={ListChecks}
          title={t('home.emptyTitle')}
          acts={<LinkButton to={paths.activate}>{t('home.emptyAct')}</LinkButton>}
        >
          {t('home.empty')}
        </EmptyState>
      ) : (
        <JobTable label={t('home.today')} jobs={today} now={now} pathOf={(job) => queuePath('all', job.id)} />
      )}
    </Panel>
  )
}
