import type { DatabaseSync } from 'node:sqlite'
import type { JobKind, JobState } from '../../../shared/domain/job.ts'
import { kindsInRows, type Row } from './rows.ts'

/** Which jobs a list shows. Times: milliseconds since 1970, `from` inclusive, `to` exclusive. */
export interface WantedJobs {
  readonly connectionId: string
  readonly states?: readonly JobState[] | undefined
  readonly kinds?: readonly JobKind[] | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** The sequence of the last row of the page before. */
  readonly before?: number | undefined
  /** Only jobs with these sequences. */
  readonly among?: readonly number[] | undefined
  readonly limit: number
}

/** A part of a query, and what stands for its question marks. */
type Part = readonly [sql: string, ...values: (string | number)[]]

/** The states that jobs of a connection are in, also those that this version does not know. Each takes one look at the index. */
const heldStates = `WITH RECURSIVE held (state) AS (
  SELECT min(state) FROM job WHERE connection_id = ?1
  UNION ALL SELECT (SELECT min(state) FROM job WHERE connection_id = ?1 AND state > held.state) FROM held WHERE state IS NOT NULL)
  SELECT state FROM held WHERE state IS NOT NULL`

/**
 * The rows of a list, newest first. The newest of each state are found in the index, which is in the order of connection, state and
 * number, and the newest of these are the page: without that, SQLite reads every row of the connection for each page.
 */
export function readWanted(database: DatabaseSync, wanted: WantedJobs): readonly Row[] {
  const { connectionId, among, limit } = wanted
  const all = (sql: string, parts: readonly Part[]): readonly Row[] =>
    database.prepare(sql).all(...parts.flatMap(([, ...values]) => values))
  const states = wanted.states ?? []
  const which =
    states.length > 0
      ? states
      : database
          .prepare(heldStates)
          .all(connectionId)
          .map(({ state }) => String(state))
  if (which.length === 0) return []
  const more = conditionsOf(wanted)
  if (among !== undefined) {
    const conditions: readonly Part[] = [
      ['sequence IN (SELECT value FROM json_each(?))', JSON.stringify(among)],
      // Not by the index: the numbers lead to fewer rows.
      ['+connection_id = ?', connectionId],
      [`+state IN (${which.map(() => '?').join(', ')})`, ...which],
      ...more,
    ]
    return all(`SELECT * FROM job WHERE ${join(conditions)} ORDER BY sequence DESC LIMIT ?`, [
      ...conditions,
      ['', limit],
    ])
  }
  const newest = which.map((state): readonly Part[] => [
    ['connection_id = ?', connectionId],
    ['state = ?', state],
    ...more,
    ['', limit],
  ])
  const found = newest.map(
    (conditions) => `SELECT * FROM (SELECT sequence FROM job INDEXED BY job_by_state
      WHERE ${join(conditions.slice(0, -1))} ORDER BY sequence DESC LIMIT ?)`,
  )
  return all(`SELECT * FROM job WHERE sequence IN (${found.join(' UNION ALL ')}) ORDER BY sequence DESC LIMIT ?`, [
    ...newest.flat(),
    ['', limit],
  ])
}

const join = (conditions: readonly Part[]): string => conditions.map(([condition]) => condition).join(' AND ')

function conditionsOf({ kinds = [], from, to, before }: WantedJobs): readonly Part[] {
  const inRows = kindsInRows(kinds)
  return [
    ...(before === undefined ? [] : [['sequence < ?', before] as const]),
    ...(inRows.length === 0 ? [] : [[`kind IN (${inRows.map(() => '?').join(', ')})`, ...inRows] as const]),
    ...(from === undefined ? [] : [['created_at >= ?', from] as const]),
    ...(to === undefined ? [] : [['created_at < ?', to] as const]),
  ]
}
