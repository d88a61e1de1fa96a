import { ChartColumn } from 'lucide-react'
import { type JobStatistics, type Tally, waitBounds } from '../../../../shared/domain/activity/activity.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { t } from '../../locale.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { FigureStrip } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Bar, BarChart, Chart, type Series } from './bar-chart.tsx'
import {
  outcomes,
  sayCount,
  sayDuration,
  sayFirstTimeRight,
  sayMedian,
  sayPart,
  sayPartShortly,
  sayShare,
  sayTally,
  type TallyPart,
  TallyTable,
  useStatistics,
} from './tally-table.tsx'
import { type Divided, useWorkForm, type WorkForm } from './work-filter.tsx'

/** The colour of each outcome in the charts. Jobs under way and dropped jobs are grey. */
const fills: Readonly<Record<TallyPart, string>> = {
  done: 'var(--done)',
  underWay: 'var(--edge)',
  needsYou: 'var(--needs-you)',
  dropped: 'var(--line)',
}
const ofDone: Series = { name: '', fill: fills.done }

interface StatisticsTabProps {
  readonly form: WorkForm
  /** Called with a technician's name, to show only the figures of that technician. */
  readonly onTechnician: (name: string) => void
}

export function StatisticsTab({ form, onTechnician }: StatisticsTabProps) {
  const wanted = useWorkForm(form)
  if (wanted === undefined) return <p className="px-5 text-soft">{t('activity.work.incomplete')}</p>
  return <Statistics wanted={wanted} form={form} onTechnician={onTechnician} />
}

type Wanted = NonNullable<ReturnType<typeof useWorkForm>>

function Statistics({ wanted, form, onTechnician }: StatisticsTabProps & { readonly wanted: Wanted }) {
  const { value: statistics, error } = useStatistics(wanted)
  if (error !== undefined)
    return (
      <div className="px-5">
        <ErrorNotice error={error} />
      </div>
    )
  if (statistics === undefined) return undefined
  if (statistics.total.jobs === 0)
    return (
      <EmptyState icon={ChartColumn} title={t('activity.work.none')}>
        {t('activity.work.noneNote')}
      </EmptyState>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5">
      {statistics.isCut ? <Notice tone="warning" title={t('activity.statistics.cut')} /> : undefined}
      <FigureStrip
        figures={[
          [t('activity.statistics.figures.jobs'), sayCount(statistics.total.jobs)],
          [t('activity.statistics.figures.done'), sayCount(statistics.total.done)],
          [t('activity.statistics.figures.firstTimeRight'), sayFirstTimeRight(statistics.total)],
          [t('activity.statistics.figures.median'), sayMedian(statistics.total)],
        ]}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] gap-4">
        <JobsChart statistics={statistics} divided={wanted} title={t(titleOf(form.kind))} />
        <FirstTimeChart statistics={statistics} divided={wanted} />
        <WaitsChart waits={statistics.waits} />
        <Reasons reasons={statistics.reasons} />
      </div>
      <Panel title={t('activity.statistics.byTechnician')} flush>
        <TallyTable
          first={t('activity.filter.technician')}
          rows={statistics.technicians}
          onName={form.technician === '' ? onTechnician : undefined}
        />
      </Panel>
      <Panel title={t('activity.statistics.byPart')} flush>
        <TallyTable
          first={t(`activity.statistics.part.${wanted.division}`)}
          rows={statistics.periods
            .map((tally, index) => ({
              ...tally,
              name: sayPart(wanted.edges[index] ?? 0, wanted.edges[index + 1] ?? 0, wanted.division),
            }))
            .filter(({ jobs }) => jobs > 0)
            .toReversed()}
        />
      </Panel>
    </div>
  )
}

const titleOf = (kind: WorkForm['kind']) =>
  kind === 'activations' ? 'activity.statistics.activations' : 'activity.statistics.jobs'

interface PartChartProps {
  readonly statistics: JobStatistics
  readonly divided: Divided
}

function barsOf(
  { statistics, divided }: PartChartProps,
  valuesOf: (tally: Tally) => readonly number[],
): readonly Bar[] {
  const { edges, division } = divided
  return statistics.periods.map((tally, index) => ({
    name: sayPartShortly(edges[index] ?? 0, division),
    values: valuesOf(tally),
  }))
}

function JobsChart({ title, ...part }: PartChartProps & { readonly title: string }) {
  const shown = outcomes.filter((outcome) => part.statistics.total[outcome] > 0)
  const series = shown.map((outcome) => ({ name: t(`activity.statistics.outcomes.${outcome}`), fill: fills[outcome] }))
  return (
    <Chart title={title} series={series}>
      <BarChart
        says={sayTally(part.statistics.total)}
        bars={barsOf(part, (tally) => shown.map((outcome) => tally[outcome]))}
        series={series}
        format={sayCount}
      />
    </Chart>
  )
}

function FirstTimeChart(part: PartChartProps) {
  const { done, firstTimeRight } = part.statistics.total
  return (
    <Chart title={t('activity.statistics.firstTime')} note={t('activity.statistics.firstTimeNote')}>
      <BarChart
        says={done === 0 ? t('activity.statistics.noneDone') : sayShare(firstTimeRight, done)}
        bars={barsOf(part, (tally) => [tally.done === 0 ? 0 : tally.firstTimeRight / tally.done])}
        series={[ofDone]}
        format={(share) => sayShare(share, 1)}
        most={1}
      />
    </Chart>
  )
}

function WaitsChart({ waits }: { readonly waits: readonly number[] }) {
  const bars = waits.map((jobs, index) => {
    const bound = waitBounds[index]
    const name = bound === undefined ? t('activity.statistics.longer') : `≤ ${sayDuration(bound)}`
    return { name, values: [jobs] }
  })
  const says = bars.map(({ name, values: [jobs = 0] }) => `${name}: ${sayCount(jobs)}`).join(', ')
  return (
    <Chart title={t('activity.statistics.waits')} note={t('activity.statistics.waitsNote')}>
      <BarChart says={says} bars={bars} series={[ofDone]} format={sayCount} />
    </Chart>
  )
}

/** The messages with which the platform refused jobs. */
function Reasons({ reasons }: { readonly reasons: JobStatistics['reasons'] }) {
  const most = Math.max(1, ...reasons.map(({ jobs }) => jobs))
  return (
    <Panel title={t('activity.statistics.reasons')} note={t('activity.statistics.reasonsNote')}>
      {reasons.length === 0 ? <p className="text-soft">{t('activity.statistics.noReasons')}</p> : undefined}
      <ul className="grid gap-2.5">
        {reasons.map(({ words, jobs }) => (
          <li key={words} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
            <span className="[overflow-wrap:anywhere]">
              {words === '' ? t('activity.statistics.noWords') : <bdi>{words}</bdi>}
            </span>
            <span className="font-figures tabular-nums">{sayCount(jobs)}</span>
            <span aria-hidden className="col-span-2 h-1.5 rounded-small bg-sunken">
              <span
                data-block
                className="block h-full rounded-small bg-refused"
                style={{ width: `${String((jobs / most) * 100)}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
