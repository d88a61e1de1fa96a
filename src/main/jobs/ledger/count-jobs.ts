import type { DatabaseSync } from 'node:sqlite'
import type { Counts } from '../../../shared/bridge/snapshot.ts'
import type { JobState } from '../../../shared/domain/job.ts'
import { statesInSql, type Row } from './rows.ts'

/** How many jobs of a connection are in each state. Opens no row, so it works while the vault is locked. */
export const countJobs = (database: DatabaseSync, connectionId: string): Counts =>
  countStates(
    database
      .prepare('SELECT state, count(*) AS count FROM job WHERE connection_id = ? GROUP BY state')
      .all(connectionId),
  )

/**
 * Like `countJobs`, for the jobs of all connections but `except`, also of one that this computer no longer knows. Erased jobs do not count.
 */
export const countAllJobs = (database: DatabaseSync, except: string): Counts =>
  countStates(
    database
      .prepare(`SELECT state, count(*) AS count FROM job WHERE draft_id <> 'erased ' || id AND connection_id <> ?
        GROUP BY state`)
      .all(except),
  )

const countStates = (rows: readonly Row[]): Counts =>
  countBy((state) => Number(rows.find((row) => row['state'] === state)?.['count'] ?? 0))

const countBy = (count: (state: JobState) => number): Counts => ({
  saved: count('saved'),
  sending: count('sending'),
  checking: count('checking'),
  waiting: count('waiting'),
  needsYou: count('needs-you'),
  refused: count('refused'),
  unconfirmed: count('unconfirmed'),
  done: count('done'),
  dropped: count('dropped'),
})

export const noJobs = countBy(() => 0)

/** How many jobs of all connections are in each state, including states that this version does not know. */
export const countByState = (database: DatabaseSync): ReadonlyMap<string, number> =>
  new Map(
    database
      .prepare('SELECT state, count(*) AS count FROM job GROUP BY state')
      .all()
      .map(({ state, count }) => [String(state), Number(count)]),
  )

export const hasJobOf = (database: DatabaseSync, ids: readonly string[], connectionId: string): boolean =>
  database
    .prepare('SELECT 1 FROM job WHERE connection_id = ? AND id IN (SELECT value FROM json_each(?)) LIMIT 1')
    .get(connectionId, JSON.stringify(ids)) !== undefined

/** A refused job counts as open, because it may be corrected and sent. */
const isOpen = `(state IN ${statesInSql('unfinished')} OR state = 'refused')`

/** Whether any of the jobs with these ids is not finished. */
export const hasOpenJob = (database: DatabaseSync, ids: readonly string[]): boolean =>
  database
    .prepare(`SELECT 1 FROM job WHERE id IN (SELECT value FROM json_each(?)) AND ${isOpen} LIMIT 1`)
    .get(JSON.stringify(ids)) !== undefined

/** Counts the jobs of all connections that are not finished, and names their connections. */
export function countOpenJobs(database: DatabaseSync): { readonly jobs: number; readonly connectionIds: string[] } {
  const rows = database
    .prepare(`SELECT connection_id AS id, count(*) AS count FROM job WHERE ${isOpen} GROUP BY connection_id`)
    .all()
  return {
    jobs: rows.reduce((sum, { count }) => sum + Number(count), 0),
    connectionIds: rows.map(({ id }) => String(id)),
  }
}
