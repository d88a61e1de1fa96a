import { ArrowRight } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import type { JobSummary } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { paths, queueFilters, queuePath, settingsPath } from '../../routes.ts'
import { useActiveConnection, useSnapshot } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { StateChip } from '../../ui/state-chip.tsx'
import { laterPart } from '../frame/part-boundary.tsx'
import { FindButton } from '../find/find-button.tsx'
import { TaskList } from '../actions/task-list.tsx'
import { isBare } from '../connection/set-up-steps.ts'
import { useBeginActivation } from '../scan/begin-activation.ts'
import { rowLink } from '../queue/job-table.tsx'
import { sayWhy } from '../queue/say-why.ts'
import { SendingProgress } from '../queue/sending-progress.tsx'
import { ScanBox } from '../scan/scan-box.tsx'
import { Identifier } from '../ticket/identifier.tsx'
import { TodayPanel, useNewestJobs } from './today-panel.tsx'

const MissionsPanel = laterPart(async () => (await import('../missions/missions-panel.tsx')).MissionsPanel)

/** Jobs that need a technician shown here; the queue has them all. */
const mostShown = 2

/** The home screen: a field to scan a box, today's jobs, and beside them what needs a technician and what was begun. */
export function HomeScreen() {
  const begin = useBeginActivation()
  return (
    <div className="mx-auto grid max-w-[84rem] grid-cols-[minmax(0,1fr)] gap-4 p-4 wide:p-6">
      <h1 className="sr-only">{t('home.title')}</h1>
      <ScanBox onBox={begin} />
      <SendingProgress canPause />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-5 home:grid-cols-[minmax(0,1fr)_18rem] broad:grid-cols-[minmax(0,1fr)_24rem]">
        <TodayPanel />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <FindButton size="large" />
          <SetUpHint />
          <Practice />
          <ForYou />
          <TaskList />
          <Drafts />
        </div>
      </div>
    </div>
  )
}

const nameOf = ({ customerName, userid, hostname }: JobSummary) => customerName ?? userid ?? hostname

/** The missions of the training platform. */
function Practice() {
  const isTraining = useActiveConnection()?.settings.kind === 'training'
  return isTraining ? (
    <Suspense fallback={undefined}>
      <MissionsPanel />
    </Suspense>
  ) : undefined
}

/** After connecting: leads to what the connection still needs. */
function SetUpHint() {
  const settings = useActiveConnection()?.settings
  if (settings === undefined || !isBare(settings)) return undefined
  return (
    <section aria-labelledby="set-up" className="grid gap-1 border-s-4 border-edge bg-surface px-3 py-2 shadow-lift">
      <h2 id="set-up" className="font-bold">
        {t('home.setUp', { name: settings.name })}
      </h2>
      <p className="text-small text-soft">{t('home.setUpNote')}</p>
      <Link
        href={settingsPath(`connections/${settings.id}`)}
        className="flex w-fit items-center gap-1 font-semibold underline-offset-4"
      >
        {t('home.setUpAction')}
        <ArrowRight aria-hidden size="1rem" className="rtl:-scale-x-100" />
      </Link>
    </section>
  )
}

/** The jobs that need a technician. Renders nothing without such jobs. */
function ForYou() {
  const { jobs = [], hasMore = false } = useNewestJobs(queueFilters['needs-you']).value ?? {}
  if (jobs.length === 0) return undefined
  return (
    <section aria-labelledby="for-you" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="for-you" className="font-bold">
        {t(hasMore ? 'home.forYouAtLeast' : 'home.forYou', { count: jobs.length })}
      </h2>
      <ul className="grid gap-2">
        {jobs.slice(0, mostShown).map((job) => (
          <li
            key={job.id}
            className={joinClasses(
              'relative grid gap-1 border-s-4 bg-surface px-3 py-2 shadow-lift hover:bg-accent-tint',
              job.state === 'refused' ? 'border-refused' : 'border-needs-you',
            )}
          >
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{nameOf(job)}</span>
              <StateChip state={job.state} why={job.why?.code} />
            </span>
            {job.box === undefined ? undefined : (
              <span className="text-small">
                <Identifier identifier={job.box} />
              </span>
            )}
            <span className="line-clamp-2 text-small text-soft">{sayWhy(job)}</span>
            <Link
              href={queuePath('needs-you', job.id)}
              aria-label={t('home.decideAbout', { name: nameOf(job) })}
              className={joinClasses('flex items-center gap-1 font-semibold', rowLink)}
            >
              {t('home.decide')}
              <ArrowRight aria-hidden size="1rem" className="rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
      {jobs.length > mostShown ? (
        <Link
          href={queuePath('needs-you')}
          className="text-small font-semibold underline decoration-1 underline-offset-4"
        >
          {t('home.moreForYou', { count: jobs.length - mostShown })}
        </Link>
      ) : undefined}
    </section>
  )
}

/** The activations that were begun and not saved. Nothing of them is sent. */
function Drafts() {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const { draft } = useRead('draft.read', scope === undefined ? undefined : {}, { scope }).value ?? {}
  if (draft === undefined) return undefined
  const forms = [draft, ...(draft.aside ?? [])]
  return (
    <section aria-labelledby="drafts" className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h2 id="drafts" className="font-bold">
        {t('home.drafts', { count: forms.length })}
      </h2>
      <ul className="border-t border-line">
        {forms.slice(0, 3).map((form) => {
          const name = [form.customer.firstname, form.customer.lastname].filter(Boolean).join(' ')
          return (
            <li key={form.id} className="flex min-h-8 items-center gap-2 border-b border-line">
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {form.box.raw.trim() === '' ? undefined : (
                  <span className="font-figures" translate="no">
                    {form.box.raw}{' '}
                  </span>
                )}
                {name}
              </span>
            </li>
          )
        })}
      </ul>
      <Link href={paths.activate} className="font-semibold underline decoration-1 underline-offset-4">
        {t('home.goOnDrafting')}
      </Link>
    </section>
  )
}
