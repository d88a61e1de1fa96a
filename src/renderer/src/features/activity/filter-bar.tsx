import { getLocalTimeZone, parseDate } from '@internationalized/date'
import {
  activityOutcomes,
  type ActivityFilter,
  type ActivityOutcome,
} from '../../../../shared/domain/activity/activity.ts'
import { jobKinds, type JobKind } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PeriodFields } from './work-filter.tsx'

/** The values of the filter form. */
export interface ActivityForm {
  /** The first and the last day as `yyyy-MM-dd`. The filter includes both days. */
  readonly fromDay: string | undefined
  readonly toDay: string | undefined
  readonly technician: string
  readonly kind: JobKind | 'all'
  readonly outcome: ActivityOutcome | 'all'
  readonly text: string
}

export const emptyForm: ActivityForm = {
  fromDay: undefined,
  toDay: undefined,
  technician: '',
  kind: 'all',
  outcome: 'all',
  text: '',
}

/** Converts the form to a filter for the ledger. Days are in this computer's calendar. */
export function readFilter({ fromDay, toDay, technician, kind, outcome, text }: ActivityForm): ActivityFilter {
  return {
    ...(fromDay !== undefined && { from: startOf(fromDay, 0) }),
    ...(toDay !== undefined && { to: startOf(toDay, 1) }),
    ...(technician.trim() !== '' && { technician: technician.trim().slice(0, 80) }),
    ...(kind !== 'all' && { kind }),
    ...(outcome !== 'all' && { outcome }),
    ...(text.trim() !== '' && { text: text.trim().slice(0, 200) }),
  }
}

/** Whether any filter is set. */
export const isNarrowed = (form: ActivityForm): boolean => Object.keys(readFilter(form)).length > 0

const startOf = (day: string, later: number): number =>
  parseDate(day).add({ days: later }).toDate(getLocalTimeZone()).getTime()

interface FilterBarProps {
  readonly form: ActivityForm
  readonly onChange: (form: ActivityForm) => void
}

/** The filter of the events. Each change takes effect at once. */
export function FilterBar({ form, onChange }: FilterBarProps) {
  const bind = <Name extends keyof ActivityForm>(name: Name) => ({
    value: form[name],
    onChange: (value: ActivityForm[Name]) => onChange({ ...form, [name]: value }),
  })
  return (
    <search
      aria-label={t('activity.filter.label')}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(11.5rem,100%),1fr))] items-start gap-3"
    >
      <TextField
        label={t('activity.filter.text')}
        placeholder={t('activity.filter.textHint')}
        type="search"
        {...bind('text')}
      />
      <TextField label={t('activity.filter.technician')} type="search" {...bind('technician')} />
      <PeriodFields form={form} onChange={(days) => onChange({ ...form, ...days })} />
      <Select<JobKind | 'all'>
        label={t('activity.filter.kind')}
        choices={[
          { id: 'all', name: t('activity.filter.all') },
          ...jobKinds.map((kind) => ({ id: kind, name: t(`queue.kinds.${kind}`) })),
        ]}
        {...bind('kind')}
      />
      <Select<ActivityOutcome | 'all'>
        label={t('activity.filter.outcome')}
        choices={[
          { id: 'all', name: t('activity.filter.all') },
          ...activityOutcomes.map((outcome) => ({ id: outcome, name: t(`activity.filter.outcomes.${outcome}`) })),
        ]}
        {...bind('outcome')}
      />
      {isNarrowed(form) ? (
        <div className="self-end">
          <Button variant="quiet" onPress={() => onChange(emptyForm)}>
            {t('activity.filter.clear')}
          </Button>
        </div>
      ) : undefined}
    </search>
  )
}
