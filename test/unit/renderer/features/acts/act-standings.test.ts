import { expect, test } from 'vitest'
import { customerActs, makeActJob, makeUndecided } from '../../../../fakes/act-jobs.ts'
import { actStandings } from '../../../../../src/renderer/src/features/acts/act-dialog.tsx'
const shown = { status: 'Active', endDate: '2026-12-20', product: 'Family' }

test('before anything was read a customer stands as was shown', () => {
  const job = makeActJob(customerActs.renewal, 'saved', 1, 1000)
  expect(actStandings({ steps: job.steps.map((step) => ({ ...step, readings: [], attempts: [] })) }, shown)).toEqual({
    before: shown,
  })
})

test('the effect is what was read after the attempt, beside what was read before it', () => {
  const before = { status: 'Active', endDate: '2026-12-01' }
  const after = { status: 'Active', endDate: '2027-01-01' }
  const job = makeUndecided(customerActs.renewal, 'moved-otherwise', 1, 1_000_000, [before, after])
  expect(actStandings(job, shown)).toEqual({ before: { ...shown, ...before }, now: after })
})

test('what was so already is shown once the job is done, though nothing was sent', () => {
  const [step] = makeActJob(customerActs.disable, 'done', 1, 1000).steps
  if (step === undefined) throw new Error('a step')
  const reading = {
    at: 5,
    operation: 'GetCustomerStatus',
    finding: 'present' as const,
    standing: { status: 'Disabled' },
  }
  expect(actStandings({ steps: [{ ...step, state: 'done', attempts: [], readings: [reading] }] }, {})).toEqual({
    before: { status: 'Disabled' },
    now: { status: 'Disabled' },
  })
})
