import type { DatabaseSync } from 'node:sqlite'
import { defined } from '../../../shared/defined.ts'
import type { StepKind } from '../../../shared/domain/job.ts'
import type { Clock } from '../../ports.ts'
import type { Sealing } from '../../vault/sealing.ts'
import {
  choices,
  findings,
  type Choice,
  type Entry,
  type Finding,
  type History,
  type Moment,
  type VerdictResult,
} from './history.ts'
import { openCallTags } from './call-tags.ts'
import type { EntryPayload } from './payload.ts'
import { readSeen, sealedAs, type Row, type Step } from './rows.ts'

interface EntryFacts {
  /** By default the step's own. */
  readonly operation?: string
  readonly result?: string
  readonly status?: number | undefined
  readonly fingerprint?: Uint8Array
  readonly seen?: EntryPayload
  /** When a reading was requested, by the clock of this process; by default now. */
  readonly askedAt?: number | undefined
}

/** What was stored with an attempt. `rawBefore`: the answer to the reading before it, if that was not understood then. */
export type Try = EntryPayload & { readonly rawBefore?: string }

type StepId = Pick<Step, 'id'>

/** Kinds of steps that may change a customer's subscription. */
const spendingKinds = (['renew', 'change-product'] satisfies readonly StepKind[]).map((kind) => `'${kind}'`).join(', ')

/** The append-only list of what happened to the steps. */
export function createEntries(database: DatabaseSync, sealing: Sealing, clock: Clock) {
  const calls = openCallTags(database, sealing)
  const insert =
    database.prepare(`INSERT INTO entry (step_id, revision, type, at, lived, operation, result, status, fingerprint, sealed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const ofStep = database.prepare(
    `SELECT sequence, lived AS at, type, result, status, type = 'attempt' AND fingerprint IS NULL AS assumed FROM entry
      WHERE step_id = ? AND revision = ? ORDER BY sequence`,
  )
  const happenings = database.prepare(
    `SELECT at, type, result, sealed FROM entry WHERE step_id = ? AND revision = ? ORDER BY sequence`,
  )
  const timesSent = database.prepare(`SELECT count(*) AS count FROM entry a
    WHERE a.step_id = ? AND a.type = 'attempt' AND (a.fingerprint = ? OR ?) AND ifnull((SELECT result FROM entry v
      WHERE v.step_id = a.step_id AND v.type = 'verdict' AND v.sequence > a.sequence ORDER BY v.sequence LIMIT 1), 'open')
      NOT IN ('not-sent', 'token-refused')`)
  const spentByOthers = database.prepare(`SELECT 1 FROM step s JOIN job j ON j.sequence = s.job_sequence
    JOIN job oj ON oj.customer_key = j.customer_key AND oj.connection_id = j.connection_id AND oj.sequence <> j.sequence
    JOIN step os ON os.job_sequence = oj.sequence AND os.kind IN (${spendingKinds})
    JOIN entry o ON o.step_id = os.id AND o.type = 'attempt'
      AND o.sequence > (SELECT min(sequence) FROM entry WHERE step_id = s.id AND type = 'attempt')
    WHERE s.id = ? AND ifnull((SELECT result FROM entry v WHERE v.step_id = o.step_id AND v.type = 'verdict'
      AND v.sequence > o.sequence ORDER BY v.sequence LIMIT 1), 'open') NOT IN ('not-sent', 'token-refused') LIMIT 1`)
  const lastTry = database.prepare(
    `SELECT sequence, lived FROM entry WHERE step_id = ? AND type IN ('attempt', 'verdict') ORDER BY sequence DESC LIMIT 1`,
  )
  const lastSequence = database.prepare('SELECT max(sequence) AS sequence FROM entry')
  const open = database.prepare(`SELECT s.id, e.revision, e.operation FROM step s
    JOIN entry e ON e.sequence = (SELECT max(sequence) FROM entry WHERE step_id = s.id AND type IN ('attempt', 'verdict'))
    WHERE s.state = 'in-flight' AND e.type = 'attempt'`)
  const lastOfType = database.prepare(
    'SELECT at, type, sealed FROM entry WHERE step_id = ? AND revision = ? AND type = ? ORDER BY sequence DESC LIMIT 1',
  )
  const openSeen = (id: number, row: Row | undefined): EntryPayload | undefined => row && readSeen(row, id, sealing)
  return {
    /** Writes within the caller's transaction, or in one of its own. */
    add: (step: StepId & { readonly operation: string }, revision: number, type: Entry['type'], facts: EntryFacts) => {
      const { operation = step.operation, result, status, fingerprint, seen, askedAt } = facts
      const at = clock.now()
      const sealed = seen && sealing.seal(sealedAs.entry(step.id, at, type), JSON.stringify(seen))
      const optional = [
        result ?? null,
        status ?? null,
        fingerprint === undefined ? null : calls.tag(fingerprint),
        sealed ?? null,
      ]
      insert.run(step.id, revision, type, at, askedAt ?? clock.elapsed(), operation, ...optional)
    },
    history: ({ id }: StepId, revision: number): History => ofStep.all(id, revision).map(understand),
    /** What was stored with the last entry of a type in a revision. */
    lastSeen: ({ id }: StepId, revision: number, type: Entry['type']) =>
      openSeen(id, lastOfType.get(id, revision, type)),
    /** The attempts of a revision that reached the platform, or may have, oldest first. */
    tries({ id }: StepId, revision: number): readonly Try[] {
      const found: Try[] = []
      let read: Row | undefined
      for (const row of happenings.all(id, revision)) {
        if (row['type'] === 'reading') read = row
        if (row['type'] === 'attempt') {
          found.push({ ...openSeen(id, row), ...defined({ rawBefore: openSeen(id, read)?.raw }) })
        }
        if (row['result'] === 'not-sent' || row['result'] === 'token-refused') found.pop()
      }
      return found
    },
    /** How often the same call of a step reached the platform, or may have, in any revision; any call if that cannot be told. */
    timesSent: ({ id }: StepId, fingerprint: Uint8Array) =>
      Number(timesSent.get(id, calls.tag(fingerprint), calls.isLost ? 1 : 0)?.['count'] ?? 0),
    /** Whether another job took this customer's money, or may have, since the first attempt of this step in any revision. */
    spentByOthers: ({ id }: StepId) => spentByOthers.get(id) !== undefined,
    /** When a step last tried, in any revision. */
    lastTry({ id }: StepId): Moment | undefined {
      const row = lastTry.get(id)
      return row && { sequence: Number(row['sequence']), at: Number(row['lived']) }
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

const results: Readonly<Record<Entry['type'], ReadonlySet<unknown>>> = {
  attempt: new Set([null]),
  verdict: new Set<VerdictResult>(['accepted', 'refused', 'not-sent', 'unknown', 'token-refused']),
  reading: new Set<Finding>(findings),
  choice: new Set<Choice>(choices),
}

/** Throws for an unknown type or result: an attempt of a damaged file that was passed over would be sent again. */
function understand({ assumed, status, ...row }: Row): Entry {
  const known = results[row['type'] as Entry['type']] as ReadonlySet<unknown> | undefined
  if (known?.has(row['result']) !== true) throw new Error('A stored entry that cannot be understood')
  const isAnswered = typeof status === 'number'
  return {
    ...row,
    ...(assumed === 1 && { isAssumed: true }),
    ...(row['type'] === 'reading' && isAnswered && { isAnswered }),
    ...(row['result'] === 'refused' && isAnswered && status < 300 && { byWords: true }),
  } as unknown as Entry
}
