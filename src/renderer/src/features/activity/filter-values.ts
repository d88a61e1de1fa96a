import { getLocalTimeZone, parseDate } from '@internationalized/date'
import type { ActivityFilter, ActivityOutcome } from '../../../../shared/domain/activity.ts'
import type { JobKind } from '../../../../shared/domain/job.ts'

/** What a person narrows the acts to. */
export interface ActivityForm {
  /** yyyy-MM-dd, both days included. */
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

/** The form as the ledger is asked; days are those of this computer's calendar. */
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

/** Whether anything is narrowed. */
export const isNarrowed = (form: ActivityForm): boolean => Object.keys(readFilter(form)).length > 0

const startOf = (day: string, later: number): number =>
  parseDate(day).add({ days: later }).toDate(getLocalTimeZone()).getTime()
