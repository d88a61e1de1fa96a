import { describe, expect, test } from 'vitest'
import { createActivityLog } from '../../../../../src/main/jobs/ledger/activity-log.ts'
import { planSteps } from '../../../../../src/main/jobs/plans.ts'
import type { Step } from '../../../../../src/main/jobs/ledger/rows.ts'
import type { ActivityCursor, ActivityFilter, ActivityRow } from '../../../../../src/shared/domain/activity/activity.ts'
import { hostnameOnly, makeConnection, payloadOf } from '../make-job.ts'
import { openLedger } from '../open-ledger.ts'

const north = { id: 'north' }
const print = new Uint8Array(32)
const note = (key: string, at: number): ActivityRow => ({ key, at, action: 'restored', by: '', jobs: 3, other: 'x' })
const second = 1000

/** One job with every kind of activity, one second apart, a job of another kind, and a job of another connection. */
async function openActions(notes: readonly ActivityRow[] = []) {
  const open = openLedger()
  const { ledger, clock, save, database, sealing } = open
  const begun = clock.now()
  const { job, steps } = save({ id: 'a' })
  const step: Step | undefined = steps[0]
  if (step === undefined) throw new Error('a step')
  const happen = async (result: Parameters<typeof ledger.endAttempt>[2], status?: number) => {
    await clock.pass(second)
    ledger.beginAttempt(job, step, print, {})
    ledger.endAttempt(job, step, result, status, { message: `said ${result}` })
    ledger.addReading(job, step, 'getCustomer', 'absent', 404, {})
  }
  await happen('refused', 400)
  await happen('token-refused', 401)
  await happen('not-sent')
  await happen('unknown')
  for (const choice of ['check-again', 'it-is-there', 'send-again'] as const) {
    await clock.pass(second)
    ledger.addChoice(job, step, choice, 'A. Moreau')
  }
  await happen('accepted', 200)
  await clock.pass(second)
  const payload = payloadOf(hostnameOnly(), { technician: 'Léa' })
  const other = save({ id: 'b', payload, steps: planSteps(payload, makeConnection()) })
  await clock.pass(second)
  ledger.drop(other.job, other.steps, 'moved away', 'K. Adeyemi')
  save({ id: 'elsewhere', connectionId: 'south' })
  const log = createActivityLog({ database, sealing, notes }, north)
  const actions = (filter: ActivityFilter = {}, limit = 50) =>
    log.page(filter, undefined, limit).rows.map(({ action, outcome, at }) => [outcome ?? action, (at - begun) / second])
  return { ...open, log, actions, begun }
}

/** All activities of `openActions`, newest first, each with its second. */
const all = [
  ['drop', 10],
  ['saved', 9],
  ['accepted', 8],
  ['send-again', 7],
  ['it-is-there', 6],
  ['check-again', 5],
  ['unknown', 4],
  ['not-sent', 3],
  ['refused', 2],
  ['refused', 1],
  ['saved', 0],
] as const
const named = (...names: readonly string[]) => all.filter(([name]) => names.includes(name))

describe('the activities of a connection', () => {
  test('come newest first, without readings and without activities of other connections', async () => {
    const { actions } = await openActions()
    expect(actions()).toEqual(all)
  })

  test.each<[NonNullable<ActivityFilter['outcome']>, readonly string[]]>([
    ['saved', ['saved']],
    ['accepted', ['accepted']],
    ['refused', ['refused']],
    ['unknown', ['unknown']],
    ['not-sent', ['not-sent']],
    ['decided', ['check-again', 'it-is-there', 'send-again']],
    ['drop', ['drop']],
  ])('are found by the outcome "%s"', async (outcome, names) => {
    const { actions, log } = await openActions()
    expect(actions({ outcome })).toEqual(named(...names))
    expect(log.page({ outcome }, undefined, 50)).not.toHaveProperty('next')
  })

  test('can be filtered by kind, technician, text and period, not including the end of the period', async () => {
    const { actions, begun } = await openActions()
    expect(actions({ kind: 'hostname' })).toEqual(all.slice(0, 2))
    expect(actions({ technician: 'lea' })).toEqual([['saved', 9]])
    expect(actions({ text: 'said not-sent' })).toEqual([['not-sent', 3]])
    expect(actions({ from: begun + 8 * second })).toEqual(all.slice(0, 3))
    expect(actions({ to: begun + second })).toEqual([['saved', 0]])
    expect(actions({ from: begun + 2 * second, to: begun + 4 * second })).toEqual([
      ['not-sent', 3],
      ['refused', 2],
    ])
  })

  test('come a page at a time, and each page says how far back it searched and where the next page begins', async () => {
    const { log, begun } = await openActions()
    const seen: number[] = []
    let after: ActivityCursor | undefined
    for (let turn = 0; turn < 3; turn += 1) {
      const page = log.page({}, after, 4)
      seen.push(page.rows.length, ((page.back ?? 0) - begun) / second)
      after = page.next
    }
    expect(seen).toEqual([4, 7, 4, 3, 3, 0])
    expect(after).toBeUndefined()
  })

  test('give one empty page, which does not say how far back it searched, if there are no jobs', () => {
    const { database, sealing } = openLedger()
    expect(createActivityLog({ database, sealing, notes: [] }, north).page({}, undefined, 5)).toStrictEqual({
      rows: [],
    })
  })

  test('include each note about the whole computer once, in order of time and within the filtered period', async () => {
    const begun = openLedger().clock.now()
    const { log } = await openActions([
      note('old', begun - 1),
      note('even', begun + 8 * second),
      note('new', begun + 99_000),
    ])
    const keys = (filter: ActivityFilter, after?: ActivityCursor, limit = 50) =>
      log.page(filter, after, limit).rows.map(({ key }) => key)
    expect(keys({}).filter((key) => !key.includes('-'))).toEqual(['new', 'even', 'old'])
    expect(keys({ from: begun + 8 * second, to: begun + 99_000 })).toHaveLength(4)
    expect(keys({ outcome: 'decided' })).toHaveLength(3)
    const first = log.page({}, undefined, 4)
    expect(first.rows.map(({ key }) => key)).toContain('even')
    expect(keys({}, first.next)).not.toContain('even')
  })

  test('include an assumed attempt once, and mark it as assumed', () => {
    const { database, sealing, ledger, save } = openLedger()
    const { job, steps } = save()
    const [step] = steps
    if (step === undefined) throw new Error('a step')
    ledger.beginAttempt(job, step, print, {})
    ledger.endAttempt(job, step, 'unknown', undefined, {})
    database.exec(`INSERT INTO entry (step_id, revision, type, at, lived, operation)
        SELECT step_id, revision, 'attempt', at, lived, operation FROM entry WHERE type = 'attempt';
      INSERT INTO entry (step_id, revision, type, at, lived, operation, result)
        SELECT step_id, revision, 'verdict', at, lived, operation, 'unknown' FROM entry WHERE type = 'verdict'`)
    const { rows } = createActivityLog({ database, sealing, notes: [] }, north).page({}, undefined, 9)
    expect(rows.map(({ action, isAssumed }) => [action, isAssumed])).toEqual([
      ['sent', true],
      ['sent', undefined],
      ['saved', undefined],
    ])
  })
})

/** Jobs with these sequences and connections. Each has one activity, with the same sequence and at the second of that number. */
function openSparse(jobs: readonly (readonly [sequence: number, connection: string])[], withActions = true) {
  const { database, sealing } = openLedger()
  const addJob = database.prepare(`INSERT INTO job
    (sequence, id, draft_id, connection_id, kind, state, revision, created_at, updated_at, sealed, purged_at)
    VALUES (?1, 'job-' || ?1, 'draft-' || ?1, ?2, 'hostname', 'done', 1, ?1 * 1000, ?1 * 1000, x'', 1)`)
  const addStep = database.prepare(`INSERT INTO step (id, job_sequence, position, kind, operation, state, sealed)
    VALUES (?1, ?1, 0, 'bind-hostname', 'AddMacAddressToHostname', 'done', x'')`)
  const addAction =
    database.prepare(`INSERT INTO entry (sequence, step_id, revision, type, at, lived, operation, result)
    VALUES (?1, ?1, 1, 'verdict', ?1 * 1000 + 1, 0, 'AddMacAddressToHostname', 'accepted')`)
  for (const [sequence, connection] of jobs) {
    addJob.run(sequence, connection)
    if (withActions) addStep.run(sequence)
    if (withActions) addAction.run(sequence)
  }
  return { database, log: createActivityLog({ database, sealing, notes: [] }, north) }
}
const keysOf = (rows: readonly ActivityRow[]) => rows.map(({ key }) => key)

describe('a page of activities', () => {
  test('opens a thousand rows at most, and the next page goes on with the next row', () => {
    const { log } = openSparse(
      Array.from({ length: 1100 }, (_, index) => [index + 1, 'north'] as const),
      false,
    )
    const first = log.page({ text: 'nobody' }, undefined, 50)
    expect(first).toMatchObject({ rows: [], back: 101_000, next: { job: 101 } })
    expect(log.page({ text: 'nobody' }, first.next, 50)).toEqual({ rows: [], back: 1000 })
  })

  test.each<[string, string]>([
    ['saved jobs', 'DELETE FROM entry WHERE sequence > 1'],
    ['actions', 'UPDATE job SET sequence = 2 WHERE sequence > 1'],
  ])('that stops before all %s are searched leaves out rows whose order is not certain yet', (_, far) => {
    const { database, log } = openSparse([
      [1, 'north'],
      [400_001, 'south'],
    ])
    database.exec('PRAGMA foreign_keys = OFF; DROP TRIGGER entry_is_never_deleted')
    database.exec(far)
    const first = log.page({}, undefined, 50)
    expect(first.rows).toEqual([])
    const second = log.page({}, first.next, 50)
    expect([keysOf(second.rows), second.next]).toEqual([['entry-1', 'job-1'], undefined])
  })

  test('that meets a long gap without jobs leaves the rows beyond the gap to the next page', () => {
    const { database, log } = openSparse([
      [1, 'north'],
      [400_001, 'north'],
    ])
    database.exec('DROP TRIGGER entry_is_never_deleted; DELETE FROM entry WHERE sequence > 1')
    const first = log.page({}, undefined, 50)
    expect(keysOf(first.rows)).toEqual(['job-400001'])
    expect(keysOf(log.page({}, first.next, 50).rows)).toEqual(['entry-1', 'job-1'])
  })

  test.each<[string, ActivityFilter]>([
    ['saved jobs', { outcome: 'saved' }],
    ['actions', { outcome: 'accepted' }],
  ])('that is full says that there are more %s', (_, filter) => {
    const { log } = openSparse([
      [1, 'north'],
      [2, 'north'],
    ])
    const first = log.page(filter, undefined, 1)
    const second = log.page(filter, first.next, 1)
    expect([first.rows.length, first.next === undefined, second.rows.length, second.next]).toEqual([
      1,
      false,
      1,
      undefined,
    ])
  })

  test('that is full says that there are more notes', () => {
    const { database, sealing } = openLedger()
    const log = createActivityLog({ database, sealing, notes: [note('old', 1), note('new', 2)] }, north)
    const first = log.page({}, undefined, 1)
    expect([keysOf(first.rows), keysOf(log.page({}, first.next, 1).rows)]).toEqual([['new'], ['old']])
  })
})

test('a job that cannot be opened does not hide other jobs, and shows its unsealed values', () => {
  const { database, sealing, save } = openLedger()
  const broken = save().job
  const sound = save().job
  database.prepare("UPDATE job SET sealed = x'00' WHERE id = ?").run(broken.id)

  const rows = createActivityLog({ database, sealing, notes: [] }, north).page({}, undefined, 10).rows

  expect(rows.map(({ job, by }) => [job?.id, by])).toEqual([
    [sound.id, 'Sam'],
    [broken.id, ''],
  ])
})

test('activities stay in the order of writing even if the clock was set back', () => {
  const { database, sealing, clock, save } = openLedger()
  save()
  clock.set(clock.now() - 86_400_000)
  save()
  const rows = createActivityLog({ database, sealing, notes: [] }, north).page({}, undefined, 10).rows
  expect(rows.map(({ key }) => key)).toEqual(['job-2', 'job-1'])
})

test('an event about the whole computer is listed by its time, but not if the list is filtered by kind or outcome', () => {
  const { database, sealing, clock, save } = openLedger()
  save()
  const restored = note('note', clock.now() - 1)
  const log = createActivityLog({ database, sealing, notes: [restored] }, north)

  expect(log.page({}, undefined, 10).rows.map(({ key }) => key)).toEqual(['job-1', 'note'])
  expect(log.page({ kind: 'new-customer' }, undefined, 10).rows).toHaveLength(1)
  expect(log.page({ outcome: 'saved' }, undefined, 10).rows).toHaveLength(1)
  expect(log.page({ to: restored.at }, undefined, 10).rows).toEqual([])
})
