import { useTranslation } from 'react-i18next'
import { useParams, Link } from 'wouter'
import { queueFilters, queuePath, type QueueFilter, paths, countOf } from '../../routes.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { JobPanel } from './job-panel.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TicketCheck, ListChecks, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { useJobList } from '../../state/use-jobs.ts'
import { useNow } from '../../state/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CheckAllAgain } from './check-all-again.tsx'
import { SendingProgress } from './sending-progress.tsx'
import { JobTable } from './job-table.tsx'
import { formatMac } from '../../../../shared/domain/device-identifier.ts'
import type { JobSummary } from '../../../../shared/domain/job.ts'

const names = Object.keys(queueFilters) as QueueFilter[]

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

/** The rows of the queue, filtered by state and text. */
function QueueList({ filter, openId }: { readonly filter: QueueFilter; readonly openId: string | undefined }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const now = useNow()
  const { jobs, hasMore, isFresh, isBusy, error, showMore } = useJobList(queueFilters[filter])
  const found = jobs.filter((job) => fitsText(job, text))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 py-4">
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 px-5">
        <p aria-hidden className="text-title font-semibold">
          {t('queue.title')}
        </p>
        <div className="flex flex-wrap items-end gap-2">
          <FindField text={text} onChange={setText} />
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
          <Button onPress={() => void showMore()} isDisabled={isBusy}>
            {t('queue.more')}
          </Button>
        </div>
      ) : undefined}
      {found.length === 0 && !isFresh && error === undefined ? (
        <NothingHere filter={filter} text={text} onClear={() => setText('')} />
      ) : undefined}
    </div>
  )
}

function FindField({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const asked = useStore(useServices().view, (state) => state.findAsked)
  useEffect(() => {
    if (asked > 0) field.current?.focus()
  }, [asked])
  return (
    <TextField
      inputRef={field}
      aria-label={t('queue.find')}
      placeholder={t('queue.findHint')}
      type="search"
      value={text}
      onChange={onChange}
    />
  )
}

function PauseButton() {
  const { t } = useTranslation()
  const paused = useSnapshot((snapshot) => snapshot.paused)
  const pause = useCall('queue.pause')
  const resume = useCall('queue.resume')
  if (paused)
    return (
      <Button variant="primary" onPress={() => void resume.run({})} isDisabled={resume.isBusy}>
        <Play aria-hidden size="1rem" />
        {t('frame.actions.resume')}
      </Button>
    )
  return (
    <Button onPress={() => void pause.run({})} isDisabled={pause.isBusy}>
      <Pause aria-hidden size="1rem" />
      {t('frame.actions.pause')}
    </Button>
  )
}

function NothingHere(props: { readonly filter: QueueFilter; readonly text: string; readonly onClear: () => void }) {
  const { t } = useTranslation()
  if (props.text !== '')
    return (
      <EmptyState
        icon={ListChecks}
        title={t('queue.none')}
        actions={<Button onPress={props.onClear}>{t('queue.clearFind')}</Button>}
      >
        {t('queue.noneFound', { text: props.text })}
      </EmptyState>
    )
  const isWhole = props.filter === 'all'
  return (
    <EmptyState
      icon={ListChecks}
      title={t('queue.none')}
      actions={isWhole ? <LinkButton to={paths.activate}>{t('home.emptyAction')}</LinkButton> : undefined}
    >
      {t(isWhole ? 'queue.noneAll' : 'queue.noneFilter')}
    </EmptyState>
  )
}

/** Whether the row contains every typed word: a box in any notation, a name, a user ID, a hostname. */
export function fitsText(job: JobSummary, typed: string): boolean {
  const ground = plain(
    [job.customerName, job.userid, job.hostname, job.productName, job.model, job.box?.value, writtenWithColons(job)]
      .filter((part) => part !== undefined)
      .join(' '),
  )
  return plain(typed)
    .split(/\s+/)
    .every((word) => ground.includes(word) || ground.includes(word.replace(/[:.-]/g, '')))
}

function writtenWithColons({ box }: JobSummary): string | undefined {
  return box?.kind === 'mac' ? formatMac(box.value, 'colon') : undefined
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Links to the filters by state, with counts. */
function FilterLinks({ current }: { readonly current: QueueFilter }) {
  const { t } = useTranslation()
  const counts = useSnapshot((snapshot) => snapshot.counts)
  return (
    <nav aria-label={t('queue.filters.label')} className="flex flex-wrap gap-1.5 px-5">
      {names.map((name) => (
        <Link
          key={name}
          href={queuePath(name)}
          {...(name === current ? { 'aria-current': 'page' } : {})}
          className="flex min-h-8 items-center gap-2 rounded-full border border-line bg-surface px-3 text-small text-soft no-underline transition-colors hover:border-edge hover:text-ink aria-[current=page]:border-accent aria-[current=page]:bg-accent-tint aria-[current=page]:font-semibold aria-[current=page]:text-accent"
        >
          {t(`queue.filters.${name}`)}
          <span className="tabular-nums">{countOf(name, counts)}</span>
        </Link>
      ))}
    </nav>
  )
}
