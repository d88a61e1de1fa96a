import { activityActSchema, type ActivityFilter, type ActivityRow } from '../../../shared/domain/activity.ts'
import { attemptOutcomes, jobKindSchema, jobStateSchema, stepKindSchema } from '../../../shared/domain/job.ts'
import { openColumnAs } from '../../vault/sealed-column.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { entryPayloadSchema, type EntryPayload } from './payload.ts'
import { readJob, sealedAs, textOf, type Row } from './rows.ts'
import { ordinaryOf } from '../steps/console.ts'
import { customerOf } from './views.ts'

/** The part of an act that is the job's: the same for all acts of one job. */
export type JobPart = Pick<
  ActivityRow,
  'job' | 'by' | 'box' | 'model' | 'customerName' | 'userid' | 'hostname' | 'isPurged'
>

/** Of a row that cannot be opened, or was purged, what is not sealed. */
export function jobPartOf(row: Row, sealing: Sealing): JobPart {
  const job = {
    id: textOf(row['id']),
    kind: jobKindSchema.safeParse(row['kind']).data ?? 'new-customer',
    state: jobStateSchema.safeParse(row['state']).data ?? 'needs-you',
  }
  if (row['purged_at'] !== null) return { job, by: '', isPurged: true }
  try {
    const { intent: asked, technician } = readJob(row, sealing).payload
    const intent = ordinaryOf(asked)
    const box = 'box' in intent ? intent.box : undefined
    const hostname = 'hostname' in intent ? intent.hostname : undefined
    return {
      job,
      by: technician,
      ...(box !== undefined && { box: box.identifier }),
      ...(box !== undefined && box.model !== '' && { model: box.model }),
      ...customerOf(intent),
      ...(hostname !== undefined && { hostname }),
    }
  } catch {
    return { job, by: '' }
  }
}

/** A job that was saved. */
export const savedRow = (row: Row, part: JobPart): ActivityRow => ({
  ...part,
  key: `job-${String(row['sequence'])}`,
  at: Number(row['created_at']),
  act: 'saved',
})

/** A try that ended, or a person's decision. */
export function entryRow(row: Row, part: JobPart, sealing: Sealing): ActivityRow {
  const seen = openSeen(row, sealing)
  const step = stepKindSchema.safeParse(row['step_kind']).data
  const isSent = row['type'] === 'verdict'
  const outcome = attemptOutcomes.find((one) => one === row['result']) ?? 'refused'
  return {
    ...part,
    key: `entry-${String(row['sequence'])}`,
    at: Number(row['at']),
    act: isSent ? 'sent' : activityActSchema.parse(row['result']),
    ...(isSent ? {} : { by: seen.by ?? '' }),
    ...(step !== undefined && { step }),
    operation: textOf(row['operation']),
    ...(isSent && { outcome }),
    ...(isSent && row['assumed'] === 1 && { isAssumed: true }),
    ...(typeof row['status'] === 'number' && { status: row['status'] }),
    ...(seen.message !== undefined && { words: seen.message }),
  }
}

function openSeen(row: Row, sealing: Sealing): EntryPayload {
  const identity = sealedAs.entry(Number(row['step_id']), Number(row['at']), textOf(row['type']))
  return openColumnAs(sealing, identity, row['sealed'], entryPayloadSchema) ?? {}
}

/** Whether an act fits what is sealed of it: who, and every word that was typed, a box in any writing. */
export function fitsActivity(row: ActivityRow, { technician = '', text: typed = '' }: ActivityFilter): boolean {
  if (!plain(row.by).includes(plain(technician))) return false
  const { box, model, customerName, userid, hostname, operation, words, by, other } = row
  const ground = plain([box?.value, model, customerName, userid, hostname, operation, words, by, other].join(' '))
  return plain(typed)
    .split(/\s/)
    .every((word) => ground.includes(word) || ground.includes(word.replace(/[:.-]/g, '')))
}

const plain = (typed: string): string => typed.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
