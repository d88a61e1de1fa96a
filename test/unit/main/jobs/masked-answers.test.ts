import { describe, expect, test } from 'vitest'
import { answers, type OpenRunner, openRunner } from './open-runner.ts'
import type { Job } from '../../../../src/main/jobs/ledger/rows.ts'
import type { Connection } from '../../../../src/shared/domain/connection/connection.ts'

const renewal = { kind: 'renewal', userid: 'rosa', months: 3, days: 0, from: 'end-date' } as const

/** A renewal on a platform whose customers cannot be read. */
function begin(changed: Partial<Connection> = {}) {
  const open = openRunner(changed)
  open.always('getCustomer_V2', answers(200, { wat: 'onleesbaar' }))
  return { open, ...open.begin(renewal) }
}

async function checkAgain(open: OpenRunner, { id }: Job): Promise<void> {
  const { job, steps } = open.load(id)
  const [step] = steps
  if (step === undefined) throw new Error('a step')
  open.ledger.addChoice(job, step, 'check-again', 'Sam')
  await open.runToRest(job)
}

const lastResult = (open: OpenRunner, { id }: Job): string | undefined => {
  const { job, steps } = open.load(id)
  return steps.flatMap((step) => open.ledger.history(step, job.revision)).findLast((entry) => entry.type === 'verdict')
    ?.result
}

/** Answers whose mask hides what speaks against a yes. */
const hidden = [
  { status: 'OK', token: 'invalid' },
  { status: 'OK', passwordError: 'failed' },
  { success: true, message: 'Subscription renewed. Credentials: wrong' },
  { success: true, password: { error: 'invalid' } },
  { success: true, message: { text: 'Subscription renewed', password: 'failed' } },
]

describe('an answer whose masked part said no', () => {
  test.each(hidden)('stays not understood when it is checked again: %j', async (told) => {
    const { open, job } = begin()
    open.next('renewCustomerV2', answers(200, told))
    await open.runToRest(job)
    expect(open.load(job.id).job).toMatchObject({ state: 'needs-you' })
    await checkAgain(open, job)
    expect(open.load(job.id).job).toMatchObject({ state: 'needs-you', why: 'reply-lost-unreadable' })
    expect(lastResult(open, job)).toBe('unknown')
  })
})

describe('a masked answer that was stored before', () => {
  const fieldNames: Connection['fieldNames'] = {
    outcome: ['uitkomst'],
    approvalWord: ['gelukt'],
    refusalWord: ['mislukt'],
  }

  async function recall(raw: string, result: 'unknown' | 'refused' = 'unknown', status = 200) {
    const { open, job, steps } = begin({ fieldNames })
    const [step] = steps
    if (step === undefined) throw new Error('a step')
    open.ledger.beginAttempt(job, step, new Uint8Array(32), { sentOn: 0 })
    open.ledger.endAttempt(job, step, result, status, { raw })
    open.ledger.settleStep(job, step, 'undecided', { state: 'needs-you', why: 'reply-lost-unreadable' })
    await checkAgain(open, job)
    return lastResult(open, job)
  }

  test.each([
    '{"status":"OK","token":"•••"}',
    '{"success":true,"message":"Subscription renewed. Credentials: •••"}',
    '{"success":true,"message":{"text":"Subscription renewed","password":"•••"}}',
    '{"uitkomst":"gelukt","errors":{"password":"•••"}}',
    '{"uitkomst":"gelukt","password":"•••","m3u":"http://x/live/rosa/•••/1"}',
    '{"uitkomst":"gelukt","•••":"•••"}',
    '{"uitkomst":"mislukt","token":"•••"}',
    'gelukt: •••',
  ])('is not judged again if the mask may hide words: %s', async (raw) => {
    expect(await recall(raw)).toBe('unknown')
    expect(await recall(raw, 'refused', 400)).toBe('refused')
  })

  test.each([
    ['{"uitkomst":"gelukt","password":"•••"}', 'accepted'],
    ['{"uitkomst":"gelukt","data":{"userid":"rosa","password":"•••"}}', 'accepted'],
    ['{"uitkomst":"gelukt","data":[{"password":"•••"},{"pass":"•••"}]}', 'accepted'],
    ['<answer><uitkomst>gelukt</uitkomst><password>•••</password></answer>', 'accepted'],
    ['{"uitkomst":"mislukt","password":"•••"}', 'refused'],
  ] as const)('is judged by a new field mapping if only a password is masked: %s', async (raw, result) => {
    expect(await recall(raw)).toBe(result)
  })
})

test('an answer whose mask stands for an object is not judged by a new field mapping', async () => {
  const { open, job } = begin({ fieldNames: { approvalWord: ['gelukt'] } })
  open.next('renewCustomerV2', answers(200, { uitkomst: 'bijna', password: { error: 'invalid' } }))
  await open.runToRest(job)
  const { steps } = open.load(job.id)
  expect(steps.map((step) => open.ledger.lastAnswer(step, 1))).toEqual([undefined])
  expect(steps.map((step) => open.ledger.lastSeen(step, 1, 'verdict'))).toMatchObject([{ hidesWords: true }])
})

test('an answer whose only masked part is a password is stored without a flag', async () => {
  const { open, job } = begin()
  open.next('renewCustomerV2', answers(200, { uitkomst: 'bijna', password: 'Xk93ab77' }))
  await open.runToRest(job)
  const raw = '{"uitkomst":"bijna","password":"•••"}'
  expect(open.load(job.id).steps.map((step) => open.ledger.lastAnswer(step, 1))).toEqual([{ status: 200, raw }])
})
