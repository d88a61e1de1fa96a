import { getLocalTimeZone, parseDate } from '@internationalized/date'
import type { ActivityFilter, ActivityOutcome } from '../../../../shared/domain/activity.ts'
import type { JobKind } from '../../../../shared/domain/job.ts'

/** The values of the filter form. */
export interface ActivityForm {
  /** Both days are yyyy-MM-dd and included. */
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

/** The form as a filter for the ledger. Days are those of this computer's calendar. */
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
