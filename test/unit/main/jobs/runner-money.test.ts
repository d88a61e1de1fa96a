import { describe, expect, test } from 'vitest'
import { carryTries } from '../../../../src/main/jobs/look.ts'
import { keysOf } from '../../../../src/main/jobs/ledger/job-keys.ts'
import { importWork } from '../../../../src/main/maintenance/import-work.ts'
import { planSteps } from '../../../../src/main/jobs/plans.ts'
import type { Job } from '../../../../src/main/jobs/ledger/rows.ts'
import type { Intent, IntentOf } from '../../../../src/shared/domain/activation.ts'
import { hostnameOnly, newCustomer, payloadOf } from './make-job.ts'
import type { Exchange } from '../../../../src/platform/transport/exchange.ts'
import { answers, noAnswer, notSent, openRunner, replyLost, type OpenRunner } from './open-runner.ts'

const rosa = 'rosa.marin'
const renewal = (changed: Partial<IntentOf<'renewal'>> = {}): IntentOf<'renewal'> => ({
  kind: 'renewal',
  userid: rosa,
  months: 3,
  days: 0,
  from: 'end-date',
  ...changed,
})
const renewed = ({ effects }: OpenRunner): number => effects().filter(({ effect }) => effect === 'renew').length
const stands = ({ load }: OpenRunner, { id }: Job): Job => load(id).job
/** So many days after 1 January 2027. */
const day = (later: number): string => new Date(Date.UTC(2027, 0, 1 + later)).toISOString().slice(0, 10)
const keys = { customerKey: undefined, boxKey: undefined }
const noCredit = answers(400, { Message: 'Insufficient credit.' })

function correct(open: OpenRunner, { id }: Job, intent: Intent): void {
  const { job, steps } = open.load(id)
  const payload = { ...job.payload, intent }
  open.ledger.revise(job, payload, carryTries(open.ledger, job, steps, planSteps(payload, open.connection)), keys)
}

function choose(open: OpenRunner, { id }: Job, choice: 'send-again' | 'check-again'): void {
  const { job, steps } = open.load(id)
  const [step] = steps
  if (step === undefined) throw new Error('a step')
  open.ledger.addChoice(job, step, choice, 'Sam')
}

/** The platform shows the former customer until the returned function is called, so that the refusal is believed at first. */
function showLate(open: OpenRunner): () => void {
  let before: Exchange | undefined
  let isLate = true
  open.always('getCustomer_V2', (_, carryOut) => (isLate ? (before ??= carryOut()) : carryOut()))
  return () => {
    isLate = false
  }
}

test('a renewal that was refused but took effect counts as done', async () => {
  const open = openRunner()
  open.makeCustomer(rosa)
  open.next('renewCustomerV2', (_, carryOut) => (carryOut(), noCredit))
  const { job } = open.begin(renewal())
  await open.runToRest(job)
  expect(stands(open, job)).toMatchObject({ state: 'done', why: 'seen-on-platform' })
  expect(renewed(open)).toBe(1)
})

describe('a correction of a renewal that was sent', () => {
  test('is not sent if the first call took effect although it was refused', async () => {
    const open = openRunner()
    open.makeCustomer(rosa)
    open.next('renewCustomerV2', (_, carryOut) => (carryOut(), noCredit))
    const show = showLate(open)
    const { job } = open.begin(renewal())
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'refused', why: 'platform-refused' })
    show()
    correct(open, job, renewal({ months: 1 }))
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'earlier-try-took-effect' })
    expect(renewed(open)).toBe(1)
  })

  test('is done if the first call did just what the correction asks for', async () => {
    const open = openRunner()
    open.makeCustomer(rosa)
    open.next('renewCustomerV2', (_, carryOut) => (carryOut(), noCredit))
    const show = showLate(open)
    const { job } = open.begin(renewal())
    await open.runToRest(job)
    show()
    correct(open, job, renewal({ password: 'known-by-now' }))
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'done', why: 'seen-on-platform' })
    expect(renewed(open)).toBe(1)
  })

  test('is sent if the first call had no effect', async () => {
    const open = openRunner()
    open.makeCustomer(rosa)
    open.next('renewCustomerV2', noCredit)
    const { job } = open.begin(renewal())
    await open.runToRest(job)
    correct(open, job, renewal({ months: 1 }))
    await open.runToRest(job)
    expect(stands(open, job).state).toBe('done')
    expect(renewed(open)).toBe(1)
  })

  test('is compared with the subscription before the first of several calls', async () => {
    const open = openRunner()
    open.makeCustomer(rosa)
    open.next('renewCustomerV2', noCredit, (_, carryOut) => (carryOut(), noCredit))
    const show = showLate(open)
    const { job } = open.begin(renewal())
    await open.runToRest(job)
    correct(open, job, renewal({ months: 1 }))
    await open.runToRest(job)
    expect(stands(open, job).state).toBe('refused')
    show()
    correct(open, job, renewal({ months: 2 }))
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'earlier-try-took-effect' })
    expect(renewed(open)).toBe(1)
  })

  test("is sent only on the technician's demand if the customer cannot be read", async () => {
    const open = openRunner()
    open.makeCustomer(rosa)
    open.next('renewCustomerV2', noCredit)
    const { job } = open.begin(renewal())
    await open.runToRest(job)
    open.always('getCustomer_V2', answers(200, { what: 'ever' }))
    correct(open, job, renewal({ months: 1 }))
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'earlier-try-unclear' })
    choose(open, job, 'send-again')
    await open.runToRest(job)
    expect(renewed(open)).toBe(1)
  })
})

test('a refused renewal does not count as done if another renewal has moved the end date', async () => {
  const open = openRunner()
  open.makeCustomer(rosa)
  const saveFor = (intent: Intent) => {
    const payload = payloadOf(intent)
    return open.save({ payload, steps: planSteps(payload, open.connection), customerKey: Buffer.from(rosa) })
  }
  open.next('renewCustomerV2', noCredit)
  const { job: refused } = saveFor(renewal())
  await open.runToRest(refused)
  const { job: other } = saveFor(renewal())
  await open.runToRest(other)
  expect([stands(open, refused).state, stands(open, other).state]).toEqual(['refused', 'done'])

  // The technician checks the refused job again, as after a mapping of its unknown words.
  choose(open, refused, 'check-again')
  await open.runToRest(refused)
  expect(stands(open, refused)).toMatchObject({ state: 'needs-you', why: 'cannot-tell' })
  expect(renewed(open)).toBe(1)
})

/** `renew` makes a renewal here. `importMoved` imports the renewal that was sent elsewhere two hours ago, and returns its job. */
function openHere() {
  const open = openRunner()
  const { connection, sealing, clock } = open
  let endDate = day(31)
  open.always('getCustomer_V2', () => answers(200, { Userid: rosa, Subscription_expire: endDate }))
  open.always('renewCustomerV2', () => {
    endDate = day(31 + 89)
    return answers(200, { success: true, message: 'Customer renewed successfully' })
  })
  const payload = payloadOf(renewal())
  const keysOfRosa = keysOf(sealing, connection, payload.intent)
  const renew = () => open.runToRest(open.save({ payload, steps: planSteps(payload, connection), ...keysOfRosa }).job)
  const importMoved = (): Job => {
    const at = clock.now() - 7_200_000
    const steps = planSteps(payload, connection).map((step) => ({
      ...step,
      state: 'read-back' as const,
      before: { endDate: day(31), sentOn: Math.floor(at / 86_400_000) },
      entries: [
        { type: 'attempt' as const, at, operation: step.operation },
        { type: 'verdict' as const, at: at + 30_000, operation: step.operation, result: 'unknown' },
      ],
    }))
    const job = {
      id: 'moved',
      connectionId: 'there',
      createdAt: at,
      state: 'checking',
      revision: 1,
      payload,
    } as const
    importWork(open, [{ job: { ...job, steps: [...steps] }, connectionId: connection.id, ...keysOfRosa }], {
      source: 'there',
      fileId: 'one',
    })
    return open.load('moved').job
  }
  const isEndOf = (later: number): void => {
    endDate = day(later)
  }
  return { open, renew, importMoved, isEndOf }
}

describe('a renewal whose reply was lost on another computer', () => {
  test('does not count as done if it is imported before a renewal is made here', async () => {
    const { open, renew, importMoved } = openHere()
    const moved = importMoved()
    await renew()
    await open.runToRest(moved)
    expect(stands(open, moved)).toMatchObject({ state: 'needs-you', why: 'cannot-tell' })
    expect(open.asked.filter((id) => id === 'renewCustomerV2')).toHaveLength(1)
  })

  test('does not count as done if it is imported after a renewal is made here', async () => {
    const { open, renew, importMoved } = openHere()
    await renew()
    const moved = importMoved()
    await open.runToRest(moved)
    expect(stands(open, moved)).toMatchObject({ state: 'needs-you', why: 'cannot-tell' })
    expect(open.asked.filter((id) => id === 'renewCustomerV2')).toHaveLength(1)
  })

  test('counts as done if the platform shows it, and the last renewal here was a month ago', async () => {
    const { open, renew, importMoved, isEndOf } = openHere()
    isEndOf(0)
    await renew()
    await open.clock.pass(29 * 86_400_000)
    isEndOf(31 + 89)
    const moved = importMoved()
    await open.runToRest(moved)
    expect(stands(open, moved)).toMatchObject({ state: 'done', why: 'seen-on-platform' })
    expect(open.asked.filter((id) => id === 'renewCustomerV2')).toHaveLength(1)
  })
})

test('a correction of a creation with another user ID still looks for the customer of the first call', async () => {
  const open = openRunner()
  open.next('addCustomerWithDevice', (_, carryOut) => (carryOut(), answers(400, { Message: 'No such product.' })))
  // The platform shows the customer only after the refusal was believed.
  open.next(
    'getCustomer',
    answers(404, { Message: 'No such customer.' }),
    answers(404, { Message: 'No such customer.' }),
  )
  open.next('getCustomers', answers(200, { customers: [] }))
  const { job } = open.begin(newCustomer())
  await open.runToRest(job)
  expect(stands(open, job).state).toBe('refused')
  correct(open, job, newCustomer({ logIn: { userid: 'another.one', password: 'kv7tm2xwpa' } }))
  await open.runToRest(job)
  expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'earlier-try-took-effect' })
  expect(open.effects().filter(({ effect }) => effect === 'create')).toHaveLength(1)
})

describe('the same renewal', () => {
  test('is sent automatically twice at most, whatever the settings say', async () => {
    const open = openRunner({ resendsRenewals: true })
    open.makeCustomer(rosa)
    open.always('renewCustomerV2', noAnswer)
    const { job } = open.begin(renewal())
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'sent-twice' })
    expect(open.asked.filter((id) => id === 'renewCustomerV2')).toHaveLength(2)
  })

  test('is sent automatically after five seconds at the earliest, even if the processing time is 0', async () => {
    const open = openRunner({ resendsRenewals: true, longestProcessingSeconds: 0 })
    open.makeCustomer(rosa)
    open.next('renewCustomerV2', noAnswer)
    const { job } = open.begin(renewal())
    const sent = open.clock.elapsed()
    await open.runToRest(job)
    expect(renewed(open)).toBe(1)
    expect(open.clock.elapsed() - sent).toBeGreaterThanOrEqual(5000)
  })

  test("is sent twice at most on the technician's demand, not counting attempts that were not sent", async () => {
    const open = openRunner()
    open.makeCustomer(rosa)
    open.next('renewCustomerV2', notSent)
    const { job } = open.begin(renewal())
    expect(await open.run(job)).toMatchObject({ end: 'unreached' })
    open.always('renewCustomerV2', noAnswer)
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'not-applied' })
    choose(open, job, 'send-again')
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'sent-twice' })
    choose(open, job, 'send-again')
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'sent-twice' })
    expect(open.asked.filter((id) => id === 'renewCustomerV2')).toHaveLength(3)
  })

  test("is not sent on the technician's demand if it has taken effect meanwhile", async () => {
    const open = openRunner()
    open.makeCustomer(rosa)
    const late: (() => void)[] = []
    open.next('renewCustomerV2', (_, carryOut) => {
      late.push(() => void carryOut())
      return noAnswer
    })
    const { job } = open.begin(renewal())
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'not-applied' })
    for (const carryOut of late) carryOut()
    choose(open, job, 'send-again')
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'done', why: 'seen-on-platform' })
    expect(renewed(open)).toBe(1)
  })

  test.each([true, false])(
    "needs the technician's decision after a lost reply if it does not move the end date (automatic resending: %s)",
    async (resendsRenewals) => {
      const open = openRunner({ resendsRenewals })
      open.makeCustomer(rosa)
      const first = open.begin(renewal({ from: 'today', months: 0, days: 40 }))
      await open.runToRest(first.job)
      expect(renewed(open)).toBe(1)
      open.next('renewCustomerV2', replyLost)
      open.always('getCustomer_V2', (_, carryOut) => withoutStart(carryOut()))
      const { job } = open.begin(renewal({ from: 'today', months: 0, days: 40 }))
      await open.runToRest(job)
      expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'cannot-tell' })
      expect(renewed(open)).toBe(2)
    },
  )
})

describe('a call that takes money and that a technician sends again after a look at a moved end date', () => {
  const change: Intent = {
    kind: 'product-change',
    userid: rosa,
    productid: 'P2',
    months: 3,
    days: 0,
    from: 'end-date',
    keepExtraPackages: false,
  }
  /** The end date that the platform shows, the calls whose reply was lost, and the job, whose customer got a week more meanwhile. */
  async function beginMoved(intent: Intent) {
    const open = openRunner()
    const seen = { end: day(0), calls: 0 }
    open.always('getCustomer_V2', () =>
      answers(200, { Userid: rosa, Subscription_expire: seen.end, Subscription_name: 'Basic' }),
    )
    for (const operation of ['renewCustomerV2', 'changeCustomerProduct'] as const)
      open.always(operation, () => {
        seen.calls += 1
        return noAnswer
      })
    const { job } = open.begin(intent)
    await open.run(job)
    seen.end = day(7)
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'moved-otherwise' })
    choose(open, job, 'send-again')
    return { ...open, open, seen, job }
  }

  test.each([renewal(), change])('is not sent if the date has moved once more: $kind', async (intent) => {
    const { open, seen, job, clock, runToRest } = await beginMoved(intent)
    await clock.pass(3_600_000)
    seen.end = day(7 + 90)
    await runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'moved-otherwise' })
    expect(seen.calls).toBe(1)

    // Now the technician knows the present date.
    choose(open, job, 'send-again')
    await runToRest(job)
    expect(seen.calls).toBe(2)
  })

  test.each([renewal(), change])('is sent if the date is still the same: $kind', async (intent) => {
    const { seen, job, clock, runToRest } = await beginMoved(intent)
    await clock.pass(3_600_000)
    await runToRest(job)
    expect(seen.calls).toBe(2)
  })

  test('is not sent if another computer may have sent it, and the date has moved since the choice', async () => {
    const open = openRunner()
    let end = day(0)
    open.always('getCustomer_V2', () => answers(200, { Userid: rosa, Subscription_expire: end }))
    const { job } = open.begin(renewal())
    open.ledger.assumeSent(job)
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'perhaps-sent-unreadable' })
    choose(open, job, 'send-again')
    end = day(90)
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'perhaps-sent-unreadable' })
    expect(open.asked).not.toContain('renewCustomerV2')
  })
})

describe('an accepted renewal that does not move the end date', () => {
  test('stays unconfirmed, because nothing shows whether it took effect', async () => {
    const open = openRunner()
    open.makeCustomer(rosa)
    await open.runToRest(open.begin(renewal({ from: 'today', months: 0, days: 40 })).job)
    open.always('getCustomer_V2', (_, carryOut) => withoutStart(carryOut()))
    const { job } = open.begin(renewal({ from: 'today', months: 0, days: 40 }))
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'unconfirmed', why: 'cannot-tell' })
    expect(renewed(open)).toBe(2)
  })
})

test.each([-3, 3])(
  'a renewal from today whose reply was lost is not sent again by a computer whose clock is wrong by %i days',
  async (days) => {
    const open = openRunner({ resendsRenewals: true })
    open.makeCustomer(rosa)
    const first = open.begin(renewal({ from: 'today' }))
    await open.runToRest(first.job)
    open.clock.set(open.clock.now() + days * 86_400_000)
    open.next('renewCustomerV2', replyLost)
    const { job } = open.begin(renewal({ from: 'today' }))
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'cannot-tell' })
    expect(renewed(open)).toBe(2)
  },
)

test('a renewal that was rejected because of too many requests is sent again later without a question', async () => {
  const open = openRunner()
  open.makeCustomer(rosa)
  open.knowledge.noteShown('north', 'getCustomer_V2', 'query without password')
  open.next('renewCustomerV2', answers(429, { Message: 'Slow down' }, { 'retry-after': '7' }))
  const { job } = open.begin(renewal())
  expect(await open.run(job)).toEqual({ end: 'busy', retryAfterMs: 7000 })
  expect(stands(open, job)).toMatchObject({ state: 'waiting', why: 'platform-busy' })
  await open.clock.pass(7000)
  await open.runToRest(job)
  expect(stands(open, job)).toMatchObject({ state: 'done' })
  expect(renewed(open)).toBe(1)
  expect(open.asked.filter((id) => id === 'renewCustomerV2')).toHaveLength(2)
})

describe('a refusal in the text of an answer whose status is success', () => {
  test('does not count for a renewal that took effect', async () => {
    const open = openRunner()
    open.makeCustomer(rosa)
    open.next('renewCustomerV2', (_, carryOut) => (carryOut(), answers(200, { success: false })))
    const { job } = open.begin(renewal())
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'done', why: 'seen-on-platform' })
  })

  test('makes a renewal refused if the renewal has no effect when the processing time is over', async () => {
    const open = openRunner()
    open.makeCustomer(rosa)
    open.next('renewCustomerV2', answers(200, { success: false }))
    const { job } = open.begin(renewal())
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'refused', why: 'platform-refused' })
    expect(open.clock.elapsed()).toBeGreaterThanOrEqual(120_000)
  })

  test('is reported at once for a renewal, while Setdesk reads the renewal back', async () => {
    const open = openRunner()
    open.makeCustomer(rosa)
    open.next('renewCustomerV2', answers(200, { success: false, message: 'Sleutel geweigerd' }))
    const { job } = open.begin(renewal())
    expect(await open.run(job)).toEqual({
      end: 'waits',
      unknownWords: 'Sleutel geweigerd',
      said: 'Sleutel geweigerd',
    })
  })

  test('does not count for a binding that took effect', async () => {
    const open = openRunner()
    open.next('AddMacAddressToHostname', (_, carryOut) => (carryOut(), answers(200, { success: false })))
    const { job } = open.begin(hostnameOnly({ hostname: open.connection.hostnames[0] ?? '' }))
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'done', why: 'seen-on-platform' })
  })
})

describe('a platform that fails each time', () => {
  const failing = answers(500, { Message: 'Object reference not set.' })

  test('at a changing call makes Setdesk ask the technician after five failures', async () => {
    const open = openRunner()
    open.always('AddMacAddressToHostname', failing)
    const [hostname = ''] = open.connection.hostnames
    open.knowledge.noteShown('north', 'GetMacAddressesUnderHostname', 'query')
    open.knowledge.noteShown('north', 'GetMacAddressesUnderHostname', 'query without password')
    const { job } = open.begin(hostnameOnly({ hostname }))
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'keeps-failing' })
    expect(open.asked.filter((id) => id === 'AddMacAddressToHostname')).toHaveLength(5)
  })

  test('when it is read makes Setdesk ask the technician if other work shows that the platform is up', async () => {
    const open = openRunner()
    open.always('GetMacAddressesUnderHostname', failing)
    const { job } = open.begin(hostnameOnly({ hostname: open.connection.hostnames[0] ?? '' }))
    let tries = 0
    while (stands(open, job).state !== 'needs-you' && tries < 60) {
      const { waitsUntil } = stands(open, job)
      if (waitsUntil !== undefined) await open.clock.pass(waitsUntil - open.clock.elapsed())
      tries += 1
      await open.runToRest(open.begin(newCustomer({ logIn: { userid: `other${tries}`, password: 'kv7tm2xwpa' } })).job)
      await open.run(job)
    }
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'keeps-failing' })
    expect(open.clock.elapsed()).toBeGreaterThanOrEqual(600_000)
    expect(open.asked).not.toContain('AddMacAddressToHostname')
  })
})

/** The same answer without the day on which the subscription began. */
function withoutStart(exchange: ReturnType<typeof answers>): ReturnType<typeof answers> {
  if (exchange.reach !== 'answered') return exchange
  return { ...exchange, text: exchange.text.replaceAll(/start/gi, 'other') }
}

test('a renewal is sent at most twice if each refusal may be about the token and the token was never checked', async () => {
  const open = openRunner({ resendsRenewals: true })
  open.makeCustomer(rosa)
  open.knowledge.noteShown('north', 'getCustomer_V2', 'query without password')
  const { job } = open.begin(renewal())
  let stopping = new AbortController()
  open.always('renewCustomerV2', () => {
    stopping.abort()
    return answers(403, { Message: 'Forbidden.' })
  })
  for (let run = 0; run < 12; run += 1) {
    stopping = new AbortController()
    await open.run(job, stopping.signal)
    await open.clock.pass(60_000)
  }
  await open.runToRest(job)
  expect(open.asked.filter((id) => id === 'renewCustomerV2')).toHaveLength(2)
  expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'sent-twice' })
})

test('a renewal is read again before it is sent if the first reading was not understood, and its lost reply is read back', async () => {
  const open = openRunner()
  open.makeCustomer(rosa)
  open.knowledge.noteShown('north', 'getCustomer_V2', 'query without password')
  open.next('getCustomer_V2', { reach: 'answered', status: 200, headers: {}, text: '{"userid":"rosa' })
  open.next('renewCustomerV2', replyLost)
  const { job } = open.begin(renewal())
  await open.runToRest(job)
  expect(stands(open, job)).toMatchObject({ state: 'done', why: 'seen-on-platform' })
  expect(renewed(open)).toBe(1)
})
