import { Link, useParams } from 'wouter'
import { t } from '../../locale.ts'
import { countOf, paths, type QueueFilter, queueFilters, queuePath } from '../../routes.ts'
import { clsx } from 'clsx'
import { JobPanel } from './job-panel.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { ListChecks, Pause, Play, TicketCheck } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { ErrorNotice, useCommand } from '../../bridge/use-call.tsx'
import { useFindFocus, useSnapshot } from '../../state/services.tsx'
import { type JobQuery, useJobList } from '../../state/use-jobs.ts'
import type { JobState } from '../../../../shared/domain/job.ts'
import { useNow } from '../../ui/format-time.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CheckAllAgain } from './check-all-again.tsx'
import { SendingProgress } from './sending-progress.tsx'
import { JobTable } from './job-table.tsx'
import { fitsText } from '../../../../shared/domain/activity/fits-text.ts'

const names = Object.keys(queueFilters) as QueueFilter[]
/** The limit of a search text in characters. */
const longestText = 100

/** All jobs with their states. The open job is shown beside the list, or in place of the list in a small window. */
export function QueueScreen() {
  const { filter: named, id } = useParams<{ readonly filter?: string; readonly id?: string }>()
  const filter = isFilter(named) ? named : 'all'
  const isOpen = id !== undefined
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)] wide:grid-cols-[minmax(0,1fr)_minmax(28rem,38%)] print:block">
      <h1 className="sr-only">{t('queue.title')}</h1>
      <div className={clsx('min-h-0 overflow-auto print:hidden', isOpen && 'max-wide:hidden')}>
        <QueueList filter={filter} openId={id} />
      </div>
      <aside
        aria-label={t('queue.choose')}
        className={clsx(
          'min-h-0 overflow-auto border-line bg-surface wide:border-s print:border-0',
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

const wantedOf = (filter: QueueFilter): JobQuery => {
  const states: readonly JobState[] | undefined = queueFilters[filter]
  return states === undefined ? {} : { states: [...states] }
}

const isFilter = (name: string | undefined): name is QueueFilter =>
  name !== undefined && Object.hasOwn(queueFilters, name)

function QueueList({ filter, openId }: { readonly filter: QueueFilter; readonly openId: string | undefined }) {
  const field = useFindFocus()
  const [text, setText] = useState('')
  const sought = useDeferredValue(text.trim().slice(0, longestText))
  const now = useNow()
  const list = useJobList({ ...wantedOf(filter), ...(sought !== '' && { text: sought }) })
  const { jobs, hasMore, isPartial, isFresh, isBusy, error, showMore } = list
  // Filters the jobs already on screen at once, without waiting for the search.
  const found = jobs.filter((job) => fitsText(job, text))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 py-4">
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 px-5">
        <p aria-hidden className="text-title font-semibold">
          {t('queue.title')}
        </p>
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            inputRef={field}
            aria-label={t('queue.find')}
            placeholder={t('queue.findHint')}
            type="search"
            value={text}
            onChange={setText}
          />
          {filter === 'needs-you' ? <CheckAllAgain /> : undefined}
          <PauseButton />
        </div>
      </header>
      <div className="px-5 empty:hidden">
        <SendingProgress />
      </div>
      <FilterLinks current={filter} />
      <div className="px-5">
        <ErrorNotice error={error} />
      </div>
      {found.length > 0 ? (
        <div className="border-y border-line bg-surface">
          <JobTable
            label={t('queue.title')}
            jobs={found}
            now={now}
            openId={openId}
            pathOf={(job) => queuePath(filter, job.id)}
          />
        </div>
      ) : undefined}
      {hasMore ? (
        <div className="px-5">
          <Button onPress={() => void showMore()} isBusy={isBusy}>
            {t('queue.more')}
          </Button>
        </div>
      ) : undefined}
      {isPartial ? <output className="px-5 text-small text-soft">{t('find.older')}</output> : undefined}
      {found.length === 0 && !isFresh && !isPartial && error === undefined ? (
        <NothingHere isWhole={filter === 'all'} text={text} onClear={() => setText('')} />
      ) : undefined}
    </div>
  )
}

function PauseButton() {
  const paused = useSnapshot((snapshot) => snapshot.paused)
  const pause = useCommand('queue.pause')
  const resume = useCommand('queue.resume')
  const call = paused ? resume : pause
  const Icon = paused ? Play : Pause
  return (
    <Button variant={paused ? 'primary' : 'plain'} onPress={() => void call.run({})} isBusy={call.isBusy}>
      <Icon aria-hidden size="1rem" />
      {t(paused ? 'frame.actions.resume' : 'frame.actions.pause')}
    </Button>
  )
}

interface NothingHereProps {
  /** Whether the list shows all jobs, without a filter. */
  readonly isWhole: boolean
  readonly text: string
  readonly onClear: () => void
}

function NothingHere({ isWhole, text, onClear }: NothingHereProps) {
  const begin = isWhole ? <LinkButton to={paths.activate}>{t('home.emptyAction')}</LinkButton> : undefined
  const clear = <Button onPress={onClear}>{t('queue.clearFind')}</Button>
  const none = t(isWhole ? 'queue.noneAll' : 'queue.noneFilter')
  return (
    <EmptyState icon={ListChecks} title={t('queue.none')} actions={text === '' ? begin : clear}>
      {text === '' ? none : t('queue.noneFound', { text })}
    </EmptyState>
  )
}

function FilterLinks({ current }: { readonly current: QueueFilter }) {
  const counts = useSnapshot((snapshot) => snapshot.counts)
  return (
    <nav aria-label={t('queue.filters.label')} className="flex flex-wrap gap-1.5 px-5">
      {names.map((name) => (
        <Link
          key={name}
          href={queuePath(name)}
          {...(name === current ? { 'aria-current': 'page' } : {})}
          className="flex min-h-8 items-center gap-2 rounded-normal border border-line bg-surface px-3 text-small text-soft no-underline transition-colors hover:border-edge hover:text-ink aria-[current=page]:border-accent aria-[current=page]:bg-accent-tint aria-[current=page]:font-semibold aria-[current=page]:text-accent"
        >
          {t(`queue.filters.${name}`)}
          <span className="tabular-nums">{countOf(name, counts)}</span>
        </Link>
      ))}
    </nav>
  )
}
