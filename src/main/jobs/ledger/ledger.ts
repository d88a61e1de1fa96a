import type { DatabaseSync } from 'node:sqlite'
import { defined } from '../../../shared/defined.ts'
import type { JobState, StepState, WhyCode } from '../../../shared/domain/job.ts'
import type { Clock } from '../../ports.ts'
import { inTransaction } from '../../storage/database.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { createEntries } from './entries.ts'
import type { Choice, Finding, VerdictResult } from './history.ts'
import { customerKey, type JobKeys } from './job-keys.ts'
import { ChangedOutside, createJobWriter, findTrouble, guardRecords, type NewJob, writeOut } from './records.ts'
import type { Naming } from '../steps/platform-credentials.ts'
import { comesToTheSame } from '../plans.ts'
import {
  type EntryPayload,
  type Job,
  type Payload,
  type PlannedStep,
  readJob,
  readStep,
  type Row,
  sealJob,
  sealStep,
  statesInSql,
  type Step,
} from './rows.ts'
import { dropTransferred, lastOutcome, listOpenSteps, setReadBack, waitForReadBack } from './maintenance-rows.ts'
import { askHubAgain } from './fleet-rows.ts'

const begun = (job: string): string => `(${job}.state IN ('sending', 'checking', 'waiting'))`

/** The new status of a job. A missing `why` or `waitsUntil` (milliseconds since this process started) removes the old value. */
export interface JobStatus {
  readonly state: JobState
  readonly why?: WhyCode | undefined
  readonly waitsUntil?: number | undefined
}

export type Ledger = ReturnType<typeof createLedger>

/**
 * Creates the ledger, which is the durable queue of jobs. A method that writes has committed when it returns. Inside `atOnce`, the commit
 * is made when `atOnce` returns. So everything that the app says or sends after that is already on disk. Statements are prepared once.
 */
export function createLedger(database: DatabaseSync, sealing: Sealing, clock: Clock) {
  const records = guardRecords(database, sealing)
  const writer = createJobWriter(database, sealing)
  const jobById = database.prepare('SELECT * FROM job WHERE id = ?')
  const jobBySequence = database.prepare('SELECT * FROM job WHERE sequence = ?')
  const stepsOfJob = database.prepare('SELECT * FROM step WHERE job_sequence = ? ORDER BY position')
  const doubtful = database.prepare(`SELECT j.id, j.sequence, j.revision, j.why, s.id AS step, s.operation,
    s.position FROM job j JOIN step s ON s.job_sequence = j.sequence AND s.state IN ('undecided', 'refused')
    WHERE j.connection_id = ? AND j.purged_at IS NULL AND (j.state = 'needs-you' AND j.why NOT IN ('unreadable-record', 'changed-outside')
      OR j.state = 'refused' AND j.why = 'platform-refused') ORDER BY j.sequence, s.position`)
  const setStep = database.prepare('UPDATE step SET state = ? WHERE id = ?')
  const setSealed = database.prepare('UPDATE step SET sealed = ? WHERE id = ?')
  const setJob = database.prepare(
    "UPDATE job SET state = ?, why = ?, waits_until = ?, updated_at = ? WHERE sequence = ? AND state <> 'dropped'",
  )

  const { add, open, ...reads } = createEntries(database, sealing, clock)
  const name = createNamer(database, sealing)
  const elsewhere = createElsewhere(database, sealing, clock)
  /** Sets the status of a job. False if the job was dropped. A dropped job stays dropped. */
  const stand = ({ sequence }: Pick<Job, 'sequence'>, { state, why, waitsUntil }: JobStatus): boolean => {
    const until = waitsUntil === undefined ? null : Math.ceil(waitsUntil)
    return setJob.run(state, why ?? null, until, clock.now(), sequence).changes > 0
  }
  const standJob = (job: Pick<Job, 'sequence'>, status: JobStatus): void =>
    inTransaction(database, () => void stand(job, status))

  /** If the fleet stopped the job before its first call, the job counts as newly saved. */
  const choose = (
    job: Pick<Job, 'sequence' | 'revision'> & { readonly why?: unknown },
    step: Pick<Step, 'id' | 'position'> & { readonly operation: string },
    choice: Choice,
    by: string,
    reason?: string,
  ): void => {
    add(step, job.revision, 'choice', { result: choice, seen: { by, ...defined({ message: reason }) } })
    // While every step is open, the job can still be dropped without any effect on the platform.
    const isUntried = reads.lastTry(step) === undefined
    setStep.run(isUntried ? 'open' : 'read-back', step.id)
    const isNew = isUntried && step.position === 0 && (job.why === 'claimed-elsewhere' || job.why === 'claim-lapsed')
    standJob(job, { state: isNew ? 'saved' : 'checking' })
  }

  /**
   * Lets the entries of earlier revisions count again for a finished step that a correction kept. Otherwise the step would look as if it was
   * never sent.
   */
  const bringEntries = (job: Job, step: Step): void => {
    const since = reads.firstRevision(step, job.revision)
    if (since === job.revision) return
    setSealed.run(sealStep(sealing, job.id, step.position, { ...step.payload, entriesSince: since }), step.id)
  }

  const put = (job: NewJob): { readonly id: string } => {
    const isNew = writer.put(writer.seal(writeOut(job, clock.now())))
    return { id: (isNew ? undefined : writer.ofDraft(job.draftId)) ?? job.id }
  }

  return {
    ...createRunOrder(database, clock),
    ...reads,
    /** Writes everything that `action` writes in one commit, or nothing if `action` throws. `action` must not wait for anything. */
    atOnce: <T>(action: () => T): T => inTransaction(database, action),
    ofDraft: writer.ofDraft,
    /** Saves a job and returns its id. If the job's draft was saved already, writes nothing and returns the id of the existing job. */
    enqueue: (job: NewJob) => inTransaction(database, () => put(job)),
    /**
     * Reads a job and its steps. Undefined if the job does not exist or was purged. Throws `ChangedOutside` if another program changed the
     * record, and another error if the record cannot be opened.
     */
    load(id: string | number): { readonly job: Job; readonly steps: readonly Step[] } | undefined {
      const row: Row | undefined = typeof id === 'string' ? jobById.get(id) : jobBySequence.get(id)
      if (row === undefined || row['purged_at'] !== null) return undefined
      const job = readJob(row, sealing)
      const steps = stepsOfJob.all(job.sequence).map((step) => readStep(step, job, sealing))
      if (!records.isAuthentic(job.sequence)) throw new ChangedOutside()
      return { job, steps }
    },
    /** Sets aside a job whose record cannot be used. Nothing more is sent for the job, and a technician sees the reason. */
    setAside(sequence: number) {
      const isChanged = !records.isAuthentic(sequence) && findTrouble(database, sealing, sequence) === 'changed'
      const why = isChanged ? 'changed-outside' : 'unreadable-record'
      standJob({ sequence }, { state: 'needs-you', why })
    },
    /** Commits an attempt before its first byte is sent. */
    beginAttempt(job: Job, step: Step, fingerprint: Uint8Array, seen: EntryPayload) {
      inTransaction(database, () => {
        add(step, job.revision, 'attempt', { fingerprint, seen })
        setStep.run('in-flight', step.id)
        // While the platform was being asked, the job may have been dropped or transferred to another computer.
        if (!stand(job, { state: 'sending' })) throw new Error('The job was given up meanwhile')
      })
    },
    endAttempt(
      job: Job,
      step: Step,
      result: VerdictResult,
      status: number | undefined,
      seen: EntryPayload,
      naming?: Naming,
    ) {
      inTransaction(database, () => {
        add(step, job.revision, 'verdict', { result, status, seen })
        name(job, naming)
        setStep.run(stateAfter[result], step.id)
        standJob(job, { state: 'checking' })
      })
    },
    addReading(
      job: Job,
      step: Step,
      operation: string,
      result: Finding,
      status: number | undefined,
      seen: EntryPayload,
      askedAt?: number,
      naming?: Naming,
    ) {
      inTransaction(database, () => {
        add(step, job.revision, 'reading', { result, operation, status, seen, askedAt })
        name(job, naming)
      })
    },
    addChoice: (job: Job, step: Step, choice: Choice, by: string, reason?: string) =>
      inTransaction(database, () => {
        bringEntries(job, step)
        choose(job, step, choice, by, reason)
      }),
    /** Records that another computer may have sent the job in the meantime. The platform is then read before anything is sent. */
    assumeSent: ({ sequence }: Pick<Job, 'sequence'>) =>
      inTransaction(database, () => elsewhere.assumeSent([sequence])),
    transferAway: (job: Pick<Job, 'id' | 'revision'>, to: string) =>
      inTransaction(database, () => elsewhere.transferAway(job, to, 'moved-away')),
    checkAllAgain(connectionId: string, by: string): readonly string[] {
      return inTransaction(database, () => {
        const rows = doubtful.all(connectionId)
        for (const row of rows) {
          const job = { sequence: Number(row['sequence']), revision: Number(row['revision']), why: row['why'] }
          const step = {
            id: Number(row['step']),
            position: Number(row['position']),
            operation: String(row['operation']),
          }
          choose(job, step, 'check-again', by)
        }
        return [...new Set(rows.map((row) => String(row['id'])))]
      })
    },
    settleStep(job: Job, step: Step, state: StepState, status: JobStatus) {
      inTransaction(database, () => {
        setStep.run(state, step.id)
        standJob(job, status)
      })
    },
    standJob,
    /** Ends the wait of jobs that wait for the policy, the fleet, a busy platform or the network, so that they are checked again now. */
    releaseWaiting: (why: 'operator-policy' | 'claim-lapsed' | 'platform-busy' | 'network') =>
      inTransaction(database, () =>
        database.exec(
          `UPDATE job INDEXED BY job_to_wake SET waits_until = NULL WHERE waits_until IS NOT NULL AND state IN ('saved', 'waiting') AND why = '${why}'`,
        ),
      ),
    drop(job: Job, [step]: readonly Step[], reason: string, by: string) {
      inTransaction(database, () => {
        if (step !== undefined) add(step, job.revision, 'choice', { result: 'drop', seen: { message: reason, by } })
        standJob(job, { state: 'dropped', why: 'person-dropped' })
      })
    },
    /** Drops a job whose record cannot be opened, so that it does not block other jobs. The record stays unchanged. */
    giveUp(id: string) {
      const drop = database.prepare("UPDATE job SET state = 'dropped', why = 'person-dropped' WHERE id = ?")
      inTransaction(database, () => void drop.run(id))
    },
    /** Writes a corrected intent as a new revision. Plans all steps again except finished ones whose effect stays the same. */
    revise(job: Job, payload: Payload, steps: readonly PlannedStep[], keys: JobKeys) {
      inTransaction(database, () => {
        const kept = stepsOfJob
          .all(job.sequence)
          .map((row) => readStep(row, job, sealing))
          .filter(({ state }) => state === 'done' || state === 'unconfirmed')
        database
          .prepare(
            'UPDATE job SET revision = revision + 1, customer_key = ?, box_key = ?, sealed = ? WHERE sequence = ?',
          )
          .run(keys.customerKey ?? null, keys.boxKey ?? null, sealJob(sealing, job, payload), job.sequence)
        const rewrite = database.prepare(`INSERT INTO step (job_sequence, position, kind, operation, state, sealed)
          VALUES (?, ?, ?, ?, 'open', ?) ON CONFLICT (job_sequence, position)
          DO UPDATE SET kind = excluded.kind, operation = excluded.operation, state = 'open', sealed = excluded.sealed`)
        for (const [position, step] of steps.entries()) {
          if (kept.some((done) => done.position === position && comesToTheSame(done, step))) continue
          const sealed = sealStep(sealing, job.id, position, step.payload)
          rewrite.run(job.sequence, position, step.kind, step.operation, sealed)
        }
        database
          .prepare(`UPDATE step SET state = 'skipped' WHERE job_sequence = ? AND position >= ?`)
          .run(job.sequence, steps.length)
        // The fleet's claim is on the former box and customer, so the hub is asked again before anything is sent.
        askHubAgain(database, job.sequence)
        standJob(job, { state: 'saved' })
      })
    },
    /**
     * Runs when the app starts. An attempt without a verdict may have reached the platform, so it gets the verdict `unknown`. Returns the
     * number of such attempts.
     */
    closeOpenAttempts(): number {
      const left = open()
      inTransaction(database, () => {
        for (const step of left) {
          add(step, step.revision, 'verdict', { result: 'unknown' })
          setStep.run(stateAfter.unknown, step.id)
        }
      })
      return left.length
    },
  }
}

const stateAfter: Readonly<Record<VerdictResult, StepState>> = {
  accepted: 'accepted',
  refused: 'read-back',
  'not-sent': 'open',
  'token-refused': 'open',
  unknown: 'read-back',
}

/** Finds the jobs that may run now, and the time at which other jobs may run. Opens no row. */
function createRunOrder(database: DatabaseSync, clock: Clock) {
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
  // Forces the index that contains only the few jobs with a waiting time. Through another index SQLite would read every unfinished job.
  const nextWake = database.prepare(`SELECT min(waits_until) AS at FROM job INDEXED BY job_to_wake
    WHERE connection_id = ? AND state IN ${mayRun} AND waits_until > ?`)

  const behind = database.prepare(`SELECT j.id FROM job e JOIN job j ON j.connection_id = e.connection_id
    AND j.sequence > e.sequence AND j.state = 'saved' AND (j.customer_key = e.customer_key OR j.box_key = e.box_key)
    WHERE e.sequence = ?`)
  return {
    /**
     * The sequences of the jobs that may run beside those `already` running, oldest first. Only one job per customer or box runs at a time:
     * first a job that has begun on the platform, then the oldest job.
     */
    runnable: (connection: string, limit: number, already?: readonly number[]) =>
      runnable
        .all({ connection, limit, now: clock.elapsed(), running: JSON.stringify(already ?? []) })
        .map((row) => ({ sequence: Number(row['sequence']) })),
    /**
     * The next time after `after` at which a waiting job may run, in milliseconds since this process started. Read the clock for `after`
     * before the call of `runnable`, so that no job is missed.
     */
    nextWake: (connectionId: string, after: number): number | undefined => {
      const at = nextWake.get(connectionId, after)?.['at']
      return at === null || at === undefined ? undefined : Number(at)
    },
    /** The ids of the saved jobs that wait for this job, because they are for the same customer or box. */
    idsBehind: ({ sequence }: Pick<Job, 'sequence'>) => behind.all(sequence).map((row) => String(row['id'])),
  }
}

/** Resets jobs at the start of a process. No call is in progress then, and waiting times of an earlier process mean nothing. */
export function restJobs(database: DatabaseSync): void {
  // This text must equal the condition of the index `job_to_run`. Otherwise SQLite would read every finished job.
  const isRunning = `state IN ${statesInSql('running')}`
  inTransaction(database, () => {
    database.exec(
      `UPDATE job SET state = 'waiting', why = 'network' WHERE ${isRunning} AND state IN ('sending', 'checking')`,
    )
    database.exec(`UPDATE job SET waits_until = NULL WHERE ${isRunning} AND waits_until IS NOT NULL`)
  })
}

/**
 * Returns a function that writes the platform's credentials into a job and its steps. After that, the job never runs at the same time as
 * another job of the same customer.
 */
export function createNamer(database: DatabaseSync, sealing: Sealing): (job: Job, naming: Naming | undefined) => void {
  const setJob = database.prepare('UPDATE job SET sealed = ?, customer_key = ? WHERE sequence = ?')
  const setStep = database.prepare('UPDATE step SET sealed = ? WHERE id = ?')
  return (job, naming) => {
    if (naming === undefined) return
    const { id, sequence, connectionId } = job
    const { logIn, payload, steps } = naming
    const key = customerKey(sealing, { id: connectionId }, logIn.userid)
    setJob.run(sealJob(sealing, job, payload), key, sequence)
    for (const step of steps) setStep.run(sealStep(sealing, id, step.position, step.payload), step.id)
  }
}

/** Records that another computer may have sent a job, or has the job now. All methods work within the caller's transaction. */
export function createElsewhere(database: DatabaseSync, sealing: Sealing, clock: Clock) {
  const entries = createEntries(database, sealing, clock)
  const assumeSent = (only: readonly number[] | undefined): void => {
    for (const { revision, ...step } of listOpenSteps(database, only)) {
      if (isSettledAnyway(lastOutcome(database, step.id, revision))) continue
      const before = knownBefore(() => entries.lastSeen(step, revision, 'attempt'))
      entries.add(step, revision, 'attempt', before === undefined ? {} : { seen: before })
      entries.add(step, revision, 'verdict', { result: 'unknown' })
      setReadBack(database, step.id)
    }
  }
  return {
    /**
     * Marks every unfinished step as one whose call may have arrived. Attempts on another computer, or on this computer after the backup
     * was made, are not in this ledger. So each step gets an attempt with the verdict `unknown`. As after any lost reply, the platform is
     * then read before anything is sent. The subscription that was stored with a known attempt is kept, so that a renewal can be compared
     * with it. `only`: the sequences of the jobs to mark; by default all unfinished jobs.
     */
    assumeSent,
    /**
     * Marks the jobs as `assumeSent` does, and makes them wait until they are read back. Returns the number of jobs. Without `origin` the
     * jobs keep their origin.
     */
    readBackFirst(origin: 'restored' | 'copied' | 'taken-over' | undefined, only?: readonly number[]): number {
      assumeSent(only)
      return waitForReadBack(database, { origin, now: clock.now(), only })
    },
    /**
     * Records that another computer (`to`) has the job now. From then on, this computer sends nothing for the job. `by`: the technician who
     * moved the job, if one did it here.
     */
    transferAway(
      { id, revision }: Pick<Job, 'id' | 'revision'>,
      to: string,
      why: Parameters<typeof dropTransferred>[3],
      by?: string,
    ): void {
      const step = dropTransferred(database, id, clock.now(), why)
      if (step !== undefined) entries.add(step, revision, 'choice', { result: 'drop', seen: defined({ by, to }) })
    },
  }
}

/**
 * Whether the step is never sent again: its last attempt was accepted, or a technician chose "it is there". "Send again" does not count,
 * because the call may have been sent after that choice.
 */
const isSettledAnyway = (last: string | undefined): boolean => last === 'accepted' || last === 'it-is-there'

/** The subscription stored with a known attempt. If the entry does not open, a technician decides after the next reading. */
function knownBefore(read: () => EntryPayload | undefined): EntryPayload | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
