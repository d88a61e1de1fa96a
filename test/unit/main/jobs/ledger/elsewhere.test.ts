import { expect, test } from 'vitest'
import { summarizeHistory } from '../../../../../src/main/jobs/ledger/history.ts'
import type { Choice, VerdictResult } from '../../../../../src/main/jobs/ledger/history.ts'
import { createElsewhere } from '../../../../../src/main/jobs/ledger/ledger.ts'
import { inTransaction } from '../../../../../src/main/storage/database.ts'
import { openLedger, type OpenLedger } from '../open-ledger.ts'

const mark = (open: OpenLedger, only?: readonly number[]): number =>
  inTransaction(open.database, () =>
    createElsewhere(open.database, open.sealing, open.clock).readBackFirst('restored', only),
  )

/** A job whose first step had one attempt with this result; `open`: it has no verdict. */
function tried(open: OpenLedger, result: VerdictResult | 'open', choice?: Choice): number {
  const { job, steps } = open.save()
  const [step] = steps
  if (step === undefined) throw new Error('no step')
  open.ledger.beginAttempt(job, step, Buffer.from('print'), { endDate: '2027-02-01', sentOn: 5 })
  if (result !== 'open') open.ledger.endAttempt(job, step, result, 200, {})
  if (choice !== undefined) open.ledger.addChoice(job, step, choice, 'A. Moreau')
  return job.sequence
}
const accountOf = (open: OpenLedger, sequence: number) => {
  const { job, steps } = open.load(sequence)
  const [step] = steps
  if (step === undefined) throw new Error('no step')
  return { summary: summarizeHistory(open.ledger.history(step, job.revision)), step, job }
}

test('marking a job as possibly sent elsewhere makes Setdesk read it back first, even if it has no attempt', () => {
  const open = openLedger()
  const { job } = open.save()
  expect(mark(open)).toBe(1)
  const { summary, step, job: marked } = accountOf(open, job.sequence)
  expect(summary).toMatchObject({ last: { result: 'unknown' }, mayHaveArrived: true })
  expect([step.state, marked.state, marked.why]).toEqual(['read-back', 'waiting', 'read-back-first'])
})

test.each(['open', 'unknown', 'refused', 'not-sent', 'token-refused'] as const)(
  'marking a job as possibly sent elsewhere adds an assumed attempt after a first one with the outcome "%s"',
  (result) => {
    const open = openLedger()
    const sequence = tried(open, result)
    mark(open)
    const { summary, step, job } = accountOf(open, sequence)
    expect(summary).toMatchObject({ attempts: 2, last: { result: 'unknown' }, readings: [] })
    expect(open.ledger.lastSeen(step, job.revision, 'attempt')).toEqual({ endDate: '2027-02-01', sentOn: 5 })
  },
)

test('marking a job as possibly sent elsewhere cancels the choice "send again" of a technician', () => {
  const open = openLedger()
  const sequence = tried(open, 'accepted', 'send-again')
  mark(open)
  expect(accountOf(open, sequence).summary).toMatchObject({ last: { result: 'unknown' } })
  expect(accountOf(open, sequence).summary.choice).toBeUndefined()
})

test.each([
  ['the platform has accepted the step', undefined],
  ['the technician has asked to check an accepted step again', 'check-again'],
  ['the technician has marked the step as present', 'it-is-there'],
] as const)('marking a job as possibly sent elsewhere adds no attempt if %s', (_, choice) => {
  const open = openLedger()
  const sequence = tried(open, choice === 'it-is-there' ? 'unknown' : 'accepted', choice)
  mark(open)
  expect(accountOf(open, sequence).summary).toMatchObject({ attempts: 1 })
})

test.each(['done', 'unconfirmed', 'refused', 'dropped'] as const)(
  'marking a job as possibly sent elsewhere changes nothing if the job is %s',
  (state) => {
    const open = openLedger()
    const { job } = open.save()
    open.ledger.standJob(job, { state })
    expect(mark(open)).toBe(0)
    expect(open.database.prepare('SELECT count(*) AS count FROM entry').get()).toEqual({ count: 0 })
  },
)

test('marking a job as possibly sent elsewhere leaves its finished steps finished', () => {
  const open = openLedger()
  const { job, steps } = open.save()
  const [creation] = steps
  if (creation === undefined) throw new Error('no step')
  open.ledger.settleStep(job, creation, 'done', { state: 'checking' })
  mark(open)
  expect(open.load(job.sequence).steps.map(({ state }) => state)).toEqual(['done', 'read-back'])
})

test('marking jobs as possibly sent elsewhere changes only the named jobs', () => {
  const open = openLedger()
  const [one, other] = [open.save().job, open.save().job]
  expect(mark(open, [other.sequence])).toBe(1)
  expect([open.load(one.id).job.state, open.load(other.id).job.state]).toEqual(['saved', 'waiting'])
})
