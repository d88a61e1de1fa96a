import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../ports.ts'
import type { Sealing } from '../../vault/sealing.ts'
import {
  findings,
  type Choice,
  type Entry,
  type Finding,
  type History,
  type Moment,
  type VerdictResult,
} from './history.ts'
import { entryPayloadSchema, type EntryPayload } from './payload.ts'
import { sealedAs, type Step } from './rows.ts'

/** What is written down with an entry besides its kind. */
export interface EntryFacts {
  /** The call it is about; the step's own where it is not named. */
  readonly operation?: string
  readonly result?: string
  readonly status?: number | undefined
  readonly fingerprint?: Uint8Array
  readonly seen?: EntryPayload
  /** When a reading was asked for, by the clock of this process; now where it is not given. */
  readonly askedAt?: number | undefined
}

/** What was written down with an attempt. `rawBefore`: the answer that was read before it, where it was not understood then. */
export type Try = EntryPayload & { readonly rawBefore?: string }

/** The append-only list of what happened to the steps. */
export interface Entries {
  /** Writes within the caller's transaction, or in one of its own. */
  readonly add: (
    step: { readonly id: number; readonly operation: string },
    revision: number,
    type: Entry['type'],
    facts: EntryFacts,
  ) => void
  readonly of: (step: Pick<Step, 'id'>, revision: number) => History
  /** What was written down with the last entry of a type in a revision. */
  readonly lastSeen: (step: Pick<Step, 'id'>, revision: number, type: Entry['type']) => EntryPayload | undefined
  /** The attempts of a revision that reached the platform, or may have, oldest first. */
  readonly tries: (step: Pick<Step, 'id'>, revision: number) => readonly Try[]
  /** How often the same call of a step reached the platform, or may have, whatever the revision. */
  readonly timesSent: (step: Pick<Step, 'id'>, fingerprint: Uint8Array) => number
  /** When a step last tried, whatever the revision. */
  readonly lastTry: (step: Pick<Step, 'id'>) => Moment | undefined
  /** The last sequence that was written. */
  readonly lastSequence: () => number
  /** Attempts that have no verdict yet. */
  readonly open: () => readonly { readonly id: number; readonly revision: number; readonly operation: string }[]
}

/** Statements are prepared once. */
export function createEntries(database: DatabaseSync, sealing: Sealing, clock: Clock): Entries {
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
    WHERE a.step_id = ? AND a.type = 'attempt' AND a.fingerprint = ? AND ifnull((SELECT result FROM entry v
      WHERE v.step_id = a.step_id AND v.type = 'verdict' AND v.sequence > a.sequence ORDER BY v.sequence LIMIT 1), 'open')
      NOT IN ('not-sent', 'token-refused')`)
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
  const openSealed = (id: number, row: Readonly<Record<string, unknown>> | undefined): EntryPayload | undefined => {
    const sealed = row?.['sealed']
    if (!(sealed instanceof Uint8Array)) return undefined
    const type = String(row?.['type']) as Entry['type']
    const text = sealing.open(sealedAs.entry(id, Number(row?.['at']), type), sealed)
    return entryPayloadSchema.parse(JSON.parse(text))
  }
  return {
    add(step, revision, type, { operation = step.operation, result, status, fingerprint, seen, askedAt }) {
      const at = clock.now()
      const sealed = seen && sealing.seal(sealedAs.entry(step.id, at, type), JSON.stringify(seen))
      const optional = [result ?? null, status ?? null, fingerprint ?? null, sealed ?? null]
      insert.run(step.id, revision, type, at, askedAt ?? clock.elapsed(), operation, ...optional)
    },
    of: ({ id }, revision) => ofStep.all(id, revision).map(understand),
    lastSeen({ id }, revision, type) {
      return openSealed(id, lastOfType.get(id, revision, type))
    },
    tries({ id }, revision) {
      const found: Try[] = []
      let read: Readonly<Record<string, unknown>> | undefined
      for (const row of happenings.all(id, revision)) {
        if (row['type'] === 'reading') read = row
        if (row['type'] === 'attempt') {
          const rawBefore = openSealed(id, read)?.raw
          found.push({ ...openSealed(id, row), ...(rawBefore !== undefined && { rawBefore }) })
        }
        if (row['result'] === 'not-sent' || row['result'] === 'token-refused') found.pop()
      }
      return found
    },
    timesSent: ({ id }, fingerprint) => Number(timesSent.get(id, fingerprint)?.['count'] ?? 0),
    lastTry({ id }) {
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
  choice: new Set<Choice>(['check-again', 'it-is-there', 'send-again', 'drop']),
}

/** Passing over an attempt that a damaged file no longer calls one would send it again. */
function understand({ assumed, status, ...row }: Readonly<Record<string, unknown>>): Entry {
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
