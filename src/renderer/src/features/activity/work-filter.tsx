import type { Request } from '../../../../shared/bridge/contract.ts'
import { jobKinds, type JobKind } from '../../../../shared/domain/job.ts'
import { shownFormatTag, t } from '../../locale.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { dividePeriod, periods, type Divided, type Period, type PeriodForm } from './period.ts'

/** The jobs that a supervisor wants to see. */
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

/** The kinds of job that put a box into service. */
const activations: readonly JobKind[] = ['new-customer', 'existing-customer', 'hostname']

type Wanted = Required<Pick<Request<'job.list'>, 'kinds' | 'technician'>>

/** Returns the part of a request that selects jobs by technician and kind. */
const wantedOf = ({ technician, kind }: WorkForm): Wanted => ({
  technician: technician.trim().slice(0, 80),
  kinds: kind === 'all' ? [] : kind === 'activations' ? [...activations] : [kind],
})

/** Converts the form to the values of a bridge request. Undefined if the period `own` is incomplete or ends before it begins. */
export function readWorkForm(form: WorkForm): (Wanted & Divided) | undefined {
  const divided = dividePeriod(form, shownFormatTag())
  return divided && { ...wantedOf(form), ...divided }
}

interface WorkFilterProps {
  readonly form: WorkForm
  readonly onChange: (form: WorkForm) => void
}

/** The filter of jobs and statistics by period, technician and kind. Each change takes effect at once. */
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
      <Select<Period>
        label={t('activity.work.period')}
        choices={periods.map((period) => ({ id: period, name: t(`activity.work.periods.${period}`) }))}
        {...bind('period')}
      />
      {form.period === 'own' ? (
        <PeriodFields form={form} onChange={(days) => onChange({ ...form, ...days })} />
      ) : undefined}
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

interface PeriodFieldsProps {
  readonly form: Pick<PeriodForm, 'fromDay' | 'toDay'>
  readonly onChange: (changed: Partial<Pick<PeriodForm, 'fromDay' | 'toDay'>>) => void
}

/** Fields for the first and the last day of a period. */
export function PeriodFields({ form: { fromDay, toDay }, onChange }: PeriodFieldsProps) {
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
