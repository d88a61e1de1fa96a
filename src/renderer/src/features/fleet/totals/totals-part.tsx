import { ChartColumn } from 'lucide-react'
import { useEffect } from 'react'
import { ErrorNotice } from '../../../bridge/use-call.tsx'
import { shownFormatTag, t } from '../../../locale.ts'
import { useKept, useServices, useSnapshot } from '../../../state/services.tsx'
import { followFleet, useRead } from '../../../state/use-read.ts'
import { EmptyState } from '../../../ui/notice.tsx'
import { FigureStrip, FigureTable } from '../../../ui/figure-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { BarChart, Chart, type Series } from '../../activity/bar-chart.tsx'
import { sayCount, sayPart, sayPartShortly, sayShare } from '../../activity/tally-table.tsx'
import { type Divided, PeriodFields, useDividedPeriod, type PeriodForm } from '../../activity/work-filter.tsx'
import { groupsOf, type Station } from '../board/station.ts'
import { ExportCsv } from '../board/export-board.tsx'
import type { Response } from '../../../../../shared/bridge/contract.ts'

interface TotalsForm extends PeriodForm {
  /** The name of a group. Undefined for all computers. */
  readonly group: string | undefined
}

const emptyForm: TotalsForm = { period: 'this-week', fromDay: undefined, toDay: undefined, group: undefined }
/** Milliseconds between a change in the fleet and the next reading. The computers report often, and the totals are many rows. */
const totalsPause = 2000
const [all, named] = ['all', 'group ']

export function TotalsPart({ stations }: { readonly stations: readonly Station[] }) {
  const [form, keep] = useKept<TotalsForm>('fleet.totals', emptyForm)
  const change = (changed: Partial<TotalsForm>): void => keep({ ...form, ...changed })
  const divided = useDividedPeriod(form)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 pb-5">
      <search
        aria-label={t('fleet.totals.filter')}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(11.5rem,100%),1fr))] items-start gap-3"
      >
        <PeriodFields form={form} onChange={change} />
        <Select<string>
          label={t('fleet.group')}
          choices={[
            { id: all, name: t('fleet.filter.allGroups') },
            ...groupsOf(stations, shownFormatTag()).map((name) => ({ id: named + name, name })),
          ]}
          value={form.group === undefined ? all : named + form.group}
          onChange={(id) => change({ group: id === all ? undefined : id.slice(named.length) })}
        />
      </search>
      {divided === undefined ? (
        <p className="text-soft">{t('activity.work.incomplete')}</p>
      ) : (
        <Totals divided={divided} group={form.group} stations={stations} />
      )}
    </div>
  )
}

interface TotalsProps {
  readonly divided: Divided
  readonly group: string | undefined
  readonly stations: readonly Station[]
}

function Totals({ divided, group, stations }: TotalsProps) {
  const { edges } = divided
  const [first = 0, last = first] = [edges[0], edges.at(-1)]
  // The last edge is the midnight after the period, so the last day of the period is the day before that edge.
  const request = { from: dayOf(first), to: dayOf(last - 1) }
  const link = useSnapshot(({ fleet }) => fleet?.link)
  const { bridge } = useServices()
  const { value, error, renew } = useRead('fleet.totals', request, { asOf: link })
  useEffect(() => followFleet(bridge, renew, totalsPause), [bridge, renew])
  // The head of the screen says that the hub is not reached.
  if (error !== undefined) return link === 'unreached' ? undefined : <ErrorNotice error={error} />
  if (value === undefined) return <output className="text-soft">{t('fleet.totals.reading')}</output>
  const inGroup = new Set(stations.filter((station) => station.group === group).map(({ id }) => id))
  const totals = group === undefined ? value.totals : value.totals.filter(({ station }) => inGroup.has(station))
  if (totals.length === 0)
    return (
      <EmptyState icon={ChartColumn} title={t('fleet.totals.none')}>
        {t('fleet.totals.noneNote')}
      </EmptyState>
    )
  return <Figures totals={totals} divided={divided} stations={stations} />
}

interface FiguresProps {
  readonly totals: readonly Total[]
  readonly divided: Divided
  readonly stations: readonly Pick<Station, 'id' | 'name'>[]
}

function Figures({ totals, divided: { edges, division }, stations }: FiguresProps) {
  const series: readonly Series[] = [
    { name: t('fleet.totals.done'), fill: 'var(--done)' },
    { name: t('fleet.totals.refused'), fill: 'var(--refused)' },
  ]
  const names = new Map(stations.map(({ id, name }) => [id, name]))
  const parts = sumParts(totals, edges.slice(0, -1).map(dayOf))
  const technicians = sumBy(totals, ({ technician }) => technician || t('activity.nobody'))
  const products = sumBy(totals, ({ product }) => product || t('fleet.totals.noProduct'))
  const computers = sumBy(totals, ({ station }) => names.get(station) ?? t('fleet.totals.unknownComputer'))
  const done = technicians.reduce((sum, one) => sum + one.done, 0)
  const refused = technicians.reduce((sum, one) => sum + one.refused, 0)
  const partRows = parts.map((part, index): Sum => ({
    ...part,
    name: sayPart(edges[index] ?? 0, edges[index + 1] ?? 0, division),
  }))
  const figures = [
    [t('fleet.totals.done'), sayCount(done)],
    [t('fleet.totals.refused'), sayCount(refused)],
    [t('fleet.totals.share'), sayShare(done, Math.max(1, done + refused))],
    [t('fleet.totals.computers'), sayCount(computers.length)],
  ] as const
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FigureStrip figures={figures} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] gap-4">
        <Chart title={t('fleet.totals.byPart')} series={series}>
          <BarChart
            says={t('fleet.totals.says', { done: sayCount(done), refused: sayCount(refused) })}
            bars={parts.map((part, index) => ({
              name: sayPartShortly(edges[index] ?? 0, division),
              values: [part.done, part.refused],
            }))}
            series={series}
            format={sayCount}
          />
        </Chart>
        <Ranking title={t('activity.statistics.byTechnician')} sums={technicians} series={series} />
        <Ranking title={t('fleet.totals.byProduct')} sums={products} series={series} />
        <Ranking title={t('fleet.totals.byComputer')} sums={computers} series={series} />
      </div>
      <div>
        <ExportCsv name="totals" rows={() => totalsRows(totals, names)} isDisabled={false} />
      </div>
      <SumPanel
        title={t('fleet.totals.numbers.part')}
        first={t(`activity.statistics.part.${division}`)}
        rows={partRows.filter(isSome).toReversed()}
      />
      <SumPanel
        title={t('fleet.totals.numbers.technician')}
        first={t('activity.filter.technician')}
        rows={technicians}
      />
      <SumPanel title={t('fleet.totals.numbers.product')} first={t('fleet.totals.product')} rows={products} />
      <SumPanel title={t('fleet.totals.numbers.computer')} first={t('fleet.board.columns.name')} rows={computers} />
    </div>
  )
}

const isSome = ({ done, refused }: Sum): boolean => done + refused > 0

interface SumTableProps {
  /** The heading of the column with the names. */
  readonly first: string
  readonly rows: readonly Sum[]
}

function SumPanel({ title, ...table }: SumTableProps & { readonly title: string }) {
  return (
    <Panel title={title} flush>
      <SumTable {...table} />
    </Panel>
  )
}

export function SumTable({ first, rows }: SumTableProps) {
  const columns: readonly (readonly [title: string, figure: (sum: Sum) => string])[] = [
    [t('fleet.totals.done'), ({ done }) => sayCount(done)],
    [t('fleet.totals.refused'), ({ refused }) => sayCount(refused)],
    [t('fleet.totals.share'), ({ done, refused }) => sayShare(done, Math.max(1, done + refused))],
  ]
  return (
    <FigureTable first={first} rows={rows} columns={columns}>
      {({ name }) => <bdi>{name}</bdi>}
    </FigureTable>
  )
}

/** Returns every row as the computers reported it, for a spreadsheet. */
export function totalsRows(
  totals: readonly Total[],
  names: ReadonlyMap<string, string>,
): readonly (readonly string[])[] {
  const head = [
    t('activity.statistics.part.day'),
    t('fleet.board.columns.name'),
    t('activity.filter.technician'),
    t('fleet.totals.product'),
    t('fleet.totals.done'),
    t('fleet.totals.refused'),
  ]
  return [
    head,
    ...totals.map(({ day, station, technician, product, done, refused }) => [
      day,
      names.get(station) ?? station,
      technician,
      product,
      String(done),
      String(refused),
    ]),
  ]
}

/** The largest number of bars. Only the longest bars are drawn, but the table has all names. */
const mostBars = 10

interface RankingProps {
  readonly title: string
  readonly sums: readonly Sum[]
  /** The series of the done jobs, then the series of the refused jobs. */
  readonly series: readonly Series[]
}

/** A chart with a bar for each name, longest bar first. The bars are horizontal, so that each long name has a line of its own. */
export function Ranking({ title, sums, series }: RankingProps) {
  const longest = Math.max(1, ...sums.map(({ done, refused }) => done + refused))
  const rest = sums.length - mostBars
  return (
    <Chart title={title} series={series} note={rest > 0 ? t('fleet.totals.rest', { count: rest }) : undefined}>
      <ul className="grid gap-2.5">
        {sums.slice(0, mostBars).map(({ name, done, refused }) => (
          <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
            <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
            <span className="text-end tabular-nums">
              {refused === 0
                ? sayCount(done)
                : t('fleet.totals.both', { done: sayCount(done), refused: sayCount(refused) })}
            </span>
            <span aria-hidden className="col-span-2 flex h-1.5 overflow-clip rounded-small bg-sunken">
              {[done, refused].map((count, index) => (
                <span
                  key={series[index]?.name}
                  data-block
                  className="block h-full forced-color-adjust-none"
                  style={{ width: `${String((count / longest) * 100)}%`, background: series[index]?.fill }}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Chart>
  )
}

export type Total = Response<'fleet.totals'>['totals'][number]

/** The numbers of done and refused jobs under one name, such as the name of a product or a technician. */
interface Sum {
  readonly name: string
  readonly done: number
  readonly refused: number
}

/** Adds up the jobs for each name. Returns the largest sum first. */
export function sumBy(totals: readonly Total[], nameOf: (total: Total) => string): readonly Sum[] {
  const sums = new Map<string, Sum>()
  for (const total of totals) {
    const name = nameOf(total)
    const { done = 0, refused = 0 } = sums.get(name) ?? {}
    sums.set(name, { name, done: done + total.done, refused: refused + total.refused })
  }
  return [...sums.values()].toSorted(
    (one, other) => other.done + other.refused - one.done - one.refused || one.name.localeCompare(other.name),
  )
}

/** Returns one sum for each part of a period. `days` are the first days of the parts as `yyyy-MM-dd`, in ascending order. */
export function sumParts(totals: readonly Total[], days: readonly string[]): readonly Omit<Sum, 'name'>[] {
  const sums = days.map(() => ({ done: 0, refused: 0 }))
  for (const { day, done, refused } of totals) {
    const sum = sums[days.findLastIndex((from) => from <= day)]
    if (sum === undefined) continue
    sum.done += done
    sum.refused += refused
  }
  return sums
}

const pad = (number: number): string => String(number).padStart(2, '0')

/** The day of a time in this computer's calendar, yyyy-MM-dd. `at`: milliseconds since 1970. */
export function dayOf(at: number): string {
  const date = new Date(at)
  return `${String(date.getFullYear())}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}
