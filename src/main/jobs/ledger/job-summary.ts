import { defined } from '../../../shared/defined.ts'
import { boxOf, logInOf, type Intent } from '../../../shared/domain/activation.ts'
import { type JobSummary, type Why, jobStateSchema, jobSummarySchema, whyCodes } from '../../../shared/domain/job.ts'
import { ordinaryOf } from '../steps/console.ts'
import { storedKindSchema, textOf, type Job, type Row } from './rows.ts'

/** A job as a list shows it. */
export function summaryOf(job: Job, why: Why | undefined = job.why && { code: job.why }): JobSummary {
  const { technician, productName } = job.payload
  const { id, sequence, connectionId, kind, state, waitsUntil, createdAt, updatedAt } = job
  return {
    ...defined({ id, sequence, connectionId, kind, state, why, waitsUntil, productName }),
    ...subjectOf(job.payload.intent),
    technician,
    createdAt,
    updatedAt,
  }
}

type Subject = Pick<JobSummary, 'box' | 'model' | 'customerName' | 'userid' | 'hostname'>

/** The box, the customer and the hostname of a job, as far as the intent names them. */
export function subjectOf(asked: Intent): Subject {
  const intent = ordinaryOf(asked)
  const box = boxOf(intent)
  return defined({
    box: box?.identifier,
    model: box?.model || undefined,
    customerName: customerNameOf(intent),
    userid: logInOf(intent).userid,
    hostname: 'hostname' in intent ? intent.hostname : undefined,
  })
}

function customerNameOf(intent: Intent): string | undefined {
  if ('customer' in intent) return `${intent.customer.firstname} ${intent.customer.lastname}`
  return 'customerName' in intent ? intent.customerName : undefined
}

/** A row whose personal data was purged. Its outcome is left. */
export function summaryOfPurged(row: Row): JobSummary {
  const code = whyCodes.find((one) => one === row['why'])
  return { ...bareSummary(row), ...(code && { why: { code } }), ...originOf(row), isPurged: true }
}

/** The unsealed columns of a row. If these are damaged too, the row is shown as one that needs the technician. */
function bareSummary(row: Row): JobSummary {
  return {
    id: textOf(row['id']),
    sequence: Number(row['sequence']),
    connectionId: textOf(row['connection_id']),
    kind: storedKindSchema.safeParse(row['kind']).data ?? 'new-customer',
    state: jobStateSchema.safeParse(row['state']).data ?? 'needs-you',
    technician: '',
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  }
}

/** A row that cannot be opened needs the technician. */
export const summaryOfUnreadable = (row: Row): JobSummary => ({
  ...bareSummary(row),
  why: { code: row['why'] === 'changed-outside' ? 'changed-outside' : 'unreadable-record' },
})

/** Where the job came from, if it was not made in this file. */
export const originOf = (row: Row): Pick<JobSummary, 'origin'> =>
  defined({ origin: jobSummarySchema.shape.origin.safeParse(row['origin'] ?? undefined).data })
