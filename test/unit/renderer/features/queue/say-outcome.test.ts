import { expect, it } from 'vitest'
import { sayOutcome } from '../../../../../src/renderer/src/features/queue/say-job.tsx'
import type { JobSummary } from '../../../../../src/shared/domain/job.ts'
import { makeJob } from '../../../../fakes/world.ts'

const without = 'Without a hostname, a box with factory settings does not find its operator.'
const bound = (state: 'done' | 'unconfirmed', code: 'was-there-already' | 'list-unreadable'): JobSummary => {
  const { hostname: _, ...summary } = makeJob(state, 0, 1_800_000_000_000).summary
  return { ...summary, why: { code } }
}

it('the outcome of a job whose box lacks its hostname says so instead of "No action needed"', () => {
  const { says, next } = sayOutcome(bound('done', 'was-there-already'), ['tv.north.example'], undefined)
  expect(says).toContain(without)
  expect(next).toBeUndefined()
})

it('the outcome of an unconfirmed job whose box lacks its hostname also says why the job is not confirmed', () => {
  const { says, next } = sayOutcome(bound('unconfirmed', 'list-unreadable'), ['tv.north.example'], undefined)
  expect(says).toContain('its list did not confirm it here.')
  expect(says).toContain(without)
  expect(next).toBeUndefined()
})

it('the outcome of a job gives the reason and what to do if its box needs no hostname', () => {
  expect(sayOutcome(bound('done', 'was-there-already'), [], undefined)).toEqual({
    says: 'It was already on the platform.',
    next: 'No action needed.',
  })
})

const withoutPassword = (state: 'needs-you' | 'refused') =>
  sayOutcome({ ...makeJob(state, 0, 1_800_000_000_000).summary, why: { code: 'password-asked' } }, [], undefined).next

it('the outcome of an undecided job does not suggest "Correct", because "Correct" is not offered there', () => {
  expect(withoutPassword('refused')).toContain('Correct')
  expect(withoutPassword('needs-you')).toBeTypeOf('string')
  expect(withoutPassword('needs-you')).not.toContain('Correct')
})

it.each([
  ['exported', 'Exported to another computer. Computer: ZZ99ZZ.'],
  ['moved-away', 'A supervisor moved it to another computer of your fleet. Computer: ZZ99ZZ.'],
  ['person-dropped', 'Dropped by a technician. Reason: ZZ99ZZ'],
] as const)('the outcome of a job with the reason %s quotes nothing as an answer of the platform', (code, says) => {
  const { summary } = makeJob('dropped', 0, 1_800_000_000_000)
  expect(sayOutcome({ ...summary, why: { code, detail: 'ZZ99ZZ' } }, [], undefined).says).toBe(says)
})

it.each(['network', undefined] as const)(
  'the outcome of a saved job with the reason %s does not promise to send it while sending is paused',
  (code) => {
    const { summary } = makeJob('saved', 0, 1_800_000_000_000)
    const job = { ...summary, ...(code !== undefined && { why: { code } }) }
    const { says, next } = sayOutcome(job, [], 'paused', 'It is sent automatically.')
    expect([says, next]).toEqual([
      code === undefined ? 'Stored here. Nothing has been sent yet.' : 'Waiting until the platform can be reached.',
      'Sending is paused. Saved work waits here.',
    ])
    expect(sayOutcome(job, [], undefined, 'It is sent automatically.').next).not.toBe(next)
  },
)

it('the outcome of a job that waits for a new token asks for the token even while sending is paused', () => {
  const { summary } = makeJob('waiting', 0, 1_800_000_000_000)
  expect(sayOutcome({ ...summary, why: { code: 'token-refused' } }, [], 'paused').next).toContain('Enter a new token')
})

it.each([
  ['held-imported', 'Nothing is sent until you decide whether this computer sends them.'],
  ['held', 'Nothing is sent until you decide which of the two sends them.'],
] as const)('the outcome of an imported job asks for the decision while sending is %s', (stop, next) => {
  const { summary } = makeJob('waiting', 0, 1_800_000_000_000)
  const job = { ...summary, why: { code: 'read-back-first' } } as const
  expect(sayOutcome(job, [], stop).next).toContain(next)
  expect(sayOutcome(job, [], undefined).next).toBe('No action needed: nothing is sent before that.')
})
