import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../ports.ts'
import type { Job } from './rows.ts'

/** Which job may run when. */
export interface RunOrder {
  /**
   * Jobs that may run beside those that run already, oldest first. On one customer or box one runs at a time: first what has
   * begun on the platform, then what is older.
   */
  readonly runnable: (
    connectionId: string,
    limit: number,
    running?: readonly number[],
  ) => readonly { readonly sequence: number }[]
  /**
   * When the next job that waits for a time later than `after` may run, milliseconds that this process will have lived
   * through. One that falls due between the two questions is not missed where `after` is from before `runnable`.
   */
  readonly nextWake: (connectionId: string, after: number) => number | undefined
  /** Saved jobs that wait for this one, being on the same customer or box. */
  readonly idsBehind: (job: Pick<Job, 'sequence'>) => readonly string[]
}

/** Statements are prepared once; no row is opened. */
export function createRunOrder(database: DatabaseSync, clock: Clock): RunOrder {
  const settled = `('done', 'unconfirmed', 'refused', 'dropped')`
  const running = '(SELECT value FROM json_each(:running))'
  const goesFirst = `e.connection_id = j.connection_id AND e.sequence <> j.sequence AND e.state NOT IN ${settled}
    AND (e.sequence IN ${running} OR ${begun('e')} > ${begun('j')}
      OR (${begun('e')} = ${begun('j')} AND e.sequence < j.sequence))`
  const runnable = database.prepare(`SELECT j.sequence FROM job j
    WHERE j.connection_id = :connection AND j.state IN ('saved', 'sending', 'checking', 'waiting')
      AND (j.waits_until IS NULL OR j.waits_until <= :now) AND j.sequence NOT IN ${running}
      AND NOT EXISTS (SELECT 1 FROM job e WHERE e.customer_key = j.customer_key AND ${goesFirst})
      AND NOT EXISTS (SELECT 1 FROM job e WHERE e.box_key = j.box_key AND ${goesFirst})
    ORDER BY j.sequence LIMIT :limit`)
  const nextWake = database.prepare(`SELECT min(waits_until) AS at FROM job
    WHERE connection_id = ? AND state IN ('saved', 'sending', 'checking', 'waiting') AND waits_until > ?`)

  const behind = database.prepare(`SELECT j.id FROM job e JOIN job j ON j.connection_id = e.connection_id
    AND j.sequence > e.sequence AND j.state = 'saved' AND (j.customer_key = e.customer_key OR j.box_key = e.box_key)
    WHERE e.sequence = ?`)
  return {
    runnable: (connection, limit, already = []) =>
      runnable
        .all({ connection, limit, now: clock.elapsed(), running: JSON.stringify(already) })
        .map((row) => ({ sequence: Number(row['sequence']) })),
    nextWake(connectionId, after) {
      const at = nextWake.get(connectionId, after)?.['at']
      return at === null || at === undefined ? undefined : Number(at)
    },
    idsBehind: ({ sequence }) => behind.all(sequence).map((row) => String(row['id'])),
  }
}

const begun = (job: string): string => `(${job}.state IN ('sending', 'checking', 'waiting'))`
