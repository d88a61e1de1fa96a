import type { Tally } from '../../../../shared/domain/activity/activity.ts'
import { shownFormatTag, t } from '../../locale.ts'
import type { Request } from '../../../../shared/bridge/contract.ts'
import { useSnapshot } from '../../state/services.tsx'
import { answerTo, useRead } from '../../state/use-read.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { formatMonth, formatShortDay, formatWeekday } from '../../ui/format-time.ts'
import type { Division } from './work-filter.tsx'

interface TallyTableProps {
  /** The heading of the column with the names. */
  readonly first: string
  /** The name is empty for jobs that were saved without a technician's name. */
  readonly rows: readonly (Tally & { readonly name: string })[]
  /** Called with the pressed name. If undefined, the names are not buttons. */
  readonly onName?: ((name: string) => void) | undefined
}

export function TallyTable({ first, rows, onName }: TallyTableProps) {
  const columns: readonly (readonly [title: string, figure: (tally: Tally) => string])[] = [
    [t('activity.statistics.figures.jobs'), ({ jobs }) => sayCount(jobs)],
    ...outcomes.map(
      (outcome) => [t(`activity.statistics.outcomes.${outcome}`), (tally: Tally) => sayCount(tally[outcome])] as const,
    ),
    [t('activity.statistics.figures.firstTimeRight'), sayFirstTimeRight],
    [t('activity.statistics.figures.median'), sayMedian],
  ]
  return (
    <FigureTable first={first} rows={rows} columns={columns}>
      {({ name }) => {
        if (name === '') return t('activity.nobody')
        return onName === undefined ? name : <NameButton name={name} onPress={onName} />
      }}
    </FigureTable>
  )
}

export const sayFirstTimeRight = ({ done, firstTimeRight }: Tally): string =>
  done === 0 ? '–' : sayShare(firstTimeRight, done)

/** The median time from saving a job to its end. */
export const sayMedian = ({ medianSeconds }: Tally): string =>
  medianSeconds === undefined ? '–' : sayDuration(medianSeconds)

export function NameButton({ name, onPress }: { readonly name: string; readonly onPress: (name: string) => void }) {
  return (
    <button
      type="button"
      onClick={() => onPress(name)}
      className="min-h-6 max-w-48 text-start [overflow-wrap:anywhere] whitespace-normal underline decoration-line underline-offset-4 hover:text-ink hover:decoration-ink"
    >
      {name}
    </button>
  )
}

/** The outcomes, in the order in which they are listed and stacked. */
export const outcomes = ['done', 'underWay', 'needsYou', 'dropped'] as const
export type TallyPart = (typeof outcomes)[number]

/** `14 jobs: 12 done, 2 need you`. Leaves out outcomes without jobs. */
export function sayTally(tally: Tally): string {
  const parts = outcomes
    .filter((outcome) => tally[outcome] > 0)
    .map((outcome) => t(`activity.work.tally.${outcome}`, { count: tally[outcome], number: sayCount(tally[outcome]) }))
  const list = new Intl.ListFormat(shownFormatTag(), { type: 'unit', style: 'short' }).format(parts)
  const jobs = t('activity.work.jobs', { count: tally.jobs })
  return tally.jobs === 0 ? jobs : t('activity.work.total', { jobs, list })
}

/** Milliseconds to wait for more changes of jobs, which come in groups, and for more letters of a typed name. */
const [pause, delay] = [1500, 200]

/** Returns the statistics of the active connection's jobs, and reads them again when jobs change. */
export function useStatistics({
  edges,
  technician,
  kinds,
}: Omit<Request<'activity.statistics'>, 'edges'> & {
  readonly edges: readonly number[]
}) {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const request = { edges: [...edges], technician, kinds }
  const read = useRead('activity.statistics', request, { scope, delay, keepsLast: true, follows: { pause } })
  return { ...read, value: answerTo<'activity.statistics'>(read, request) }
}

/** The name of one part of a period. The part begins at `from` and ends before `to`, both in milliseconds since 1970. */
export function sayPart(from: number, to: number, division: Division): string {
  if (division === 'day') return formatWeekday(from)
  if (division === 'month') return formatMonth(from)
  return t('activity.work.week', { from: formatShortDay(from), to: formatShortDay(to - 1) })
}

/** The short name of a part of a period, which fits under a bar. `from` is in milliseconds since 1970. */
export function sayPartShortly(from: number, division: Division): string {
  const options: Intl.DateTimeFormatOptions =
    division === 'day'
      ? { day: 'numeric' }
      : division === 'week'
        ? { day: 'numeric', month: 'short' }
        : { month: 'short' }
  return new Intl.DateTimeFormat(shownFormatTag(), options).format(from)
}

/** The duration of a job, `40 sec`, `3 min`, `2 hr`, in the language on screen. */
export function sayDuration(seconds: number): string {
  const [value, unit] =
    seconds < 90
      ? [Math.max(1, seconds), 'second']
      : seconds < 5400
        ? [seconds / 60, 'minute']
        : [seconds / 3600, 'hour']
  return new Intl.NumberFormat(shownFormatTag(), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  }).format(value)
}

/** A share, `93 %`, in the language on screen. */
export const sayShare = (part: number, whole: number): string =>
  new Intl.NumberFormat(shownFormatTag(), { style: 'percent' }).format(part / whole)

export const sayCount = (count: number): string => new Intl.NumberFormat(shownFormatTag()).format(count)
