import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { ChevronDown, ListChecks } from 'lucide-react'
import { t } from '../../locale.ts'
import { activityPath, type ActivityTab, activityTabs, queuePath } from '../../routes.ts'
import { useKept } from '../../state/services.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { EventsTab } from './events-tab.tsx'
import { StatisticsTab } from './statistics-tab.tsx'
import { type Division, emptyWorkForm, useWorkForm, WorkFilter, type WorkForm } from './work-filter.tsx'
import type { JobSummary } from '../../../../shared/domain/job.ts'
import type { Tally } from '../../../../shared/domain/activity/activity.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { useJobDetail, useJobList } from '../../state/use-jobs.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { formatTime, formatWhen } from '../../ui/format-time.ts'
import { clsx } from 'clsx'
import { JobSteps } from '../queue/job-panel.tsx'
import { HeadRow, tableCell } from '../queue/job-table.tsx'
import { sayBelowChip } from '../queue/say-job.tsx'
import { JobChip, useHostnames } from '../ticket/job-chip.tsx'
import { Identifier } from '../ticket/device-label.tsx'
import { NameButton, sayPart, sayTally, useStatistics } from './tally-table.tsx'

export function ActivityScreen() {
  const { tab: named } = useParams<{ readonly tab?: string }>()
  const tab = activityTabs.find((one) => one === named) ?? 'jobs'
  const [, navigate] = useLocation()
  const [form, change] = useKept<WorkForm>('activity.work', emptyWorkForm)
  const filter = (
    <div className="px-5">
      <WorkFilter form={form} onChange={change} />
    </div>
  )
  const contents: Readonly<Record<ActivityTab, React.ReactNode>> = {
    jobs: (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {filter}
        <JobsTab form={form} onTechnician={(technician) => change({ ...form, technician })} />
      </div>
    ),
    statistics: (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {filter}
        <StatisticsTab form={form} onTechnician={(technician) => change({ ...form, technician })} />
      </div>
    ),
    events: <EventsTab />,
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 py-4">
      <h1 className="px-5 text-title font-semibold">{t('activity.title')}</h1>
      <Tabs
        label={t('activity.title')}
        selected={tab}
        onSelect={(id) => navigate(activityPath(id), { replace: true })}
        tabs={activityTabs.map((id) => ({ id, name: t(`activity.tabs.${id}`), content: contents[id] }))}
      />
    </div>
  )
}

const columns = ['when', 'what', 'box', 'customer', 'result', 'calls'] as const

interface WorkTabProps {
  readonly form: WorkForm
  /** Called with a technician's name, to show only the work of that technician. */
  readonly onTechnician: (name: string) => void
}

function JobsTab({ form, onTechnician }: WorkTabProps) {
  const wanted = useWorkForm(form)
  if (wanted === undefined) return <p className="px-5 text-soft">{t('activity.work.incomplete')}</p>
  return <JobsOfPeriod wanted={wanted} onTechnician={onTechnician} />
}

interface JobsOfPeriodProps extends Pick<WorkTabProps, 'onTechnician'> {
  readonly wanted: NonNullable<ReturnType<typeof useWorkForm>>
}

function JobsOfPeriod({ wanted: { edges, division, kinds, technician }, onTechnician }: JobsOfPeriodProps) {
  const [from = 0, to = from] = [edges[0], edges.at(-1)]
  const { jobs, hasMore, isPartial, isFresh, isBusy, error, showMore } = useJobList({ from, to, kinds, technician })
  const { value: statistics, error: uncounted } = useStatistics({ edges, kinds, technician })
  const [openId, setOpenId] = useState<string>()
  if (jobs.length === 0 && !isFresh && error === undefined)
    return (
      <EmptyState icon={ListChecks} title={t('activity.work.none')}>
        {t('activity.work.noneNote')}
      </EmptyState>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-3 px-5 empty:hidden">
        <ErrorNotice error={error ?? uncounted} />
        {statistics === undefined || statistics.total.jobs === 0 || edges.length === 2 ? undefined : (
          <p aria-live="polite" className="font-semibold">
            {sayTally(statistics.total)}
          </p>
        )}
      </div>
      {jobs.length === 0 ? undefined : (
        <div className="border-y border-line bg-surface">
          <table aria-label={t('activity.tabs.jobs')} className="w-full border-collapse text-start">
            <thead className="max-narrow:sr-only">
              <HeadRow names={columns.map((column) => t(`activity.work.columns.${column}`))} />
            </thead>
            {partsOf(jobs, edges).map(({ index, jobs: ofPart }) => (
              <tbody key={index}>
                <PartRow
                  name={sayPart(edges[index] ?? 0, edges[index + 1] ?? 0, division)}
                  tally={statistics?.periods[index]}
                />
                {ofPart.map((job) => (
                  <WorkRows
                    key={job.id}
                    job={job}
                    division={division}
                    isOpen={job.id === openId}
                    onToggle={() => setOpenId(job.id === openId ? undefined : job.id)}
                    onTechnician={onTechnician}
                  />
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
      {isPartial ? <output className="px-5 text-small text-soft">{t('find.older')}</output> : undefined}
      {hasMore ? (
        <div className="px-5">
          <Button onPress={() => void showMore()} isBusy={isBusy}>
            {t('queue.more')}
          </Button>
        </div>
      ) : undefined}
    </div>
  )
}

/** Returns the parts of the period that have jobs, newest part first. */
function partsOf(jobs: readonly JobSummary[], edges: readonly number[]) {
  const parts = Map.groupBy(jobs, ({ createdAt }) => edges.findLastIndex((edge) => edge <= createdAt))
  return [...parts].map(([index, ofPart]) => ({ index, jobs: ofPart })).sort((one, other) => other.index - one.index)
}

function PartRow({ name, tally }: { readonly name: string; readonly tally: Tally | undefined }) {
  return (
    <tr className="border-b border-line bg-sunken max-narrow:block">
      <th scope="rowgroup" colSpan={columns.length} className={clsx(tableCell, 'py-1.5 font-semibold')}>
        {name}
        {tally === undefined ? undefined : <span className="ps-3 font-normal text-soft">{sayTally(tally)}</span>}
      </th>
    </tr>
  )
}

interface WorkRowsProps extends Pick<WorkTabProps, 'onTechnician'> {
  readonly job: JobSummary
  readonly division: Division
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function WorkRows({ job, division, isOpen, onToggle, onTechnician }: WorkRowsProps) {
  const why = sayBelowChip(job, useHostnames(job.connectionId))
  const callsId = `calls-${job.id}`
  return (
    <>
      <tr data-job={job.id} className="border-b border-line last:border-0 max-narrow:block max-narrow:py-2">
        <td className={clsx(tableCell, 'whitespace-nowrap')}>
          <Link href={queuePath('all', job.id)} className="font-semibold text-ink tabular-nums underline-offset-4">
            {division === 'day' ? formatTime(job.createdAt) : formatWhen(job.createdAt, 0)}
          </Link>
          <span className="block text-small text-soft">
            {job.technician === '' ? t('activity.nobody') : <NameButton name={job.technician} onPress={onTechnician} />}
          </span>
        </td>
        <td className={tableCell}>{t(`queue.kinds.${job.kind}`)}</td>
        <td className={tableCell}>
          {job.box === undefined ? undefined : (
            <span className={clsx('font-semibold', job.box.kind === 'mac' && 'narrow:whitespace-nowrap')}>
              <Identifier identifier={job.box} />
            </span>
          )}
          <span className="block text-small text-soft">{job.model}</span>
        </td>
        <td className={clsx(tableCell, '[overflow-wrap:anywhere]')}>
          {job.isPurged === true ? (
            <span className="text-soft">{t('activity.purged')}</span>
          ) : (
            (job.customerName ?? job.userid ?? job.hostname)
          )}
          <span className="block text-small text-soft">{job.productName}</span>
        </td>
        <td className={tableCell}>
          <JobChip job={job} />
          {why === undefined ? undefined : <span className="mt-1 block max-w-80 text-small text-soft">{why}</span>}
        </td>
        <td className={clsx(tableCell, 'text-end max-narrow:text-start')}>
          <IconButton
            label={t('activity.work.calls', { when: formatTime(job.createdAt) })}
            icon={ChevronDown}
            aria-expanded={isOpen}
            aria-controls={callsId}
            onPress={onToggle}
          />
        </td>
      </tr>
      {isOpen ? (
        <tr id={callsId} className="border-b border-line bg-raised max-narrow:block">
          <td colSpan={columns.length} className="px-5 py-4 max-narrow:block">
            <Calls id={job.id} />
          </td>
        </tr>
      ) : undefined}
    </>
  )
}

function Calls({ id }: { readonly id: string }) {
  const { detail, error } = useJobDetail(id)
  return (
    <>
      <ErrorNotice error={error} />
      {detail === undefined ? undefined : <JobSteps detail={detail} />}
    </>
  )
}
