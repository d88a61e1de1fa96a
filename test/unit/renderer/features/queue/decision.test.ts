import { describe, expect, it } from 'vitest'
import { decisionsFor } from '../../../../../src/renderer/src/features/queue/job-actions.tsx'
import { compareSubscriptions, knownOf } from '../../../../../src/renderer/src/features/queue/known-facts.tsx'
import { type JobDetail, type StepView } from '../../../../../src/shared/domain/job.ts'
import { secondSending, stepKinds } from '../../../../../src/shared/domain/job-kinds.ts'
import { customerActions, makeActionJob, makeUndecided } from '../../../../fakes/action-jobs.ts'
import { makeJob } from '../../../../fakes/world.ts'

const now = Date.UTC(2026, 10, 21, 12)
const before = { status: 'Active', endDate: '2026-12-20', product: 'Family' }
const after = { ...before, endDate: '2027-03-20' }
const moved = makeUndecided(customerActions.renewal, 'moved-otherwise', 1, now, [before, after])
const unapplied = makeUndecided(customerActions.renewal, 'not-applied', 1, now, [before, before])
const sentAt = moved.summary.createdAt + 2000

const withStep = (job: JobDetail, change: (step: StepView) => StepView): JobDetail => ({
  ...job,
  steps: job.steps.map(change),
})

describe('the facts about a job in doubt', () => {
  it('say how often it was sent, with which outcome, and what the platform has shown since', () => {
    expect(knownOf(moved)).toEqual({
      step: 'renew',
      mayHaveBeenSent: false,
      sent: { count: 1, at: sentAt + 30_000, outcome: 'unknown' },
      asked: { count: 2, at: moved.summary.createdAt + 160_000, finding: 'somebody-else' },
    })
  })

  it('count only the latest readings since the last attempt that have the same result', () => {
    const changing = withStep(moved, (step) => ({
      ...step,
      readings: [
        { at: sentAt - 1, operation: 'getCustomer_V2', finding: 'absent' },
        { at: sentAt + 1, operation: 'getCustomer_V2', finding: 'unclear' },
        { at: sentAt + 2, operation: 'getCustomer_V2', finding: 'absent' },
      ],
    }))
    expect(knownOf(changing)?.asked).toEqual({ count: 1, at: sentAt + 2, finding: 'absent' })
  })

  it('belong to the undecided step, and leave out what has not happened', () => {
    const [create, bind] = makeJob('done', 0, now).steps
    if (create === undefined || bind === undefined) throw new Error('The job of this test has two steps')
    const undecided: StepView = { ...bind, state: 'undecided', attempts: [], readings: [], choices: [] }
    expect(knownOf({ steps: [create, undecided] })).toEqual({ step: 'bind-hostname', mayHaveBeenSent: false })
    expect(knownOf({ steps: [create] })).toBeUndefined()
  })
})

describe('the comparison of a subscription', () => {
  it('shows the subscription before the attempt and now, with the requested end date', () => {
    expect(compareSubscriptions(moved)).toEqual({ before, now: after, expectedEnd: '2027-01-20' })
  })

  it('has no expected end date for a renewal from today, because the platform may be in another time zone', () => {
    const { renewal } = customerActions
    const today = makeUndecided({ ...renewal, from: 'today' }, 'not-applied', 0, now, [before, before])
    expect(compareSubscriptions(today)).not.toHaveProperty('expectedEnd')
  })

  it('has no expected end date if platforms may count differently, or if the present date cannot be read', () => {
    const lapsed = { ...before, endDate: '2026-01-31' }
    expect(
      compareSubscriptions(makeUndecided(customerActions.renewal, 'not-applied', 1, now, [lapsed, lapsed])),
    ).not.toHaveProperty('expectedEnd')
    const strange = { ...before, endDate: 'soon' }
    expect(
      compareSubscriptions(makeUndecided(customerActions.renewal, 'not-applied', 1, now, [strange, strange])),
    ).not.toHaveProperty('expectedEnd')
  })

  it('does not exist without readings from before and after the attempt', () => {
    expect(
      compareSubscriptions(makeUndecided(customerActions.renewal, 'not-applied', 1, now, [before, undefined])),
    ).toBe(undefined)
    expect(
      compareSubscriptions(makeUndecided(customerActions.renewal, 'not-applied', 1, now, [undefined, after])),
    ).toBe(undefined)
    expect(compareSubscriptions(makeActionJob(customerActions.disable, 'done', 1, now))).toBeUndefined()
  })
})

describe('the actions of the technician', () => {
  it('begin with "Check again", and ask for confirmation before anything that cannot be undone', () => {
    expect(decisionsFor(moved)).toEqual([
      { action: 'check-again', asksFirst: false },
      { action: 'it-is-there', asksFirst: true },
      { action: 'send-again', asksFirst: true },
      { action: 'drop', asksFirst: false },
    ])
  })

  it('begin with "Send again", without a confirmation, if the step had no effect', () => {
    expect(decisionsFor(unapplied)[0]).toEqual({ action: 'send-again', asksFirst: false })
    expect(decisionsFor(unapplied)).toContainEqual({ action: 'it-is-there', asksFirst: true })
  })

  it('include only the actions that the job allows', () => {
    expect(decisionsFor(makeJob('refused', 1, now)).map(({ action }) => action)).toEqual(['correct', 'drop'])
    expect(decisionsFor(makeJob('sending', 1, now))).toEqual([])
  })

  it.each(stepKinds)('name the worst effect of sending %s again', (kind) => {
    const spends = kind === 'renew' || kind === 'change-product'
    expect(secondSending[kind]).toBe(
      kind === 'create-customer' ? 'makes-two' : spends ? 'costs-twice' : 'changes-nothing',
    )
  })
})
