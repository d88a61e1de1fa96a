import type { DatabaseSync } from 'node:sqlite'
import type { JobState, StepState, WhyCode } from '../../../shared/domain/job.ts'
import type { Clock } from '../../ports.ts'
import { inTransaction } from '../../storage/database.ts'
import { statesInSql } from '../../storage/states-in-sql.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { createEntries, type Try } from './entries.ts'
import type { Choice, Entry, Finding, History, Moment, VerdictResult } from './history.ts'
import { createNamer, type Naming } from './job-rows.ts'
import type { EntryPayload, Payload, PlannedStep } from './payload.ts'
import { comesToTheSame } from '../plans.ts'
import { readJob, readStep, sealedAs, type Job, type Row, type Step } from './rows.ts'

/** Which job may run when. */
interface RunOrder {
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

const begun = (job: string): string => `(${job}.state IN ('sending', 'checking', 'waiting'))`

/** A job to be saved. The keys are keyed hashes: work on the same customer or box is serial by them. */
export interface NewJob {
  readonly id: string
  readonly draftId: string
  readonly connectionId: string
  readonly payload: Payload
  readonly steps: readonly PlannedStep[]
  readonly customerKey: Uint8Array | undefined
  readonly boxKey: Uint8Array | undefined
}

/** What a job is put into; absent parts become empty. `waitsUntil`: milliseconds that this process will have lived through. */
export interface JobStatus {
  readonly state: JobState
  readonly why?: WhyCode | undefined
  readonly waitsUntil?: number | undefined
}

/**
 * The durable queue. Every method that writes has committed when it returns, or, within `atOnce`, when that returns: what the
 * app says afterwards, and what it sends afterwards, is on disk before.
 */
export interface Ledger extends RunOrder {
  /** Does all that `action` writes in one commit, or nothing of it where it throws; it must not wait for anything. */
  readonly atOnce: <T>(action: () => T) => T
  /** Saves a job; a draft that was saved already gives the job it became. */
  readonly enqueue: (job: NewJob) => { readonly id: string; readonly isNew: boolean }
  /** The job that a draft became. */
  readonly ofDraft: (draftId: string) => string | undefined
  readonly load: (id: string | number) => { readonly job: Job; readonly steps: readonly Step[] } | undefined
  /** The happenings of a step in the job's present revision. */
  readonly history: (step: Step, revision: number) => History
  /** What was written down with the last happening of that type. */
  readonly lastSeen: (step: Step, revision: number, type: Entry['type']) => EntryPayload | undefined
  /** The attempts of a revision that reached the platform, or may have, oldest first. */
  readonly tries: (step: Step, revision: number) => readonly Try[]
  /** How often the same call of a step reached the platform, or may have, whatever the revision. */
  readonly timesSent: (step: Step, fingerprint: Uint8Array) => number
  /** Commits an attempt before its first byte leaves. */
  readonly beginAttempt: (job: Job, step: Step, fingerprint: Uint8Array, seen: EntryPayload) => void
  readonly endAttempt: (
    job: Job,
    step: Step,
    result: VerdictResult,
    status: number | undefined,
    seen: EntryPayload,
    naming?: Naming,
  ) => void
  readonly addReading: (
    job: Job,
    step: Step,
    operation: string,
    result: Finding,
    status: number | undefined,
    seen: EntryPayload,
    askedAt?: number,
    naming?: Naming,
  ) => void
  /** `by`: the technician's name. */
  readonly addChoice: (job: Job, step: Step, choice: Choice, by: string) => void
  /** Has every job of a connection read back again that the platform refused or that is undecided. Gives their ids. */
  readonly checkAllAgain: (connectionId: string, by: string) => readonly string[]
  /** A step's end and what the job is in by it, together. */
  readonly settleStep: (job: Job, step: Step, state: StepState, status: JobStatus) => void
  readonly standJob: (job: Pick<Job, 'sequence'>, status: JobStatus) => void
  /** Gives a job up: nothing more is sent for it, and it is kept with the reason. */
  readonly drop: (job: Job, steps: readonly Step[], reason: string, by: string) => void
  /** Gives up a job whose record cannot be opened, so that it stands in no other's way; the record is kept as it is. */
  readonly giveUp: (id: string) => void
  /** A corrected intent in a new revision: what is done and comes to the same stays, the rest is planned anew. */
  readonly revise: (
    job: Job,
    payload: Payload,
    steps: readonly PlannedStep[],
    keys: Pick<NewJob, 'customerKey' | 'boxKey'>,
  ) => void
  /** When a step last tried, whatever the revision. */
  readonly lastTry: (step: Step) => Moment | undefined
  /** The last sequence of a happening that was written. */
  readonly lastSequence: () => number
  /** At start: an attempt without a verdict may have arrived. Gives the number of them. */
  readonly closeOpenAttempts: () => number
}

/** Statements are prepared once; nothing is opened here that was not asked for. */
export function createLedger(database: DatabaseSync, sealing: Sealing, clock: Clock): Ledger {
  const insertJob = database.prepare(`INSERT INTO job
    (id, draft_id, connection_id, kind, state, revision, customer_key, box_key, created_at, updated_at, sealed)
    VALUES (?, ?, ?, ?, 'saved', 1, ?, ?, ?, ?, ?) ON CONFLICT (draft_id) DO NOTHING`)
  const insertStep = database.prepare(
    `INSERT INTO step (job_sequence, position, kind, operation, state, sealed) VALUES (?, ?, ?, ?, 'open', ?)`,
  )
  const jobOfDraft = database.prepare('SELECT id FROM job WHERE draft_id = ?')
  const jobById = database.prepare('SELECT * FROM job WHERE id = ?')
  const jobBySequence = database.prepare('SELECT * FROM job WHERE sequence = ?')
  const stepsOfJob = database.prepare('SELECT * FROM step WHERE job_sequence = ? ORDER BY position')
  const doubtful = database.prepare(`SELECT j.id, j.sequence, j.revision, s.id AS step, s.operation
    FROM job j JOIN step s ON s.job_sequence = j.sequence AND s.state IN ('undecided', 'refused')
    WHERE j.connection_id = ? AND j.purged_at IS NULL AND (j.state = 'needs-you' AND j.why <> 'unreadable-record'
      OR j.state = 'refused' AND j.why = 'platform-refused') ORDER BY j.sequence, s.position`)
  const setStep = database.prepare('UPDATE step SET state = ? WHERE id = ?')
  const setJob = database.prepare(
    "UPDATE job SET state = ?, why = ?, waits_until = ?, updated_at = ? WHERE sequence = ? AND state <> 'dropped'",
  )

  const entries = createEntries(database, sealing, clock)
  const name = createNamer(database, sealing)
  const addStep = (
    sequence: number,
    jobId: string,
    position: number,
    { kind, operation, payload }: PlannedStep,
  ): void => {
    insertStep.run(
      sequence,
      position,
      kind,
      operation,
      sealing.seal(sealedAs.step(jobId, position), JSON.stringify(payload)),
    )
  }
  /** Whether it was done: a job that was given up stays so. */
  const stand = ({ sequence }: Pick<Job, 'sequence'>, { state, why, waitsUntil }: JobStatus): boolean => {
    const until = waitsUntil === undefined ? null : Math.ceil(waitsUntil)
    return setJob.run(state, why ?? null, until, clock.now(), sequence).changes > 0
  }
  const standJob = (job: Pick<Job, 'sequence'>, status: JobStatus): void => void stand(job, status)

  const choose = (
    job: Pick<Job, 'sequence' | 'revision'>,
    step: Pick<Step, 'id'> & { readonly operation: string },
    choice: Choice,
    by: string,
  ): void => {
    entries.add(step, job.revision, 'choice', { result: choice, seen: { by } })
    setStep.run('read-back', step.id)
    standJob(job, { state: 'checking' })
  }

  const ofDraft = (draftId: string): string | undefined => jobOfDraft.get(draftId)?.['id']?.toString()
  const put = (job: NewJob): { readonly id: string; readonly isNew: boolean } => {
    const now = clock.now()
    const sealed = sealing.seal(sealedAs.job(job.id), JSON.stringify(job.payload))
    const identity = [job.id, job.draftId, job.connectionId, job.payload.intent.kind]
    const keys = [job.customerKey ?? null, job.boxKey ?? null]
    const { changes, lastInsertRowid } = insertJob.run(...identity, ...keys, now, now, sealed)
    if (changes === 0) return { id: ofDraft(job.draftId) ?? job.id, isNew: false }
    for (const [position, step] of job.steps.entries()) addStep(Number(lastInsertRowid), job.id, position, step)
    return { id: job.id, isNew: true }
  }

  return {
    atOnce: (action) => inTransaction(database, action),
    ...createRunOrder(database, clock),
    ofDraft,
    enqueue: (job) => inTransaction(database, () => put(job)),
    load(id) {
      const row: Row | undefined = typeof id === 'string' ? jobById.get(id) : jobBySequence.get(id)
      // Of a purged job there is nothing left to work with.
      if (row === undefined || row['purged_at'] !== null) return undefined
      const job = readJob(row, sealing)
      return { job, steps: stepsOfJob.all(job.sequence).map((step) => readStep(step, job.id, sealing)) }
    },
    history: entries.of,
    lastSeen: entries.lastSeen,
    beginAttempt(job, step, fingerprint, seen) {
      inTransaction(database, () => {
        entries.add(step, job.revision, 'attempt', { fingerprint, seen })
        setStep.run('in-flight', step.id)
        // It may have been given up, or handed to another computer, while the platform was asked about it.
        if (!stand(job, { state: 'sending' })) throw new Error('The job was given up meanwhile')
      })
    },
    endAttempt(job, step, result, status, seen, naming) {
      inTransaction(database, () => {
        entries.add(step, job.revision, 'verdict', { result, status, seen })
        name(job, naming)
        setStep.run(stateAfter[result], step.id)
        standJob(job, { state: 'checking' })
      })
    },
    addReading(job, step, operation, result, status, seen, askedAt, naming) {
      inTransaction(database, () => {
        entries.add(step, job.revision, 'reading', { result, operation, status, seen, askedAt })
        name(job, naming)
      })
    },
    addChoice: (job, step, choice, by) => inTransaction(database, () => choose(job, step, choice, by)),
    checkAllAgain(connectionId, by) {
      return inTransaction(database, () => {
        const rows = doubtful.all(connectionId)
        for (const row of rows) {
          const step = { id: Number(row['step']), operation: String(row['operation']) }
          choose({ sequence: Number(row['sequence']), revision: Number(row['revision']) }, step, 'check-again', by)
        }
        return [...new Set(rows.map((row) => String(row['id'])))]
      })
    },
    settleStep(job, step, state, status) {
      inTransaction(database, () => {
        setStep.run(state, step.id)
        standJob(job, status)
      })
    },
    standJob,
    drop(job, [step], reason, by) {
      inTransaction(database, () => {
        if (step !== undefined)
          entries.add(step, job.revision, 'choice', { result: 'drop', seen: { message: reason, by } })
        standJob(job, { state: 'dropped', why: 'person-dropped' })
      })
    },
    giveUp(id) {
      database.prepare("UPDATE job SET state = 'dropped', why = 'person-dropped' WHERE id = ?").run(id)
    },
    revise(job, payload, steps, keys) {
      inTransaction(database, () => {
        const kept = stepsOfJob
          .all(job.sequence)
          .map((row) => readStep(row, job.id, sealing))
          .filter(({ state }) => state === 'done' || state === 'unconfirmed')
        database
          .prepare(
            'UPDATE job SET revision = revision + 1, customer_key = ?, box_key = ?, sealed = ? WHERE sequence = ?',
          )
          .run(
            keys.customerKey ?? null,
            keys.boxKey ?? null,
            sealing.seal(sealedAs.job(job.id), JSON.stringify(payload)),
            job.sequence,
          )
        const rewrite = database.prepare(`INSERT INTO step (job_sequence, position, kind, operation, state, sealed)
          VALUES (?, ?, ?, ?, 'open', ?) ON CONFLICT (job_sequence, position)
          DO UPDATE SET kind = excluded.kind, operation = excluded.operation, state = 'open', sealed = excluded.sealed`)
        for (const [position, step] of steps.entries()) {
          if (kept.some((done) => done.position === position && comesToTheSame(done, step))) continue
          const sealed = sealing.seal(sealedAs.step(job.id, position), JSON.stringify(step.payload))
          rewrite.run(job.sequence, position, step.kind, step.operation, sealed)
        }
        database
          .prepare(`UPDATE step SET state = 'skipped' WHERE job_sequence = ? AND position >= ?`)
          .run(job.sequence, steps.length)
        standJob(job, { state: 'saved' })
      })
    },
    tries: entries.tries,
    timesSent: entries.timesSent,
    lastTry: entries.lastTry,
    lastSequence: entries.lastSequence,
    closeOpenAttempts() {
      const open = entries.open()
      inTransaction(database, () => {
        for (const step of open) {
          entries.add(step, step.revision, 'verdict', { result: 'unknown' })
          setStep.run(stateAfter.unknown, step.id)
        }
      })
      return open.length
    },
  }
}

/** What a step is in once an attempt of it has ended. */
const stateAfter: Readonly<Record<VerdictResult, StepState>> = {
  accepted: 'accepted',
  refused: 'read-back',
  'not-sent': 'open',
  'token-refused': 'open',
  unknown: 'read-back',
}

/** Statements are prepared once; no row is opened. */
function createRunOrder(database: DatabaseSync, clock: Clock): RunOrder {
  const [settled, mayRun] = [statesInSql('settled'), statesInSql('running')]
  const running = '(SELECT value FROM json_each(:running))'
  const goesFirst = `e.connection_id = j.connection_id AND e.sequence <> j.sequence AND e.state NOT IN ${settled}
    AND (e.sequence IN ${running} OR ${begun('e')} > ${begun('j')}
      OR (${begun('e')} = ${begun('j')} AND e.sequence < j.sequence))`
  const runnable = database.prepare(`SELECT j.sequence FROM job j
    WHERE j.connection_id = :connection AND j.state IN ${mayRun}
      AND (j.waits_until IS NULL OR j.waits_until <= :now) AND j.sequence NOT IN ${running}
      AND NOT EXISTS (SELECT 1 FROM job e WHERE e.customer_key = j.customer_key AND ${goesFirst})
      AND NOT EXISTS (SELECT 1 FROM job e WHERE e.box_key = j.box_key AND ${goesFirst})
    ORDER BY j.sequence LIMIT :limit`)
  const nextWake = database.prepare(`SELECT min(waits_until) AS at FROM job
    WHERE connection_id = ? AND state IN ${mayRun} AND waits_until > ?`)

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
