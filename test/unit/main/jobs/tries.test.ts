import { describe, expect, test } from 'vitest'
import { recallTries } from '../../../../src/main/jobs/look.ts'
import { carryTries } from '../../../../src/main/jobs/look.ts'
import { actionsFor, isRevisionUnsent } from '../../../../src/main/jobs/ledger/job-view.ts'
import type { Job } from '../../../../src/main/jobs/ledger/rows.ts'
import { planSteps } from '../../../../src/main/jobs/plans.ts'
import type { IntentOf } from '../../../../src/shared/domain/activation.ts'
import type { Exchange, PlatformRequest } from '../../../../src/platform/transport/exchange.ts'
import type { Answer } from '../../../../src/platform/answer.ts'
import type { Connection } from '../../../../src/shared/domain/connection/connection.ts'
import { existingCustomer, makeAnswer, payloadOf } from './make-job.ts'
import { answers, type Fate, noAnswer, openRunner, type OpenRunner, replyLost } from './open-runner.ts'

const renewal = { kind: 'renewal', userid: 'rosa', months: 3, days: 0, from: 'end-date' } as const

describe('the subscription before an attempt', () => {
  const shown = makeAnswer({ data: { userid: 'rosa', enddate: '2027-09-02' } })
  const recall = (tries: Parameters<typeof recallTries>[0], answer: Answer = shown) => {
    const asked: string[] = []
    const reread = (id: string, raw: string) => (asked.push(`${id} ${raw}`), answer)
    return { asked, found: recallTries(tries, { kind: 'renew' }, { reread }) }
  }

  test('is read again from the stored answer if that answer was not understood at the time', () => {
    const { asked, found } = recall([{ sentOn: 5, rawBefore: 'klant;rosa' }])
    expect(asked).toEqual(['getCustomer_V2 klant;rosa'])
    expect(found).toEqual([{ sentOn: 5, before: { endDate: '2027-09-02' } }])
  })

  test('is taken from the attempt if the answer was understood at the time', () => {
    const { asked, found } = recall([
      { sentOn: 5, endDate: '2027-01-01', rawBefore: 'klant;rosa' },
      { sentOn: 6, product: 'Sports', status: 'Active' },
    ])
    expect(asked).toEqual([])
    expect(found).toEqual([
      { sentOn: 5, before: { endDate: '2027-01-01' } },
      { sentOn: 6, before: { product: 'Sports', status: 'Active' } },
    ])
  })

  test('stays unknown if no answer is stored, or if the stored answer is still not understood', () => {
    expect(recall([{ sentOn: 5 }, {}]).found).toEqual([{ sentOn: 5 }, { sentOn: 0 }])
    const unclear = makeAnswer({ verdict: 'unclear' })
    expect(recall([{ sentOn: 5, rawBefore: '?' }], unclear).found).toEqual([{ sentOn: 5 }])
    const statusAlone = makeAnswer({ data: { userid: 'rosa', status: 'Active' } })
    expect(recall([{ sentOn: 5, rawBefore: '?' }], statusAlone).found).toEqual([{ sentOn: 5 }])
  })
})

const showNobody = (open: OpenRunner): void =>
  open.always('getCustomer_V2', answers(404, { Message: 'Customer not found.' }))

describe('the stored answer to an attempt that a technician checks again', () => {
  const fieldNames: Connection['fieldNames'] = {
    outcome: ['uitkomst'],
    approvalWord: ['gelukt'],
    refusalWord: ['mislukt'],
  }
  /** A renewal whose answer was stored before the words were mapped, on a platform whose customers cannot be read. */
  async function checkAgain(
    stored: { readonly result: 'unknown' | 'refused'; readonly status?: number; readonly raw?: string },
    prepare?: (open: OpenRunner) => void,
  ) {
    const open = openRunner({ fieldNames })
    open.always('getCustomer_V2', answers(200, { wat: 'onleesbaar' }))
    prepare?.(open)
    const { job, steps } = open.begin(renewal)
    const [step] = steps
    if (step === undefined) throw new Error('a step')
    open.ledger.beginAttempt(job, step, new Uint8Array(32), { sentOn: 0 })
    open.ledger.endAttempt(job, step, stored.result, stored.status, stored.raw === undefined ? {} : { raw: stored.raw })
    open.ledger.settleStep(job, step, 'undecided', { state: 'needs-you', why: 'reply-lost-unreadable' })
    open.ledger.addChoice(job, step, 'check-again', 'Sam')
    await open.runToRest(job)
    return open.load(job.id).job
  }

  test('counts as accepted if its words are now mapped to acceptance', async () => {
    expect(await checkAgain({ result: 'unknown', status: 200, raw: '{"uitkomst":"gelukt"}' })).toMatchObject({
      state: 'unconfirmed',
      why: 'list-unreadable',
    })
  })

  test('counts as refused if its words are now mapped to refusal and the platform shows no effect', async () => {
    expect(
      await checkAgain({ result: 'unknown', status: 200, raw: '{"uitkomst":"mislukt"}' }, showNobody),
    ).toMatchObject({
      state: 'refused',
      why: 'platform-refused',
    })
  })

  test('no longer counts as refused if its words are now mapped to acceptance', async () => {
    expect(await checkAgain({ result: 'refused', status: 400, raw: '{"uitkomst":"gelukt"}' })).toMatchObject({
      state: 'needs-you',
      why: 'reply-lost-unreadable',
    })
  })

  test.each([
    ['it was not stored', { result: 'unknown', status: 200 }],
    ['there was no answer', { result: 'unknown' }],
    ['it is still not understood', { result: 'unknown', status: 200, raw: '{"uitkomst":"bijna"}' }],
    ['its status is a server error', { result: 'unknown', status: 500, raw: '{"uitkomst":"gelukt"}' }],
    ['it was cut', { result: 'unknown', status: 200, raw: `${' '.repeat(3979)}{"uitkomst":"gelukt"}` }],
  ] as const)('changes nothing if %s', async (_, stored) => {
    expect(await checkAgain(stored)).toMatchObject({ state: 'needs-you', why: 'reply-lost-unreadable' })
  })
})

const right = 'kv7tm2xwpa'
const wrongLogIn = answers(401, { Message: 'Wrong login.' })
const passwordIn = ({ url }: PlatformRequest): string | null => url.searchParams.get('password')

const demand =
  (...accepted: readonly (string | null)[]): Fate =>
  (request, carryOut) =>
    accepted.includes(passwordIn(request)) ? carryOut() : wrongLogIn

/** A platform that reads with the password 0, too, but whose changes need the right password. */
function openStrict(): OpenRunner {
  const open = openRunner()
  for (const read of ['getCustomer_V2', 'devices'] as const) open.always(read, demand('0', right))
  for (const change of [
    'renewCustomerV2',
    'changeCustomerProduct',
    'changeCustomerProductAsync',
    'AddMacAddressForUser',
  ] as const)
    open.always(change, demand(right))
  open.makeCustomer('rosa')
  return open
}

type Work = IntentOf<'renewal'> | IntentOf<'product-change'> | IntentOf<'existing-customer'>

async function correct(open: OpenRunner, { id }: Job, changed: Partial<Work>): Promise<void> {
  const { job, steps } = open.load(id)
  const payload = { ...job.payload, intent: { ...job.payload.intent, ...changed } as Work }
  const planned = carryTries(open.ledger, job, steps, planSteps(payload, open.connection))
  open.ledger.revise(job, payload, planned, { customerKey: undefined, boxKey: undefined })
  await open.runToRest(job)
}

async function choose(open: OpenRunner, { id }: Job, choice: 'send-again' | 'check-again'): Promise<void> {
  const { job, steps } = open.load(id)
  const [step] = steps
  if (step === undefined) throw new Error('a step')
  open.ledger.addChoice(job, step, choice, 'Sam')
  await open.runToRest(job)
}

function standOf(open: OpenRunner, { id }: Job): string {
  const { job, steps } = open.load(id)
  const actions = actionsFor(
    job,
    steps,
    isRevisionUnsent(steps, (step) => open.ledger.history(step, job.revision)),
  )
  return `${job.state} ${job.why} ${actions.includes('correct')}`
}

const works: readonly [Work['kind'], Work, string][] = [
  ['renewal', { ...renewal, months: 1 }, 'renew'],
  [
    'product-change',
    {
      kind: 'product-change',
      userid: 'rosa',
      productid: '102',
      months: 1,
      days: 0,
      from: 'end-date',
      keepExtraPackages: false,
    },
    'change',
  ],
  ['existing-customer', existingCustomer({ userid: 'rosa' }), 'bind-user'],
]

describe.each(works)('a job "%s" that was refused for its missing password', (_, intent, effect) => {
  const begin = async () => {
    const open = openStrict()
    const payload = payloadOf(intent, intent.kind === 'product-change' ? { productName: 'Family TV' } : {})
    const { job } = open.save({ payload, steps: planSteps(payload, open.connection) })
    await open.runToRest(job)
    expect(standOf(open, job)).toBe('refused password-asked true')
    return { open, job, effects: () => open.effects().filter((one) => one.effect === effect).length }
  }

  test('can be corrected again after a wrong password, and ends as done with the right one', async () => {
    const { open, job, effects } = await begin()
    await correct(open, job, { password: 'typo-two' })
    expect(standOf(open, job)).toBe('needs-you password-asked true')
    await choose(open, job, 'check-again')
    expect(standOf(open, job)).toBe('needs-you password-asked true')
    const asked = open.requests.length
    await correct(open, job, { password: right })
    expect(standOf(open, job)).toBe('done seen-on-platform false')
    expect(effects()).toBe(1)
    expect(open.requests.slice(asked).map(passwordIn)).not.toContain('typo-two')
  })

  test('ends as done with the right password even if the wrong one was sent', async () => {
    const { open, job, effects } = await begin()
    await correct(open, job, { password: 'typo-two' })
    await choose(open, job, 'send-again')
    expect(standOf(open, job)).toBe('refused password-asked true')
    await correct(open, job, { password: right })
    expect(standOf(open, job)).toBe('done seen-on-platform false')
    expect(effects()).toBe(1)
  })

  test('can be corrected to another customer, whose password does not open the first one', async () => {
    const { open, job, effects } = await begin()
    await correct(open, job, { password: 'typo-two' })
    await choose(open, job, 'send-again')
    open.makeCustomer('marin')
    await correct(open, job, { userid: 'marin', password: right })
    expect(standOf(open, job)).toBe('done seen-on-platform false')
    expect(effects()).toBe(1)
  })
})

describe('an attempt that may have arrived', () => {
  test('keeps a job that asks for the password from being corrected', async () => {
    const open = openStrict()
    const { job } = open.begin({ ...renewal, password: right })
    open.next('renewCustomerV2', { reach: 'maybe-sent', failure: 'connection-reset' })
    open.next('getCustomer_V2', (_, carryOut) => carryOut(), wrongLogIn)
    await open.runToRest(job)
    expect(standOf(open, job)).toBe('needs-you password-asked false')
  })
})

test('a lost renewal is not taken for done because the end date fits that of the customer before a correction', async () => {
  const open = openRunner()
  const ends: Record<string, string> = { rosa: '2031-01-15', marin: '2031-06-15' }
  open.always('getCustomer_V2', ({ url }) => {
    const userid = url.searchParams.get('userid') ?? ''
    return answers(200, { userid, enddate: ends[userid] })
  })
  open.always('renewCustomerV2', answers(400, { Message: 'Not enough credit.' }))
  const { job } = open.begin(renewal)
  await open.runToRest(job)
  // Somebody else renews the first customer meanwhile.
  ends['rosa'] = '2031-03-15'
  await correct(open, job, { userid: 'marin' })
  expect(standOf(open, job)).toBe('needs-you earlier-try-unclear true')
  open.always('renewCustomerV2', noAnswer)
  await choose(open, job, 'send-again')
  expect(open.load(job.id).job.state).toBe('needs-you')
  expect(open.effects()).toEqual([])
})

test('a renewal is not sent again because a cache shows the end date before it, even after "check again"', async () => {
  const open = openRunner({ resendsRenewals: true })
  open.makeCustomer('rosa')
  let stored: Exchange | undefined
  open.always('getCustomer_V2', (_, carryOut) => {
    if (stored?.reach === 'answered') return { ...stored, headers: { age: '120' } }
    return (stored = carryOut())
  })
  open.next('renewCustomerV2', replyLost)
  const { job } = open.begin(renewal)
  await open.runToRest(job)
  await choose(open, job, 'check-again')
  expect(open.effects().filter(({ effect }) => effect === 'renew')).toHaveLength(1)
  expect(open.load(job.id).job).toMatchObject({ state: 'needs-you', why: 'reply-lost-unreadable' })
})

test('a renewal is not sent again because the only date that the platform shows is of something else', async () => {
  const open = openRunner({ resendsRenewals: true })
  open.makeCustomer('rosa')
  open.always('getCustomer_V2', answers(200, { userid: 'rosa', status: 'Active', card: { expiry: '2029-01-31' } }))
  open.next('renewCustomerV2', replyLost)
  const { job } = open.begin(renewal)
  await open.runToRest(job)
  expect(open.effects().filter(({ effect }) => effect === 'renew')).toHaveLength(1)
  expect(open.load(job.id).job).toMatchObject({ state: 'needs-you', why: 'reply-lost-unreadable' })
})
