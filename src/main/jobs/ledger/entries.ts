import type { DatabaseSync } from 'node:sqlite'
import { createHmac, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { defined } from '../../../shared/defined.ts'
import { stepKinds, takesMoney } from '../../../shared/domain/job-kinds.ts'
import type { Clock } from '../../ports.ts'
import { openColumn, type Sealing } from '../../vault/sealing.ts'
import {
  type Choice,
  choices,
  type Entry,
  type Finding,
  findings,
  type History,
  type Moment,
  type VerdictResult,
} from './history.ts'
import { type EntryPayload, type Job, readSeen, type Row, sealedAs, type Step, type Value } from './rows.ts'
import { isFromBetween } from '../../../platform/body.ts'
import { readFact, setFact } from '../../storage/database.ts'

interface EntryFacts {
  /** The operation that was called. By default it is the step's own operation. */
  readonly operation?: string
  readonly result?: string
  readonly status?: number | undefined
  readonly fingerprint?: Uint8Array
  readonly seen?: EntryPayload
  /** When a reading was requested, in milliseconds since this process started. By default it is the present time. */
  readonly askedAt?: number | undefined
}

/** What was stored with an attempt. `rawBefore`: the answer to the last reading before it, if that answer was not understood. */
export type Try = EntryPayload & { readonly rawBefore?: string }

type StepId = Pick<Step, 'id'> & Partial<Pick<Step, 'payload'>>

/** The first and the last revision whose entries count for a step in this revision of its job. */
const countingRevisions = ({ payload }: Partial<Pick<Step, 'payload'>>, revision: number) =>
  [payload?.entriesSince ?? revision, revision] as const

const insertEntry = `INSERT INTO entry (step_id, revision, type, at, lived, operation, result, status, fingerprint, sealed)
  VALUES (:step_id, :revision, :type, :at, :lived, :operation, :result, :status, :fingerprint, :sealed)`

const spendingKinds = stepKinds
  .filter(takesMoney)
  .map((kind) => `'${kind}'`)
  .join(', ')

/** The attempts of a step that reached the platform or may have reached it. `step`: an expression for the id of the step. */
const fromArrived = (step: string): string => `FROM entry a
  WHERE a.step_id = ${step} AND a.type = 'attempt' AND ifnull((SELECT result FROM entry v
    WHERE v.step_id = a.step_id AND v.type = 'verdict' AND v.sequence > a.sequence ORDER BY v.sequence LIMIT 1), 'open')
    NOT IN ('not-sent', 'token-refused')`

/** How far the clocks of two computers may be apart, in milliseconds. */
const clocksApart = 48 * 3_600_000

/** Reads and extends the append-only list of entries, which are the events of the steps. */
export function createEntries(database: DatabaseSync, sealing: Sealing, clock: Clock) {
  const calls = openCallTags(database, sealing)
  const insert = database.prepare(insertEntry)
  const ofStep = database.prepare(
    `SELECT sequence, lived AS at, type, result, status, type = 'attempt' AND fingerprint IS NULL AS assumed,
      entry.at AS written, CASE WHEN result = 'unknown' AND status BETWEEN 200 AND 299 THEN sealed END AS sealed FROM entry
      WHERE step_id = ? AND revision BETWEEN ? AND ? ORDER BY sequence`,
  )
  const happenings = database.prepare(
    `SELECT at, type, result, sealed FROM entry WHERE step_id = ? AND revision BETWEEN ? AND ? ORDER BY sequence`,
  )
  const timesSent = database.prepare(`SELECT count(*) AS count ${fromArrived('?')} AND (a.fingerprint = ? OR ?)`)
  const ofJob = '(SELECT id FROM step WHERE job_sequence = ? AND position = ?)'
  const sentHere = database.prepare(
    `SELECT a.at ${fromArrived(ofJob)} AND a.revision = ? AND a.fingerprint IS NOT NULL`,
  )
  const spentByOthers = database.prepare(`SELECT 1 FROM step s JOIN job j ON j.sequence = s.job_sequence
    JOIN job oj ON oj.customer_key = ifnull(?, j.customer_key) AND oj.sequence <> j.sequence
    JOIN step os ON os.job_sequence = oj.sequence AND os.kind IN (${spendingKinds})
    JOIN entry a ON a.sequence = (SELECT min(sequence) FROM entry WHERE step_id = s.id AND type = 'attempt')
    JOIN entry o ON o.step_id = os.id AND o.type = 'attempt' AND (o.sequence > a.sequence
      OR (a.fingerprint IS NULL AND o.at > a.at - ${String(clocksApart)}))
    WHERE s.id = ? AND ifnull((SELECT result FROM entry v WHERE v.step_id = o.step_id AND v.type = 'verdict'
      AND v.sequence > o.sequence ORDER BY v.sequence LIMIT 1), 'open') NOT IN ('not-sent', 'token-refused') LIMIT 1`)
  const lastTry = database.prepare(
    `SELECT sequence, lived FROM entry WHERE step_id = ? AND type IN ('attempt', 'verdict') ORDER BY sequence DESC LIMIT 1`,
  )
  const lastRevision = database.prepare('SELECT max(revision) AS revision FROM entry WHERE step_id = ?')
  const lastSequence = database.prepare('SELECT max(sequence) AS sequence FROM entry')
  const open = database.prepare(`SELECT s.id, e.revision, e.operation FROM step s
    JOIN entry e ON e.sequence = (SELECT max(sequence) FROM entry WHERE step_id = s.id AND type IN ('attempt', 'verdict'))
    WHERE s.state = 'in-flight' AND e.type = 'attempt'`)
  const lastOfType = database.prepare(
    'SELECT at, type, status, sealed FROM entry WHERE step_id = ? AND revision BETWEEN ? AND ? AND type = ? ORDER BY sequence DESC LIMIT 1',
  )
  const openSeen = (id: number, row: Row | undefined): EntryPayload | undefined => row && readSeen(row, id, sealing)
  return {
    /** Adds an entry within the caller's transaction. Outside a transaction, the job's record would get no new MAC. */
    add: (step: StepId & { readonly operation: string }, revision: number, type: Entry['type'], facts: EntryFacts) => {
      const { operation = step.operation, result, status, fingerprint, seen, askedAt } = facts
      const at = clock.now()
      const sealed = seen && sealing.seal(sealedAs.entry(step.id, at, type), JSON.stringify(seen))
      insert.run({
        step_id: step.id,
        revision,
        type,
        at,
        lived: askedAt ?? clock.elapsed(),
        operation,
        result: result ?? null,
        status: status ?? null,
        fingerprint: fingerprint === undefined ? null : calls.tag(fingerprint),
        sealed: sealed ?? null,
      })
    },
    history: (step: StepId, revision: number): History =>
      ofStep.all(step.id, ...countingRevisions(step, revision)).map(({ written = null, sealed = null, ...row }) => {
        const raw = openSeen(step.id, { ...row, at: written, sealed })?.raw
        return understand(row, raw !== undefined && isFromBetween({ raw }))
      }),
    lastSeen: (step: StepId, revision: number, type: Entry['type']) =>
      openSeen(step.id, lastOfType.get(step.id, ...countingRevisions(step, revision), type)),
    /**
     * The stored answer to the last ended attempt of a revision. Undefined without such an attempt, a text or an HTTP status, or if the
     * mask hides words of the answer.
     */
    lastAnswer(step: StepId, revision: number): { readonly status: number; readonly raw: string } | undefined {
      const row = lastOfType.get(step.id, ...countingRevisions(step, revision), 'verdict')
      const { raw, hidesWords } = openSeen(step.id, row) ?? {}
      const status = row?.['status']
      return raw === undefined || hidesWords === true || typeof status !== 'number' ? undefined : { status, raw }
    },
    /** The attempts of a revision that reached the platform or may have reached it, oldest first. */
    tries(step: StepId, revision: number): readonly Try[] {
      const { id } = step
      const found: Try[] = []
      let read: Row | undefined
      for (const row of happenings.all(id, ...countingRevisions(step, revision))) {
        if (row['type'] === 'reading') read = row
        if (row['type'] === 'attempt') {
          found.push({ ...openSeen(id, row), ...defined({ rawBefore: openSeen(id, read)?.raw }) })
        }
        if (row['result'] === 'not-sent' || row['result'] === 'token-refused') found.pop()
      }
      return found
    },
    /** Whether the last reading shows the same subscription as the last one before the technician's last choice. */
    isUnmoved(step: StepId, revision: number): boolean {
      let read: Row | undefined
      let atChoice: Row | undefined
      for (const row of happenings.all(step.id, ...countingRevisions(step, revision))) {
        if (row['type'] === 'reading') read = row
        if (row['type'] === 'choice') atChoice = read
      }
      const [before, now] = [atChoice, read].map((row) => subscriptionOf(openSeen(step.id, row)))
      return isDeepStrictEqual(before, now)
    },
    /**
     * How often the call with this fingerprint reached the platform or may have reached it, in all revisions of the step. If the key of the
     * call tags is lost, every call of the step counts.
     */
    timesSent: ({ id }: StepId, fingerprint: Uint8Array) =>
      Number(timesSent.get(id, calls.tag(fingerprint), calls.isLost ? 1 : 0)?.['count'] ?? 0),
    /**
     * When this computer made the calls of this revision that reached the platform or may have reached it, in milliseconds since 1970.
     * `position`: of the step in its job. Empty if this computer never had the step.
     */
    sentHereAt: ({ sequence, revision }: Pick<Job, 'sequence' | 'revision'>, position: number): readonly number[] =>
      sentHere.all(sequence, position, revision).map(({ at }) => Number(at)),
    /**
     * Whether another job took, or may have taken, this customer's money since the step's first attempt in any revision. If another
     * computer made that attempt, the clocks of the two may differ, so such a call of the two days before counts, too.
     * `keysElsewhere`: the customer's keys in other connections that lead to the same customers.
     */
    spentByOthers: ({ id }: StepId, keysElsewhere: readonly Uint8Array[]) =>
      [null, ...keysElsewhere].some((key) => spentByOthers.get(key, id) !== undefined),
    /** When the last attempt of the step, in any revision, ended or else began. Undefined if the step has no attempt. */
    lastTry({ id }: StepId): Moment | undefined {
      const row = lastTry.get(id)
      return row && { sequence: Number(row['sequence']), at: Number(row['lived']) }
    },
    /** The first revision whose entries count. A correction leaves the entries of a finished step that it keeps in an earlier revision. */
    firstRevision({ id, state, payload }: Step, revision: number): number {
      const last = lastRevision.get(id)?.['revision']
      const isKept = state === 'unconfirmed' && typeof last === 'number' && last < revision
      return payload.entriesSince ?? (isKept ? last : revision)
    },
    lastSequence: () => Number(lastSequence.get()?.['sequence'] ?? 0),
    open: () =>
      open.all().map((row) => ({
        id: Number(row['id']),
        revision: Number(row['revision']),
        operation: String(row['operation']),
      })),
  }
}

/** What a renewal or a product change moves. The status may change by itself. */
const subscriptionOf = ({ endDate, product, startDate }: EntryPayload = {}) => ({ endDate, product, startDate })

const results: Readonly<Record<Entry['type'], ReadonlySet<unknown>>> = {
  attempt: new Set([null]),
  verdict: new Set<VerdictResult>(['accepted', 'refused', 'not-sent', 'unknown', 'token-refused']),
  reading: new Set<Finding>(findings),
  choice: new Set<Choice>(choices),
}

/**
 * Throws if an entry's type or result is unknown. If a damaged attempt were ignored instead, its call would be sent again.
 * `isFromBetween`: the answer is a page of something between Setdesk and the platform. Such an answer counts as a lost reply.
 */
function understand({ assumed, status, ...row }: Row, isFromBetween: boolean): Entry {
  const known = results[row['type'] as Entry['type']] as ReadonlySet<unknown> | undefined
  if (known?.has(row['result']) !== true) throw new Error('A stored entry that cannot be understood')
  const isAnswered = typeof status === 'number'
  const isOwn = isAnswered && ((status >= 200 && status < 300) || status === 409)
  return {
    ...row,
    ...(assumed === 1 && { isAssumed: true }),
    ...(row['type'] === 'reading' && isAnswered && { isAnswered }),
    ...(row['type'] === 'verdict' && status === 429 && { isTurnedAway: true }),
    ...(row['result'] === 'refused' && isAnswered && status < 300 && { byWords: true }),
    ...(row['result'] === 'unknown' && isOwn && !isFromBetween && { isUnclear: true }),
  } as unknown as Entry
}

/** Writes an entry without a call fingerprint, for example one from another computer. */
export function putEntry(
  database: DatabaseSync,
  row: Readonly<
    Record<'step_id' | 'revision' | 'type' | 'at' | 'lived' | 'operation' | 'result' | 'status' | 'sealed', Value>
  >,
): void {
  database.prepare(insertEntry).run({ ...row, fingerprint: null })
}

const keyFact = 'call-key'
const keyIdentity = 'call key'

/** `tag`: keys a call's hash. Without the key, an attacker cannot test whether a call contains a certain box or user ID. */
interface CallTags {
  readonly tag: (hash: Uint8Array) => Uint8Array
  /** The key was removed or damaged, so equal calls can no longer be recognised. */
  readonly isLost: boolean
}

/**
 * Opens the key of the call tags, which is stored sealed. The key stays the same when the data key changes, because tags cannot be made
 * again: the hashed text is not stored. In a file of an earlier release, the hashes are stored without a key until the data key changes.
 */
export function openCallTags(database: DatabaseSync, sealing: Sealing): CallTags {
  const hasPlain = (): boolean =>
    database.prepare('SELECT 1 FROM entry WHERE fingerprint IS NOT NULL LIMIT 1').get() !== undefined
  if (readFact(database, keyFact) === undefined && !hasPlain()) putKey(database, sealing, randomBytes(32))
  const key = readKey(database, sealing)
  return key === undefined
    ? { tag: (hash) => hash, isLost: readFact(database, keyFact) !== undefined }
    : { tag: tagWith(key), isLost: false }
}

/**
 * Seals the key of the call tags with another data key, and turns plain hashes into tags. Works within the caller's transaction. The caller
 * must first remove the triggers that forbid changes to entries.
 */
export function resealCallTags(database: DatabaseSync, from: Sealing, to: Sealing): void {
  const present = readKey(database, from)
  const key = present ?? randomBytes(32)
  putKey(database, to, key)
  if (present !== undefined) return
  const tag = tagWith(key)
  const set = database.prepare('UPDATE entry SET fingerprint = ? WHERE sequence = ?')
  for (const { sequence, fingerprint } of readPlain(database))
    if (fingerprint instanceof Uint8Array) set.run(tag(fingerprint), sequence ?? null)
}

const readPlain = (database: DatabaseSync) =>
  database.prepare('SELECT sequence, fingerprint FROM entry WHERE fingerprint IS NOT NULL').all()

const tagWith =
  (key: Uint8Array) =>
  (hash: Uint8Array): Uint8Array =>
    createHmac('sha256', key).update(hash).digest()

function readKey(database: DatabaseSync, sealing: Sealing): Uint8Array | undefined {
  const text = openColumn(sealing, keyIdentity, Buffer.from(readFact(database, keyFact) ?? '', 'base64'))
  return text === undefined ? undefined : Buffer.from(text, 'base64')
}

const putKey = (database: DatabaseSync, sealing: Sealing, key: Uint8Array): void =>
  setFact(
    database,
    keyFact,
    Buffer.from(sealing.seal(keyIdentity, Buffer.from(key).toString('base64'))).toString('base64'),
  )

/** The highest sequence numbers of jobs and entries. They never decrease. */
export interface Reach {
  readonly jobs: number
  readonly entries: number
}

export function prepareReach(database: DatabaseSync): () => Reach {
  const reach = database.prepare(`SELECT coalesce((SELECT max(sequence) FROM job), 0) AS jobs,
    coalesce((SELECT max(sequence) FROM entry), 0) AS entries`)
  return () => {
    const row = reach.get()
    return { jobs: Number(row?.['jobs']), entries: Number(row?.['entries']) }
  }
}
