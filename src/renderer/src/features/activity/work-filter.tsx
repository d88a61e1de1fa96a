import {
  type CalendarDate,
  getLocalTimeZone,
  parseDate,
  startOfMonth,
  startOfWeek,
  toCalendarDate,
  today,
} from '@internationalized/date'
import type { Request } from '../../../../shared/bridge/contract.ts'
import { activationKinds, jobKinds, type JobKind } from '../../../../shared/domain/job-kinds.ts'
import { shownFormatTag, t } from '../../locale.ts'
import { useNow } from '../../ui/format-time.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'

export interface WorkForm extends PeriodForm {
  readonly technician: string
  readonly kind: JobKind | 'all' | 'activations'
}

export const emptyWorkForm: WorkForm = {
  period: 'this-week',
  fromDay: undefined,
  toDay: undefined,
  technician: '',
  kind: 'all',
}

type Wanted = Required<Pick<Request<'job.list'>, 'kinds' | 'technician'>>

const wantedOf = ({ technician, kind }: WorkForm): Wanted => ({
  technician: technician.trim().slice(0, 80),
  kinds: kind === 'all' ? [] : kind === 'activations' ? [...activationKinds] : [kind],
})

/** Returns the form as the values of a bridge request. Undefined if the period `own` is incomplete or ends before it begins. */
export function useWorkForm(form: WorkForm): (Wanted & Divided) | undefined {
  const divided = useDividedPeriod(form)
  return divided && { ...wantedOf(form), ...divided }
}

interface WorkFilterProps {
  readonly form: WorkForm
  readonly onChange: (form: WorkForm) => void
}

export function WorkFilter({ form, onChange }: WorkFilterProps) {
  const bind = <Name extends keyof WorkForm>(name: Name) => ({
    value: form[name],
    onChange: (value: WorkForm[Name]) => onChange({ ...form, [name]: value }),
  })
  return (
    <search
      aria-label={t('activity.work.label')}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(11.5rem,100%),1fr))] items-start gap-3"
    >
      <PeriodFields form={form} onChange={(changed) => onChange({ ...form, ...changed })} />
      <TextField label={t('activity.filter.technician')} type="search" {...bind('technician')} />
      <Select<WorkForm['kind']>
        label={t('activity.filter.kind')}
        choices={[
          { id: 'all', name: t('activity.filter.all') },
          { id: 'activations', name: t('activity.work.activations') },
          ...jobKinds.map((kind) => ({ id: kind, name: t(`queue.kinds.${kind}`) })),
        ]}
        {...bind('kind')}
      />
    </search>
  )
}

interface PeriodFieldsProps<Form> {
  readonly form: Form
  readonly onChange: (changed: Partial<Form>) => void
}

export function PeriodFields({ form, onChange }: PeriodFieldsProps<PeriodForm>) {
  return (
    <>
      <Select<Period>
        label={t('activity.work.period')}
        choices={periods.map((id) => ({ id, name: t(`activity.work.periods.${id}`) }))}
        value={form.period}
        onChange={(period) => onChange({ period })}
      />
      {form.period === 'own' ? <DayFields form={form} onChange={onChange} /> : undefined}
    </>
  )
}

export function DayFields({
  form: { fromDay, toDay },
  onChange,
}: PeriodFieldsProps<Pick<PeriodForm, 'fromDay' | 'toDay'>>) {
  const isReversed = fromDay !== undefined && toDay !== undefined && fromDay > toDay
  return (
    <>
      <DateField label={t('activity.filter.from')} value={fromDay} onChange={(day) => onChange({ fromDay: day })} />
      <DateField
        label={t('activity.filter.to')}
        error={isReversed ? t('activity.filter.turned') : undefined}
        value={toDay}
        onChange={(day) => onChange({ toDay: day })}
      />
    </>
  )
}

const periods = ['today', 'yesterday', 'this-week', 'last-week', 'thirty-days', 'year', 'own'] as const
type Period = (typeof periods)[number]

export type Division = 'day' | 'week' | 'month'

/**
 * The chosen period. `fromDay` and `toDay`: the first and last day of the period `own`, as `yyyy-MM-dd`. Other periods ignore these days.
 */
export interface PeriodForm {
  readonly period: Period
  readonly fromDay: string | undefined
  readonly toDay: string | undefined
}

/**
 * A period divided into parts. Each part runs from one edge to the next. Edges are midnights of this computer, in milliseconds since 1970.
 */
export interface Divided {
  readonly edges: readonly number[]
  readonly division: Division
}

/**
 * The most days of a period that is divided into days, and the most weeks of a period that is divided into weeks. A longer period is
 * divided into months. If the period has more months than `mostMonths`, the last part has all remaining months.
 */
const [mostDays, mostWeeks, mostMonths] = [31, 26, 120]

/**
 * Divides the period. Undefined if the period is `own` and is incomplete or ends before it begins. `tag`: the language that decides on
 * which day a week begins.
 */
export function dividePeriod({ period, fromDay, toDay }: PeriodForm, tag: string): Divided | undefined {
  const now = toCalendarDate(today(getLocalTimeZone()))
  const week = startOfWeek(now, tag)
  switch (period) {
    case 'today':
      return divide(now, now.add({ days: 1 }), tag)
    case 'yesterday':
      return divide(now.subtract({ days: 1 }), now, tag)
    case 'this-week':
      return divide(week, week.add({ weeks: 1 }), tag)
    case 'last-week':
      return divide(week.subtract({ weeks: 1 }), week, tag)
    case 'thirty-days':
      return divide(now.subtract({ days: 29 }), now.add({ days: 1 }), tag)
    case 'year':
      return divide(startOfMonth(now).subtract({ months: 11 }), startOfMonth(now).add({ months: 1 }), tag)
    case 'own': {
      if (fromDay === undefined || toDay === undefined || toDay < fromDay) return undefined
      return divide(parseDate(fromDay), parseDate(toDay).add({ days: 1 }), tag)
    }
  }
}

/** Divides the period anew when the day has changed, so that a period such as "today" follows the day. */
export function useDividedPeriod(form: PeriodForm): Divided | undefined {
  useNow()
  return dividePeriod(form, shownFormatTag())
}

function divide(from: CalendarDate, to: CalendarDate, tag: string): Divided {
  const days = to.compare(from)
  const division: Division = days <= mostDays ? 'day' : days <= mostWeeks * 7 ? 'week' : 'month'
  const edges = [from]
  let next = beginOf(from, division, tag)
  for (let part = 0; part < mostMonths; part += 1) {
    next = next.add({
      days: Number(division === 'day'),
      weeks: Number(division === 'week'),
      months: Number(division === 'month'),
    })
    if (next.compare(to) >= 0) break
    edges.push(next)
  }
  return { edges: [...edges, to].map((day) => day.toDate(getLocalTimeZone()).getTime()), division }
}

const beginOf = (day: CalendarDate, division: Division, tag: string): CalendarDate =>
  division === 'day' ? day : division === 'week' ? startOfWeek(day, tag) : startOfMonth(day)
