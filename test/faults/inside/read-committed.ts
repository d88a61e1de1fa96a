import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openCallTags } from '../../../src/main/jobs/ledger/entries.ts'
import { readKeyFile } from '../../../src/main/vault/key-file.ts'
import { createSealing } from '../../../src/main/vault/sealing.ts'
import { keyFileName } from '../../../src/main/vault/vault.ts'
import type { Operation } from '../../../src/platform/catalogue/operation.ts'

/** The fingerprint as the app makes it: method, path and all parameters except the token, with the types of the interface. */
export function fingerprintOf(
  { method, path, parameters: known }: Operation,
  parameters: Readonly<Record<string, string>>,
): Buffer {
  const flags = new Set(known.filter(({ type }) => type === 'boolean').map(({ name }) => name))
  const named = Object.entries(parameters)
    .map(([name, value]) => [name, flags.has(name) ? value === 'true' : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([method, path, named]))
    .digest()
}

/** One committed ledger entry of a step. */
export interface CommittedEntry {
  readonly sequence: number
  readonly revision: number
  readonly type: 'attempt' | 'verdict' | 'reading' | 'choice'
  readonly result: string | null
  readonly at: number
  readonly sealed: Uint8Array | null
}

/** What a ledger's file shows of an attempt from outside: only what is committed. */
export interface CommittedAttempt {
  readonly jobId: string
  readonly jobState: string
  readonly stepId: number
  readonly position: number
  readonly operation: string
  /** All entries of the step, oldest first. */
  readonly entries: readonly CommittedEntry[]
  /** The states of the earlier steps. */
  readonly earlier: readonly string[]
}

/** Reads a ledger's file from outside the app. */
export interface LedgerReader {
  /** A fingerprint as it is stored: with the key of the data folder. */
  readonly tag: (fingerprint: Uint8Array) => Uint8Array
  /** The step of the latest attempt with this fingerprint. */
  readonly attempt: (fingerprint: Uint8Array) => CommittedAttempt | undefined
  readonly jobs: () => readonly {
    readonly id: string
    readonly sequence: number
    readonly kind: string
    readonly state: string
    readonly why: string | null
    readonly revision: number
  }[]
  /** The refused steps of refused jobs. */
  readonly refused: () => readonly RefusedStep[]
  readonly close: () => void
}

/** A step that is recorded as refused by the platform. */
export interface RefusedStep {
  readonly jobId: string
  readonly stepId: number
  readonly kind: string
  readonly operation: string
  /** What it sent since the last correction of the job. */
  readonly fingerprints: readonly Uint8Array[]
}

/** Opens the file read-only. */
export function openReader(file: string): LedgerReader {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  const last = database.prepare(
    "SELECT step_id FROM entry WHERE fingerprint = ? AND type = 'attempt' ORDER BY sequence DESC LIMIT 1",
  )
  const stepById = database.prepare(`SELECT s.id, s.position, s.operation, s.job_sequence, j.id AS job, j.state
    FROM step s JOIN job j ON j.sequence = s.job_sequence WHERE s.id = ?`)
  const entries = database.prepare(
    'SELECT sequence, revision, type, result, at, sealed FROM entry WHERE step_id = ? ORDER BY sequence',
  )
  const earlier = database.prepare('SELECT state FROM step WHERE job_sequence = ? AND position < ?')
  const jobs = database.prepare('SELECT id, sequence, kind, state, why, revision FROM job ORDER BY sequence')
  const refused = database.prepare(`SELECT j.id AS job, j.revision, s.id, s.kind, s.operation
    FROM step s JOIN job j ON j.sequence = s.job_sequence WHERE s.state = 'refused' AND j.state = 'refused'`)
  const sent = database.prepare(`SELECT DISTINCT fingerprint FROM entry
    WHERE step_id = ? AND revision = ? AND type = 'attempt' AND fingerprint IS NOT NULL`)
  const tag = readTag(database, dirname(file))
  return {
    tag,
    attempt(fingerprint) {
      const stepId = last.get(tag(fingerprint))?.['step_id']
      const step = stepId === undefined ? undefined : stepById.get(stepId)
      if (step === undefined) return undefined
      const [sequence, position] = [Number(step['job_sequence']), Number(step['position'])]
      return {
        jobId: String(step['job']),
        jobState: String(step['state']),
        stepId: Number(step['id']),
        position,
        operation: String(step['operation']),
        entries: entries.all(Number(stepId)) as unknown as readonly CommittedEntry[],
        earlier: earlier.all(sequence, position).map(({ state }) => String(state)),
      }
    },
    jobs: () => jobs.all() as unknown as ReturnType<LedgerReader['jobs']>,
    refused: () =>
      refused.all().map(({ job, revision, id, kind, operation }) => ({
        jobId: String(job),
        stepId: Number(id),
        kind: String(kind),
        operation: String(operation),
        fingerprints: sent.all(Number(id), Number(revision)).map((row) => row['fingerprint'] as Uint8Array),
      })),
    close: () => database.close(),
  }
}

/** What a ledger's file knows about a job, as one line: the entries of each step, with their times in milliseconds. */
export function tellHistory(file: string, jobId: string): string {
  using database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  const entries = database.prepare(`SELECT s.kind, e.type, e.result, e.at FROM entry e JOIN step s ON s.id = e.step_id
    JOIN job j ON j.sequence = s.job_sequence WHERE j.id = ? ORDER BY e.sequence`)
  return entries
    .all(jobId)
    .map((entry) => [entry['kind'], entry['type'], entry['result'], entry['at']].map(String).join(' '))
    .join(', ')
}

/** The tag of calls in a data folder whose key is in the fake key store. */
export function readTag(database: DatabaseSync, folder: string): (fingerprint: Uint8Array) => Uint8Array {
  const record = readKeyFile(join(folder, keyFileName))
  if (typeof record === 'string' || record.protection !== 'system') return (fingerprint) => fingerprint
  const key = Buffer.from(record.wrapped, 'base64')
    .subarray(1)
    .map((byte) => byte ^ 0xff)
  return openCallTags(database, createSealing(key)).tag
}
