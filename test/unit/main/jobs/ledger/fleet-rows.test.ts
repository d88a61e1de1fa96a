import { describe, expect, test } from 'vitest'
import {
  createClaimedJobs,
  createCountedJobs,
  prepareStanding,
} from '../../../../../src/main/jobs/ledger/fleet-rows.ts'
import { purgeStationNames, purgeJob } from '../../../../../src/main/jobs/ledger/maintenance-rows.ts'
import { inTransaction } from '../../../../../src/main/storage/database.ts'
import { openLedger, type OpenLedger } from '../open-ledger.ts'

/** Saves three jobs at `north` and one at `south`. Gives their sequences. */
const saveFour = ({ save }: OpenLedger): [number, number, number, number] => [
  save({ id: 'one' }).job.sequence,
  save({ id: 'two' }).job.sequence,
  save({ id: 'three' }).job.sequence,
  save({ id: 'south', connectionId: 'south' }).job.sequence,
]

interface Told {
  readonly claim: string
  readonly askedAt?: number
  readonly word?: string
  readonly mark?: string
}

/** What the hub said of a job. */
const tell = ({ database }: OpenLedger, sequence: number, { claim, askedAt, word, mark }: Told): void =>
  void database
    .prepare(
      'INSERT OR REPLACE INTO fleet_job (job_sequence, claim, fence, version, asked_at, word, mark) VALUES (?, ?, 1, 1, ?, ?, ?)',
    )
    .run(sequence, claim, askedAt ?? null, word ?? null, mark ?? null)

const setState = ({ database }: OpenLedger, sequence: number, state: string): void =>
  inTransaction(
    database,
    () => void database.prepare('UPDATE job SET state = ? WHERE sequence = ?').run(state, sequence),
  )

describe('the state of a job for the fleet', () => {
  test("is found by the job's id or sequence number, and an unknown job has no state", () => {
    const open = openLedger()
    const { job } = open.save({ id: 'one' })
    const standingOf = prepareStanding(open.database)
    const standing = { sequence: job.sequence, id: 'one', connectionId: 'north', state: 'saved' }
    expect(standingOf('one')).toEqual(standing)
    expect(standingOf(job.sequence)).toEqual(standing)
    expect([standingOf('other'), standingOf(99)]).toEqual([undefined, undefined])
  })

  test('is empty if a later version wrote an unknown state', () => {
    const open = openLedger()
    const { job } = open.save()
    setState(open, job.sequence, 'parked')
    expect(prepareStanding(open.database)(job.id)).toMatchObject({ sequence: job.sequence, state: undefined })
  })
})

describe("the record of the hub's answers about jobs", () => {
  test('lists the unfinished jobs that the hub was never asked about, page by page', () => {
    const open = openLedger()
    const [one, two, three, south] = saveFour(open)
    const jobs = createClaimedJobs(open.database)
    expect(jobs.unknown(['north'], 0, 2)).toEqual([one, two])
    expect(jobs.unknown(['north', 'south'], two, 9)).toEqual([three, south])
    tell(open, one, { claim: 'new' })
    setState(open, two, 'done')
    expect(jobs.unknown(['north'], 0, 9)).toEqual([three])
  })

  test('lists the jobs for which the last answer of the hub is missing or old', () => {
    const open = openLedger()
    const [one, two, three, south] = saveFour(open)
    const { due } = createClaimedJobs(open.database)
    tell(open, one, { claim: 'new' })
    tell(open, two, { claim: 'held', askedAt: 1000 })
    tell(open, three, { claim: 'conflict', askedAt: 1000 })
    tell(open, south, { claim: 'moved', askedAt: 1000 })
    const dueAt = (askedBefore: number, now: number): readonly number[] => due({ askedBefore, now, after: 0, limit: 9 })
    expect(dueAt(900, 1100)).toEqual([one])
    expect(dueAt(1000, 1200)).toEqual([one, two])
    // The clock was set back, so both are due.
    expect(dueAt(700, 900)).toEqual([one, two])
    tell(open, three, { claim: 'conflict', askedAt: 1000, word: 'go-on' })
    expect(dueAt(1000, 1200)).toEqual([one, two, three])
    expect(due({ askedBefore: 1000, now: 1200, after: one, limit: 1 })).toEqual([two])
    setState(open, two, 'done')
    expect(dueAt(1000, 1200)).toEqual([one, three])
  })

  test('lists the jobs that changed or ended since the hub got their copy', () => {
    const open = openLedger()
    const [one, two, three] = saveFour(open)
    const jobs = createClaimedJobs(open.database)
    const unlike = (): readonly number[] => jobs.unlike(['north'], 0, 9)
    expect(unlike()).toEqual([one, two, three])
    expect(jobs.unlike(['north'], one, 1)).toEqual([two])
    for (const sequence of [one, two]) tell(open, sequence, { claim: 'held', mark: jobs.markOf(sequence) })
    expect(jobs.markOf(one)).toMatch(/^saved [0-9A-F]{24}$/)
    expect(unlike()).toEqual([three])
    setState(open, one, 'waiting')
    setState(open, two, 'done')
    setState(open, three, 'done')
    expect(unlike()).toEqual([one, two])
  })

  test('lists the unfinished jobs with a claim, a copy or a conflict, except for moved jobs', () => {
    const open = openLedger()
    const [one, two, three, south] = saveFour(open)
    tell(open, one, { claim: 'held' })
    tell(open, two, { claim: 'own', mark: 'any' })
    tell(open, three, { claim: 'moved', mark: 'any' })
    tell(open, south, { claim: 'new' })
    const { askableIds } = createClaimedJobs(open.database)
    expect(askableIds()).toEqual(['one', 'two'])
    tell(open, south, { claim: 'conflict' })
    expect(askableIds()).toEqual(['one', 'two', 'south'])
    setState(open, south, 'dropped')
    expect(askableIds()).toEqual(['one', 'two'])
  })

  test('lists the finished jobs whose claim the hub still counts as held', () => {
    const open = openLedger()
    const [one, two, three, south] = saveFour(open)
    const { ended } = createClaimedJobs(open.database)
    for (const sequence of [one, two, south]) tell(open, sequence, { claim: 'held' })
    tell(open, three, { claim: 'over' })
    for (const sequence of [one, three, south]) setState(open, sequence, 'done')
    expect(ended(9)).toEqual([one, south])
    expect(ended(1)).toEqual([one])
  })

  test('recognizes a job that was taken over from another computer', () => {
    const open = openLedger()
    const [one, two] = saveFour(open)
    inTransaction(open.database, () =>
      open.database.exec(`UPDATE job SET origin = 'taken-over' WHERE sequence = ${one}`),
    )
    const { isTakenOver } = createClaimedJobs(open.database)
    expect([isTakenOver(one), isTakenOver(two), isTakenOver(99)]).toEqual([true, false, false])
  })

  test('forgets the names of other computers when the personal values of a job are purged', () => {
    const open = openLedger()
    const [one, two] = saveFour(open)
    for (const sequence of [one, two]) tell(open, sequence, { claim: 'conflict' })
    open.database.exec("UPDATE fleet_job SET sealed = x'01'")
    expect(purgeStationNames(open.database)).toBe(0)
    inTransaction(open.database, () => purgeJob(open.database, one, open.clock.now()))
    expect(purgeStationNames(open.database)).toBe(1)
    expect(purgeStationNames(open.database)).toBe(0)
    const named = open.database.prepare('SELECT job_sequence FROM fleet_job WHERE sealed IS NOT NULL').all()
    expect(named.map((row) => row['job_sequence'])).toEqual([two])
  })
})

describe('the comparison of jobs with the counted totals', () => {
  test('gives the outcome under which the board counts a job', () => {
    const open = openLedger()
    const [one, two, three, south] = saveFour(open)
    setState(open, one, 'done')
    setState(open, two, 'unconfirmed')
    setState(open, three, 'refused')
    const { rowOf, newest } = createCountedJobs(open.database)
    expect([one, two, three, south].map((sequence) => rowOf(sequence)?.['outcome'])).toEqual([
      'done',
      'done',
      'refused',
      null,
    ])
    expect([rowOf(99), rowOf(one)?.['id'], newest()]).toEqual([undefined, 'one', south])
  })

  test('lists finished new jobs, and jobs with a changed outcome or revision, as uncounted', () => {
    const open = openLedger()
    const [one, two, three, south] = saveFour(open)
    for (const sequence of [one, two, south]) setState(open, sequence, 'done')
    const { uncounted } = createCountedJobs(open.database)
    const since = open.clock.now()
    const all = { after: 0, last: south, since }
    expect(uncounted(['north'], all)).toEqual([one, two])
    expect(uncounted(['north', 'south'], { ...all, after: one })).toEqual([two, south])
    expect(uncounted(['north'], { ...all, last: one })).toEqual([one])
    expect(uncounted(['north'], { ...all, since: since + 1 })).toEqual([])
    const put = open.database.prepare(
      'INSERT INTO fleet_counted (job_sequence, total_id, outcome, revision) VALUES (?, 1, ?, 1)',
    )
    put.run(one, 'done')
    put.run(three, 'refused')
    expect(uncounted(['north'], { ...all, since: since + 1 })).toEqual([three])
    inTransaction(open.database, () => open.database.exec(`UPDATE job SET revision = 2 WHERE sequence = ${one}`))
    expect(uncounted(['north'], { ...all, since: since + 1 })).toEqual([one, three])
  })
})

describe('a job that waits because of the fleet', () => {
  test('may run once its reason for waiting is lifted, while jobs with other reasons keep waiting', () => {
    const open = openLedger()
    const waiting = (why: 'claim-lapsed' | 'operator-policy'): number => {
      const { job } = open.save()
      open.ledger.standJob(job, { state: 'waiting', why, waitsUntil: 5_000 })
      return job.sequence
    }
    const [lapsed, forbidden] = [waiting('claim-lapsed'), waiting('operator-policy')]
    open.ledger.releaseWaiting('claim-lapsed')
    expect([lapsed, forbidden].map((sequence) => open.load(sequence).job.waitsUntil)).toEqual([undefined, 5_000])
    open.ledger.releaseWaiting('operator-policy')
    expect(open.load(forbidden).job.waitsUntil).toBeUndefined()
  })
})
