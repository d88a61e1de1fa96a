import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { queueFilters, queuePath, type QueueFilter } from '../../routes.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { JobPanel } from './job-panel.tsx'
import { QueueList } from './queue-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TicketCheck } from 'lucide-react'

/** All jobs with their states. The open job is shown beside the list, or in its place in a small window. */
export function QueueScreen() {
  const { t } = useTranslation()
  const { filter: named, id } = useParams<{ readonly filter?: string; readonly id?: string }>()
  const filter = isFilter(named) ? named : 'all'
  const isOpen = id !== undefined
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)] wide:grid-cols-[minmax(0,1fr)_minmax(28rem,38%)] print:block">
      <h1 className="sr-only">{t('queue.title')}</h1>
      <div className={joinClasses('min-h-0 overflow-auto print:hidden', isOpen && 'max-wide:hidden')}>
        <QueueList filter={filter} openId={id} />
      </div>
      <aside
        aria-label={t('queue.choose')}
        className={joinClasses(
          'min-h-0 overflow-auto border-line bg-surface wide:border-l print:border-0',
          !isOpen && 'max-wide:hidden',
        )}
      >
        {isOpen ? (
          <JobPanel key={id} id={id} backPath={queuePath(filter)} />
        ) : (
          <div className="grid h-full place-items-center">
            <EmptyState icon={TicketCheck} title={t('queue.choose')}>
              {t('queue.chooseNote')}
            </EmptyState>
          </div>
        )}
      </aside>
    </div>
  )
}

function isFilter(name: string | undefined): name is QueueFilter {
  return name !== undefined && Object.hasOwn(queueFilters, name)
}
