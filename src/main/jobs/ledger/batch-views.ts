import type { DatabaseSync } from 'node:sqlite'
import type { JobState } from '../../../shared/domain/job.ts'

/** What is shown of a batch: jobs that were saved from one list. Found by their draft's id; opens no row. */
export interface BatchViews {
  readonly count: (batch: string) => Readonly<Partial<Record<JobState, number>>>
  /** When the first of them was saved, milliseconds since 1970. */
  readonly firstSavedAt: (batch: string) => number | undefined
  /** By line, which grows. */
  readonly list: (
    batch: string,
    after: number,
    limit: number,
  ) => readonly { readonly line: number; readonly id: string }[]
}

/** Lines are written with leading zeros, so that they sort as numbers. */
const lineDigits = 8

/** The draft's id of a row: the same row of the same list is the same job, however often it is saved. */
export const draftIdOfRow = (batch: string, line: number): string =>
  `bulk.${batch}.${String(line).padStart(lineDigits, '0')}`

/** Past every row of a batch: a slash is the sign after the dot. */
const end = (batch: string): string => `bulk.${batch}/`

/** Reads by the index of the draft's id. */
export function createBatchViews(database: DatabaseSync): BatchViews {
  const range = 'draft_id > ? AND draft_id < ?'
  const counts = database.prepare(`SELECT state, count(*) AS count FROM job WHERE ${range} GROUP BY state`)
  const first = database.prepare(`SELECT min(created_at) AS at FROM job WHERE ${range}`)
  const page = database.prepare(`SELECT draft_id, id FROM job WHERE ${range} ORDER BY draft_id LIMIT ?`)
  return {
    count: (batch) =>
      Object.fromEntries(
        counts.all(`bulk.${batch}.`, end(batch)).map((row) => [String(row['state']), Number(row['count'])]),
      ),
    firstSavedAt(batch) {
      const at = first.get(`bulk.${batch}.`, end(batch))?.['at']
      return typeof at === 'number' ? at : undefined
    },
    list: (batch, after, limit) =>
      page.all(draftIdOfRow(batch, after), end(batch), limit).map((row) => ({
        line: Number(String(row['draft_id']).slice(-lineDigits)),
        id: String(row['id']),
      })),
  }
}
