import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { getLocalTimeZone, parseDate } from '@internationalized/date'
import {
  type ActivityFilter,
  type ActivityOutcome,
  activityOutcomes,
  type ActivityRow,
} from '../../../../shared/domain/activity/activity.ts'
import { type AttemptOutcome } from '../../../../shared/domain/job.ts'
import { jobKinds, type JobKind } from '../../../../shared/domain/job-kinds.ts'
import { t } from '../../locale.ts'
import { queuePath } from '../../routes.ts'
import { formatExactly, formatWhen } from '../../ui/format-time.ts'
import { clsx } from 'clsx'
import { JobChip } from '../ticket/job-chip.tsx'
import { HeadRow, rowLink, tableCell } from '../queue/job-table.tsx'
import { Identifier } from '../ticket/device-label.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DayFields } from './work-filter.tsx'

const columns = ['when', 'what', 'box', 'customer', 'outcome'] as const

const outcomeLooks: Readonly<Record<AttemptOutcome, { readonly icon: LucideIcon; readonly look: string }>> = {
  accepted: { icon: CircleCheck, look: 'bg-done-tint text-done' },
  refused: { icon: CircleX, look: 'bg-refused-tint text-refused' },
  unknown: { icon: CircleAlert, look: 'bg-needs-you-tint text-needs-you' },
  'not-sent': { icon: CircleDashed, look: 'bg-dropped-tint text-dropped' },
}

export function ActivityTable({ rows, now }: { readonly rows: readonly ActivityRow[]; readonly now: number }) {
  return (
    <table aria-label={t('activity.title')} className="w-full border-collapse text-start">
      <thead className="max-narrow:hidden">
        <HeadRow names={columns.map((column) => t(`activity.columns.${column}`))} />
      </thead>
      <tbody>
        {rows.map((row) => (
          <EventRow key={row.key} row={row} now={now} />
        ))}
      </tbody>
    </table>
  )
}

function EventRow({ row, now }: { readonly row: ActivityRow; readonly now: number }) {
  const { job } = row
  return (
    <tr
      data-act={row.key}
      className={clsx(
        'relative border-b border-line last:border-0 max-narrow:block max-narrow:py-2',
        job !== undefined && 'transition-colors hover:bg-sunken',
      )}
    >
      <td className={clsx(tableCell, 'whitespace-nowrap')}>
        <When row={row} now={now} />
        <span className="block max-w-48 text-small [overflow-wrap:anywhere] whitespace-normal text-soft">
          {row.by === '' ? t('activity.nobody') : row.by}
        </span>
      </td>
      <td className={tableCell}>
        {sayAction(row)}
        {job === undefined ? undefined : (
          <span className="block text-small text-soft">{t(`queue.kinds.${job.kind}`)}</span>
        )}
      </td>
      <td className={clsx(tableCell, 'narrow:whitespace-nowrap')}>
        {row.box === undefined ? undefined : (
          <span className="font-semibold">
            <Identifier identifier={row.box} />
          </span>
        )}
        <span className="block text-small text-soft">{row.model}</span>
      </td>
      <td className={clsx(tableCell, '[overflow-wrap:anywhere]')}>
        {row.isPurged === true ? (
          <span className="text-soft">{t('activity.purged')}</span>
        ) : (
          (row.customerName ?? row.userid ?? row.hostname)
        )}
        {row.customerName === undefined ? undefined : <span className="block text-small text-soft">{row.userid}</span>}
      </td>
      <td className={clsx(tableCell, '[overflow-wrap:anywhere]')}>
        <Outcome row={row} />
      </td>
    </tr>
  )
}

function When({ row, now }: { readonly row: ActivityRow; readonly now: number }) {
  const time = (
    <time dateTime={new Date(row.at).toISOString()} title={formatExactly(row.at)}>
      {formatWhen(row.at, now)}
    </time>
  )
  if (row.job === undefined) return <span className="font-semibold tabular-nums">{time}</span>
  return (
    <Link href={queuePath('all', row.job.id)} className={clsx('font-semibold text-ink tabular-nums', rowLink)}>
      {time}
      <span className="sr-only">{t('activity.openJob', { what: sayAction(row) })}</span>
    </Link>
  )
}

function Outcome({ row }: { readonly row: ActivityRow }) {
  const says = sayOutcome(row)
  const answer = sayAnswer(row)
  if (row.action === 'saved' && row.job !== undefined) return <JobChip job={{ ...row.job, ...row }} />
  if (row.action !== 'sent' || row.outcome === undefined) return says
  const { icon: Icon, look } = outcomeLooks[row.isAssumed === true ? 'not-sent' : row.outcome]
  return (
    <>
      <span
        className={clsx(
          'inline-flex items-center gap-1.5 rounded-small border border-transparent px-2 py-0.5 text-small font-semibold',
          look,
        )}
      >
        <Icon aria-hidden size="0.8125rem" strokeWidth={2.2} className="shrink-0" />
        {says}
      </span>
      {answer === undefined ? undefined : <span className="mt-1 block max-w-80 text-small text-soft">{answer}</span>}
    </>
  )
}

function sayAction(row: ActivityRow): string {
  if (row.action === 'sent') return row.step === undefined ? t('activity.actions.sent') : t(`queue.steps.${row.step}`)
  // A job that moved to another computer is dropped here, and its event names that computer.
  if (row.action === 'drop' && row.other !== undefined) return t('activity.movedTo')
  return t(`activity.actions.${row.action}`)
}

/** Says the outcome of an event: the platform's answer, the technician's reason, or how many jobs moved to which computer. */
function sayOutcome(row: ActivityRow): string | undefined {
  const { action, outcome, isAssumed, jobs, other, words } = row
  if (action === 'sent' && outcome !== undefined)
    return isAssumed === true ? t('activity.assumed') : t(`activity.outcomes.${outcome}`)
  if (action === 'drop' && words !== undefined) return t('queue.reason', { detail: words })
  if (jobs !== undefined) return t('activity.several', { count: jobs, other: other ?? '' })
  return other
}

/** Says the second line of the outcome: the platform's own words, and the HTTP status unless the call was accepted. */
function sayAnswer({ action, outcome, words, status }: ActivityRow): string | undefined {
  if (action !== 'sent') return undefined
  const parts = [
    words === undefined ? undefined : t('queue.platformSaid', { detail: words }),
    status === undefined || outcome === 'accepted' ? undefined : t('queue.status', { status }),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(' ')
}

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

/** Days are in this computer's calendar. */
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

export const isNarrowed = (form: ActivityForm): boolean => Object.keys(readFilter(form)).length > 0

const startOf = (day: string, later: number): number =>
  parseDate(day).add({ days: later }).toDate(getLocalTimeZone()).getTime()

interface FilterBarProps {
  readonly form: ActivityForm
  readonly onChange: (form: ActivityForm) => void
}

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
      <DayFields form={form} onChange={(days) => onChange({ ...form, ...days })} />
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
