import type { ActivityRow } from '../../../shared/domain/activity.ts'
import { identifierOnWire } from '../../../shared/domain/device-identifier.ts'

/** Names of fields, not words of the screen: what reads the file goes by them in every language. */
export const activityColumns: readonly string[] = [
  'time',
  'technician',
  'act',
  'work',
  'step',
  'operation',
  'box',
  'model',
  'customer',
  'login',
  'hostname',
  'outcome',
  'http_status',
  'words',
  'jobs',
  'other',
  'job_state',
  'job',
]

/** One act as the cells of a line; the time in UTC. */
export function activityLine(row: ActivityRow): readonly string[] {
  return [
    new Date(row.at).toISOString(),
    row.by,
    row.act,
    row.job?.kind ?? '',
    row.step ?? '',
    row.operation ?? '',
    row.box === undefined ? '' : identifierOnWire(row.box, 'colon'),
    row.model ?? '',
    row.customerName ?? '',
    row.userid ?? '',
    row.hostname ?? '',
    row.isAssumed === true ? 'assumed' : (row.outcome ?? ''),
    row.status?.toString() ?? '',
    row.words ?? '',
    row.jobs?.toString() ?? '',
    row.other ?? '',
    row.job?.state ?? '',
    row.job?.id ?? '',
  ]
}
