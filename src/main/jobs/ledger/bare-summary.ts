import {
  jobKindSchema,
  jobStateSchema,
  jobSummarySchema,
  whyCodes,
  type JobSummary,
} from '../../../shared/domain/job.ts'
import { textOf, type Row } from './rows.ts'

/** A row that cannot be opened: a person has to look at it. */
export const summaryOfUnreadable = (row: Row): JobSummary => ({
  ...bareSummary(row),
  why: { code: 'unreadable-record' },
})

/** A row whose payload has had its time: how it ended is left. */
export function summaryOfPurged(row: Row): JobSummary {
  const code = whyCodes.find((one) => one === row['why'])
  return { ...bareSummary(row), ...(code && { why: { code } }), ...originOf(row), isPurged: true }
}

/** What a row tells that is not opened. One that is damaged here, too, is shown as what a person has to look at. */
function bareSummary(row: Row): JobSummary {
  return {
    id: textOf(row['id']),
    sequence: Number(row['sequence']),
    connectionId: textOf(row['connection_id']),
    kind: jobKindSchema.safeParse(row['kind']).data ?? 'new-customer',
    state: jobStateSchema.safeParse(row['state']).data ?? 'needs-you',
    technician: '',
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  }
}

/** Where the job came from, where that was not here. */
export const originOf = (row: Row): Pick<JobSummary, 'origin'> => {
  const origin = jobSummarySchema.shape.origin.safeParse(row['origin'] ?? undefined).data
  return origin === undefined ? {} : { origin }
}
