import { expect, test } from 'vitest'
import { customerActions, makeActionJob, makeUndecided } from '../../../../fakes/action-jobs.ts'
import { actionStatuses } from '../../../../../src/renderer/src/features/actions/action-dialog.tsx'
const shown = { status: 'Active', endDate: '2026-12-20', product: 'Family' }

test('before the first read, the comparison of an action shows the status that was on screen', () => {
  const job = makeActionJob(customerActions.renewal, 'saved', 1, 1000)
  expect(actionStatuses({ steps: job.steps.map((step) => ({ ...step, readings: [], attempts: [] })) }, shown)).toEqual({
    before: shown,
  })
})

test('the comparison of an action shows the status that was read before the attempt and the one read after it', () => {
  const before = { status: 'Active', endDate: '2026-12-01' }
  const after = { status: 'Active', endDate: '2027-01-01' }
  const job = makeUndecided(customerActions.renewal, 'moved-otherwise', 1, 1_000_000, [before, after])
  expect(actionStatuses(job, shown)).toEqual({ before: { ...shown, ...before }, now: after })
})

test('the comparison of an action shows the present status if the job was done without sending anything', () => {
  const [step] = makeActionJob(customerActions.disable, 'done', 1, 1000).steps
  if (step === undefined) throw new Error('a step')
  const reading = {
    at: 5,
    operation: 'GetCustomerStatus',
    finding: 'present' as const,
    subscription: { status: 'Disabled' },
  }
  expect(actionStatuses({ steps: [{ ...step, state: 'done', attempts: [], readings: [reading] }] }, {})).toEqual({
    before: { status: 'Disabled' },
    now: { status: 'Disabled' },
  })
})
