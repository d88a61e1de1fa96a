import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { z } from 'zod'
import type { Clock } from '../../ports.ts'
import { inTransaction } from '../../storage/database.ts'
import { openColumnAs, type Sealing } from '../../vault/sealing.ts'
import { aDay } from '../../../shared/durations.ts'

/** The kind of question. Each kind has its own limit, so that long lists do not displace the answers about customers. */
export type CachedKind = 'list' | 'customer' | 'bindings' | 'hostname'

/** A question to the platform. Two questions are equal if their texts are identical. */
export interface Question {
  readonly connectionId: string
  readonly kind: CachedKind
  readonly text: string
}

interface Cached<T> {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly answer: T
}

/** The most cached answers per kind and connection. A page of the longest list takes some 200 kB. */
export const mostCached: Readonly<Record<CachedKind, number>> = { list: 60, customer: 300, bindings: 300, hostname: 30 }

type Row = Readonly<Record<string, unknown>>

/** The longest age of an answer, in days. This limit applies even if finished jobs are never purged. */
const longestDays = 30

/**
 * Creates the cache of the platform's answers, so that they stay readable while the platform is not reached. Each answer has the time of
 * its storing. Every write limits the number of answers; `purgeCachedAnswers` limits their age. Once the file is closed, no answer is
 * stored and no search finds anything.
 */
export function createCachedAnswers(database: DatabaseSync, sealing: Sealing, clock: Clock) {
  const hashOf = ({ connectionId, kind, text }: Question): Uint8Array =>
    sealing.keyedHash(`kept ${connectionId} ${kind} ${text}`)
  const rowsOf = (sql: string, ...values: readonly SQLInputValue[]): readonly Row[] =>
    database.isOpen ? database.prepare(sql).all(...values) : []
  const open = <T>(row: Row, schema: z.ZodType<T>): Cached<T> | undefined => {
    const { question, sealed, at } = row
    if (!(question instanceof Uint8Array)) return undefined
    const answer = openColumnAs(sealing, identityOf(question), sealed, schema)
    return answer === undefined ? undefined : { at: Number(at), answer }
  }
  return {
    /**
     * Stores an answer in place of an earlier answer to the same question. Beyond the limit the oldest answers are deleted. `boxes`: the
     * keys of the boxes that the answer shows.
     */
    keep(question: Question, answer: object, boxes: readonly Uint8Array[] = []): void {
      if (!database.isOpen) return
      const hash = hashOf(question)
      const { connectionId, kind } = question
      inTransaction(database, () => {
        const row = database
          .prepare(`INSERT INTO kept_answer (connection_id, question, kind, at, sealed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (question) DO UPDATE SET at = excluded.at, sealed = excluded.sealed RETURNING id`)
          .get(connectionId, hash, kind, clock.now(), sealing.seal(identityOf(hash), JSON.stringify(answer)))
        const id = Number(row?.['id'])
        database.prepare('DELETE FROM box_sighting WHERE kept_id = ?').run(id)
        const see = database.prepare('INSERT OR IGNORE INTO box_sighting (box_key, kept_id) VALUES (?, ?)')
        for (const box of boxes) see.run(box, id)
        database
          .prepare(`DELETE FROM kept_answer WHERE id IN (SELECT id FROM kept_answer WHERE connection_id = ? AND kind = ?
            ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?)`)
          .run(connectionId, kind, mostCached[kind])
      })
    },
    /** The cached answer to a question. Undefined if the question was never asked, or if its answer was purged or cannot be read. */
    find<T>(question: Question, schema: z.ZodType<T>): Cached<T> | undefined {
      const row = rowsOf('SELECT * FROM kept_answer WHERE question = ?', hashOf(question))[0]
      return row && open(row, schema)
    },
    /** Deletes the answers of a connection, for example because it now leads to another platform. */
    forget(connectionId: string): void {
      if (database.isOpen) database.prepare('DELETE FROM kept_answer WHERE connection_id = ?').run(connectionId)
    },
    /** The answers of a kind that show a box, newest first. */
    showing<T>(boxKey: Uint8Array, kind: CachedKind, schema: z.ZodType<T>): readonly Cached<T>[] {
      const sql = `SELECT k.* FROM box_sighting s JOIN kept_answer k ON k.id = s.kept_id
        WHERE s.box_key = ? AND k.kind = ? ORDER BY k.at DESC, k.id DESC`
      return rowsOf(sql, boxKey, kind).flatMap((row) => open(row, schema) ?? [])
    },
    all<T>(connectionId: string, kind: CachedKind, schema: z.ZodType<T>): readonly Cached<T>[] {
      const sql = 'SELECT * FROM kept_answer WHERE connection_id = ? AND kind = ? ORDER BY at DESC, id DESC'
      return rowsOf(sql, connectionId, kind).flatMap((row) => open(row, schema) ?? [])
    },
  }
}

export type CachedAnswers = ReturnType<typeof createCachedAnswers>

/** Deletes answers older than `days` days, or than `longestDays` if `days` is 0 or more than that. Returns their number. */
export function purgeCachedAnswers(database: DatabaseSync, clock: Clock, days: number): number {
  const most = days === 0 ? longestDays : Math.min(days, longestDays)
  const { changes } = database.prepare('DELETE FROM kept_answer WHERE at < ?').run(clock.now() - most * aDay)
  return Number(changes)
}

/** Deletes all answers. Under a new key they cannot be found: the text of a question is not stored, so it cannot be hashed again. */
export const forgetAnswers = (database: DatabaseSync): void => void database.prepare('DELETE FROM kept_answer').run()

const identityOf = (question: Uint8Array): string => `kept-answer:${Buffer.from(question).toString('hex')}`
