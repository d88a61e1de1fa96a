import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { defined } from '../../shared/defined.ts'
import { createClaimedJobs } from '../jobs/ledger/fleet-rows.ts'
import { openColumnAs, type Sealing } from '../vault/sealing.ts'

/**
 * `new`: the hub has not answered about the job yet. `held`: the job has its keys. `own`: another job of this computer has the keys; the
 * technician learnt that when the job was saved. `conflict`: another computer has the keys. `moved`: another computer has the job. `over`:
 * the job has no keys, or the job is finished and the hub knows that.
 */
const claims = ['new', 'held', 'own', 'conflict', 'moved', 'over'] as const
export type Claim = (typeof claims)[number]

/**
 * `go-on`: the technician continues despite the other computer's claim. `unasked`: the technician continues without the hub's answer.
 * `read-back`: the claim has lapsed, and the job is read back.
 */
const words = ['go-on', 'unasked', 'read-back'] as const
export type ClaimWord = (typeof words)[number]

/** The station that has the keys or the job. `since`: milliseconds since 1970, by the hub's clock. */
const otherSchema = z.object({
  station: z.string(),
  since: z.number().optional(),
  state: z.enum(['held', 'done']).optional(),
  /** True if the keys belong to another job of this computer. */
  isOwn: z.boolean().optional(),
  /** The hub's fence of this very job, if the job itself belongs to that station although no supervisor moved it. */
  fence: z.number().optional(),
})
export type OtherStation = z.infer<typeof otherSchema>

export interface ClaimRow {
  readonly claim: Claim
  /** The fence that the hub returned with the claim; 0 if the job never had a claim. */
  readonly fence: number
  /** When the hub answered, and until when the hub keeps the claim. Milliseconds since 1970 by this computer's clock. */
  readonly askedAt?: number
  readonly until?: number
  readonly word?: ClaimWord
  readonly other?: OtherStation
  /** Whether the hub has a copy of the job, or possibly has one. Only such a job can be moved to another computer. */
  readonly isInCare?: boolean
}

/** The age of the hub's answer, in milliseconds, after which it is asked again. This renews claims and shows moved jobs. */
const renewAfter = 3 * 60_000

export const claimSealedAs = (sequence: number): string => `fleet job:${sequence}`

/**
 * The hub's copy of a job. `version` increases with every change, even after a restore, because it is at least the present time in
 * milliseconds since 1970. `mark` identifies the copied content; undefined if the hub has no copy.
 */
export interface StoredWork {
  readonly version: number
  readonly mark: string | undefined
}

export type ClaimRows = ReturnType<typeof createClaimRows>

/** What the hub said about this computer's jobs. Each write is part of the caller's transaction, or else a transaction of its own. */
export function createClaimRows(database: DatabaseSync, sealing: Sealing) {
  const jobs = createClaimedJobs(database)
  const select = database.prepare('SELECT * FROM fleet_job WHERE job_sequence = ?')
  const upsert = database.prepare(`INSERT INTO fleet_job
      (job_sequence, claim, fence, asked_at, until, word, version, sealed) VALUES (?, ?, ?, ?, ?, ?, 0, ?)
    ON CONFLICT (job_sequence) DO UPDATE SET claim = excluded.claim, fence = excluded.fence, asked_at = excluded.asked_at,
      until = excluded.until, word = excluded.word, sealed = excluded.sealed`)
  const setWord = database.prepare('UPDATE fleet_job SET word = ? WHERE job_sequence = ?')
  const setStored = database.prepare('UPDATE fleet_job SET version = ?, mark = ? WHERE job_sequence = ?')
  const note = database.prepare(`INSERT INTO fleet_job (job_sequence, claim, fence, version) VALUES (?, 'new', 0, 0)
    ON CONFLICT (job_sequence) DO NOTHING`)
  /** Clears the mark, which then matches no job, so that the hub gets copies of these jobs again. */
  const doubt = database.prepare(
    "UPDATE fleet_job SET mark = '' WHERE (version >= ? OR mark IS NOT NULL) AND claim <> 'moved'",
  )

  return {
    ...jobs,
    read(sequence: number): ClaimRow | undefined {
      const row = select.get(sequence)
      if (row === undefined) return undefined
      const numberOf = (name: string): number | undefined => (typeof row[name] === 'number' ? row[name] : undefined)
      return {
        claim: z.enum(claims).catch('new').parse(row['claim']),
        fence: Number(row['fence']),
        ...defined({
          askedAt: numberOf('asked_at'),
          until: numberOf('until'),
          word: words.find((one) => one === row['word']),
          other: openColumnAs(sealing, claimSealedAs(sequence), row['sealed'], otherSchema),
          isInCare: row['mark'] === null ? undefined : true,
        }),
      }
    },
    put(sequence: number, { claim, fence, askedAt, until, word, other }: ClaimRow) {
      const sealed = other === undefined ? null : sealing.seal(claimSealedAs(sequence), JSON.stringify(other))
      upsert.run(sequence, claim, fence, askedAt ?? null, until ?? null, word ?? null, sealed)
    },
    /** Notes that the hub must be asked about the job. An existing row stays. */
    note: (sequence: number) => void note.run(sequence),
    setWord: (sequence: number, word: ClaimWord | undefined) => void setWord.run(word ?? null, sequence),
    stored(sequence: number): StoredWork {
      const row = select.get(sequence)
      return { version: Number(row?.['version'] ?? 0), mark: row?.['mark']?.toString() }
    },
    /**
     * Marks all copies of the hub as lost, and those that were removed at or after `since`, in milliseconds since 1970. A version does not
     * show when the hub got a copy, because the clock may have been behind.
     */
    doubtStored: (since: number) => void doubt.run(since),
    setStored(sequence: number, { version, mark }: StoredWork) {
      note.run(sequence)
      setStored.run(version, mark ?? null, sequence)
    },
    /** Jobs about which the hub must be asked: it never answered, answered long ago, or answered before the clock was set back. */
    due: (now: number, after: number, limit: number) => jobs.due({ askedBefore: now - renewAfter, now, after, limit }),
  }
}
