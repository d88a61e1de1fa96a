import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { actionsNow } from '../../../../src/main/jobs/ledger/job-view.ts'
import type { Exchange } from '../../../../src/platform/transport/exchange.ts'
import type { Intent } from '../../../../src/shared/domain/activation.ts'
import { readCommitted } from './read-committed.ts'
import { existingCustomer, hostnameOnly, newCustomer } from './make-job.ts'
import { answers, noAnswer, notSent, openRunner, replyLost, type Fate } from './open-runner.ts'

const rosa = 'rosa.marin'
const renewal: Intent = { kind: 'renewal', userid: rosa, months: 3, days: 0, from: 'end-date' }
const refusedToken = answers(401, { Message: 'Invalid company token.' })
const probe = 'GetCustomerStatusByReseller'
const noSuchProduct = answers(400, { Message: 'No such product.' })
const creation = 'addCustomerWithDevice'
/** A proxy sends the call twice and gives back the second answer. */
const alreadyThere: Fate = (_, carryOut) => {
  carryOut()
  return answers(400, { Message: 'Device already assigned.' })
}
const tooMany = answers(429, { Message: 'Too many requests' }, { 'retry-after': '60' })
/** Whether the last request begins a control. The search of the newest customers comes right after a read of a single customer. */
const isControl = (asked: readonly string[]): boolean =>
  asked.at(-1) === 'getCustomers' && asked.at(-2) !== 'getCustomer'
/** Answers the first control with `exchange`. */
const onceInControl = (asked: readonly string[], exchange: Exchange): Fate => {
  let isOver = false
  return (_, carryOut) => {
    if (isOver || !isControl(asked)) return carryOut()
    isOver = true
    return exchange
  }
}
const withHostname = newCustomer({ hostname: 'tv.north.example' })

describe('a job without trouble', () => {
  test('is read, sent and read back, step by step, and ends as done', async () => {
    const { begin, run, asked, load, effects } = openRunner()
    const { job } = begin(withHostname)
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(asked).toEqual([
      'getCustomer',
      creation,
      'getCustomer',
      'devices',
      'GetMacAddressesUnderHostname',
      'AddMacAddressToHostname',
      'GetMacAddressesUnderHostname',
    ])
    expect(effects().map(({ effect }) => effect)).toEqual(['create', 'bind-user', 'bind-hostname'])
    expect(load(job.id).job).toMatchObject({ state: 'done', why: 'seen-on-platform' })
    expect(load(job.id).steps.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  test('announces only its own changes', async () => {
    const { begin, run, changed } = openRunner()
    const { job } = begin(newCustomer())
    begin(existingCustomer())
    await run(job)
    expect(new Set(changed)).toEqual(new Set([job.id]))
    expect(changed.length).toBeGreaterThan(3)
  })

  test('is "sending" while a call is under way, and "checking" while the list is read', async () => {
    const { begin, run, load, always } = openRunner()
    const { job } = begin(newCustomer())
    const states: string[] = []
    const note: Fate = (_, carryOut) => {
      states.push(load(job.id).job.state)
      return carryOut()
    }
    for (const operation of ['getCustomer', creation, 'devices'] as const) always(operation, note)
    await run(job)
    expect(states).toEqual(['saved', 'sending', 'checking', 'checking'])
  })

  test('commits its reading and its attempt before the call is sent', async () => {
    const { begin, run, next, path, requests } = openRunner()
    const { job } = begin(newCustomer())
    let before: ReturnType<typeof readCommitted> = []
    next(creation, (_, carryOut) => {
      before = readCommitted(path)
      return carryOut()
    })
    await run(job)
    expect(before.map(({ type, result }) => [type, result])).toEqual([
      ['reading', 'absent'],
      ['attempt', null],
    ])
    const [, attempt] = readCommitted(path)
    expect(attempt?.fingerprint).toHaveLength(createHash('sha256').update('').digest().length)
    expect(requests[1]?.changes).toBe(true)
  })

  test('is done without sending anything if the platform shows the binding already', async () => {
    const { begin, run, makeCustomer, next, effects, load } = openRunner()
    makeCustomer(rosa)
    const first = begin(existingCustomer())
    await run(first.job)
    const second = begin(existingCustomer())
    next('AddMacAddressForUser', noAnswer)
    expect(await run(second.job)).toEqual({ end: 'rests' })
    expect(effects().filter(({ effect }) => effect === 'bind-user')).toHaveLength(1)
    expect(load(second.job.id).job).toMatchObject({ state: 'done', why: 'was-there-already' })
  })

  test('is not run again once it has ended, and an unknown job counts as ended', async () => {
    const { begin, run, asked } = openRunner()
    const { job } = begin(newCustomer())
    await run(job)
    const { length } = asked
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(await run({ ...job, sequence: 4711 })).toEqual({ end: 'rests' })
    expect(asked).toHaveLength(length)
  })
})

describe('after a lost reply,', () => {
  test('a call that took effect is found and not sent twice', async () => {
    const { begin, runToRest, next, effects, load } = openRunner()
    next(creation, replyLost)
    const { job } = begin(newCustomer())
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(effects().filter(({ effect }) => effect === 'create')).toHaveLength(1)
    expect(load(job.id).job.state).toBe('done')
  })

  test('a call that did not take effect is sent again unchanged after the processing time', async () => {
    const { begin, run, runToRest, next, effects, load, clock, requests } = openRunner()
    next(creation, noAnswer)
    const { job } = begin(newCustomer())
    expect(await run(job)).toEqual({ end: 'waits' })
    expect(load(job.id).job).toMatchObject({ state: 'waiting', why: 'processing-time' })
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(clock.elapsed()).toBeGreaterThanOrEqual(120_000)
    expect(effects().filter(({ effect }) => effect === 'create')).toHaveLength(1)
    expect(load(job.id).job.state).toBe('done')
    const calls = requests.filter(({ changes }) => changes).map(({ url }) => url.href)
    expect(calls[0]).toBe(calls[1])
  })

  test('the technician is asked, and nothing is sent again, if nothing proves that the read works', async () => {
    const { begin, runToRest, next, always, effects, load } = openRunner()
    next(creation, noAnswer)
    always('getCustomers', answers(200, []))
    const { job } = begin(newCustomer())
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'needs-you', why: 'reply-lost-absent' })
    expect(effects()).toEqual([])
  })

  test('Setdesk looks for a positive control before each call that it sends again, because the lists may be empty for a while', async () => {
    const { begin, runToRest, next, asked } = openRunner()
    const controls = () => asked.filter((_, at) => isControl(asked.slice(0, at + 1)))
    next(creation, noAnswer)
    await runToRest(begin(newCustomer()).job)
    expect(controls()).toHaveLength(1)
    next(creation, noAnswer)
    await runToRest(begin(newCustomer({ logIn: { userid: 'another.one', password: 'kv7tm2xwpa' } })).job)
    expect(controls()).toHaveLength(2)
  })

  test('a network failure during the search for a positive control ends only this run of the job', async () => {
    const { begin, runToRest, next, always, load, effects, asked } = openRunner()
    next(creation, noAnswer)
    always('getCustomers', onceInControl(asked, notSent))
    const { job } = begin(newCustomer())
    expect(await runToRest(job)).toEqual({ end: 'unreached', failure: 'connection-refused' })
    expect(load(job.id).job).toMatchObject({ state: 'waiting', why: 'network' })
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(effects().filter(({ effect }) => effect === 'create')).toHaveLength(1)
  })

  test('a platform that fails at every search for a positive control delays only this job, until the technician is asked', async () => {
    const { begin, run, runToRest, next, always, load, effects, asked, clock } = openRunner()
    next(creation, noAnswer)
    let controls = 0
    always('getCustomers', (_, carryOut) => {
      if (!isControl(asked)) return carryOut()
      controls += 1
      return answers(503, { Message: 'Error' })
    })
    const { job } = begin(newCustomer())
    // "busy" or "unreached" would delay the other jobs, too.
    expect(await run(job)).toEqual({ end: 'waits' })
    while (load(job.id).job.why === 'processing-time') {
      await clock.pass((load(job.id).job.waitsUntil ?? 0) - clock.elapsed())
      expect(await run(job)).toEqual({ end: 'waits' })
    }
    expect(load(job.id).job).toMatchObject({ state: 'waiting', why: 'platform-busy' })

    const { job: other } = begin(hostnameOnly())
    expect(await run(other)).toEqual({ end: 'rests' })
    expect(load(other.id).job.state).toBe('done')

    expect(load(job.id).job.state).toBe('waiting')
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'needs-you', why: 'reply-lost-absent' })
    expect(effects().map(({ effect }) => effect)).toEqual(['bind-hostname'])
    expect(controls).toBeGreaterThan(1)
    expect(controls).toBeLessThan(12)
  })

  test.each([
    ['asks for a pause', answers(503, {}, { 'retry-after': '1' }), 6],
    ['gives no answer', noAnswer, 40],
  ])('the technician is asked if the platform %s at each search for a positive control', async (_, fate, most) => {
    const { begin, run, next, always, load, effects, asked, clock } = openRunner()
    next(creation, noAnswer)
    always('getCustomers', (_, carryOut) => (isControl(asked) ? fate : carryOut()))
    const { job } = begin(newCustomer())
    let failed = 0
    for (let { state, waitsUntil } = job; state !== 'needs-you'; { state, waitsUntil } = load(job.id).job) {
      await clock.pass((waitsUntil ?? 0) - clock.elapsed())
      const { end } = await run(job, undefined, failed)
      failed = end === 'busy' || end === 'unreached' ? failed + 1 : 0
      expect(failed).toBeLessThanOrEqual(most)
    }
    expect(load(job.id).job.why).toBe('reply-lost-absent')
    expect(effects()).toEqual([])
  })

  test('a search for a positive control keeps the pause that a busy platform asks for', async () => {
    const { begin, runToRest, next, always, effects, asked } = openRunner()
    next(creation, noAnswer)
    always('getCustomers', onceInControl(asked, tooMany))
    const { job } = begin(newCustomer())
    expect(await runToRest(job)).toEqual({ end: 'busy', retryAfterMs: 60_000 })
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(effects().filter(({ effect }) => effect === 'create')).toHaveLength(1)
  })

  test.each([
    [200, { Outcome: 'Ok-ish' }],
    [409, { success: false, Message: 'MAC-Adresse ist vergeben' }],
  ])(
    'a call that the platform answers twice with %i in words that nobody knows is not sent a third time',
    async (status, body) => {
      const { begin, runToRest, always, load, asked } = openRunner()
      always('AddMacAddressToHostname', answers(status, body))
      const { job } = begin(hostnameOnly())
      expect(await runToRest(job)).toMatchObject({ end: 'rests' })
      expect(load(job.id).job).toMatchObject({ state: 'needs-you', why: 'reply-lost-absent' })
      expect(asked.filter((id) => id === 'AddMacAddressToHostname')).toHaveLength(2)
    },
  )

  test('a creation is not sent again while the newest customers cannot be searched', async () => {
    const { begin, runToRest, always, load, ledger } = openRunner()
    // The reads are known to show customers.
    await runToRest(begin(newCustomer()).job)
    always(creation, noAnswer)
    always('getCustomers', noAnswer)
    const { job, steps } = begin(newCustomer({ logIn: { userid: 'another.one', password: 'kv7tm2xwpa' } }))
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'needs-you', why: 'reply-lost-unreadable' })
    const [step] = steps
    expect(step && ledger.history(step, 1).filter(({ type }) => type === 'attempt')).toHaveLength(1)
  })

  test('a customer that the platform stored under another user ID is not created a second time', async () => {
    const { begin, runToRest, next, always, load, effects, ledger } = openRunner()
    always(creation, noAnswer)
    const { job, steps } = begin(newCustomer())
    const { customermappingid } = job.payload
    // The list shows the customer late.
    next('getCustomers', answers(200, { customers: [{ userid: '1', firstname: 'Nell' }] }))
    always('getCustomers', answers(200, { customers: [{ userid: '7000000001', customermappingid }] }))
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'needs-you', why: 'other-user-id' })
    const [step] = steps
    expect(step && ledger.history(step, 1).filter(({ type }) => type === 'attempt')).toHaveLength(1)
    expect(effects()).toEqual([])
  })

  test('a box that was sent with the creation of the customer is not bound a second time', async () => {
    const { begin, runToRest, next, always, effects, load } = openRunner()
    next(creation, replyLost)
    // The list shows the box late.
    next('devices', answers(200, []), answers(200, []))
    always('AddMacAddressForUser', noSuchProduct)
    const { job } = begin(newCustomer())
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(effects().map(({ effect }) => effect)).toEqual(['create', 'bind-user'])
    expect(load(job.id).steps.map(({ state }) => state)).toEqual(['done', 'done'])
  })
})

describe('a refusal', () => {
  test('of a binding is believed after one reading without the box', async () => {
    const { begin, run, next, load, ledger, makeCustomer, asked } = openRunner()
    makeCustomer(rosa)
    next('AddMacAddressForUser', answers(400, { Message: 'Too many devices.' }))
    const { job, steps } = begin(existingCustomer())
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(asked).toEqual(['devices', 'AddMacAddressForUser', 'devices'])
    expect(load(job.id).job).toMatchObject({ state: 'refused', why: 'platform-refused' })
    const [step] = steps
    expect(step && ledger.history(step, 1).at(-2)).toMatchObject({ type: 'verdict', result: 'refused' })
  })

  test('does not count for a binding that took effect anyway, whether to a customer or to a hostname', async () => {
    const { begin, runToRest, next, load, makeCustomer, effects, connection } = openRunner()
    makeCustomer(rosa)
    next('AddMacAddressForUser', alreadyThere)
    next('AddMacAddressToHostname', alreadyThere)
    const [hostname] = connection.hostnames
    const { job } = begin(existingCustomer({ ...(hostname !== undefined && { hostname }) }))
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job.state).toBe('done')
    expect(effects().map(({ effect }) => effect)).toEqual(['bind-user', 'bind-hostname'])
  })

  test('of a creation counts only after a reading without the customer', async () => {
    const { begin, run, next, asked, load } = openRunner()
    next(creation, noSuchProduct)
    const { job } = begin(newCustomer())
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(asked).toEqual(['getCustomer', creation, 'getCustomer'])
    expect(load(job.id).job).toMatchObject({ state: 'refused', why: 'platform-refused' })
  })

  test('of a creation whose customer exists already is read back until the processing time is over', async () => {
    const { begin, runToRest, next, load, effects } = openRunner()
    const absent = answers(404, { Message: 'No such customer.' })
    next(creation, (_, carryOut) => {
      carryOut()
      return answers(400, { Message: 'User already exists.' })
    })
    // The platform shows the customer late.
    next('getCustomer', absent, absent)
    next('getCustomers', answers(200, { customers: [] }))
    const { job } = begin(newCustomer())
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'done', why: 'seen-on-platform' })
    expect(effects().filter(({ effect }) => effect === 'create')).toHaveLength(1)
  })

  test('does not count for a creation that took effect anyway', async () => {
    const { begin, runToRest, next, load } = openRunner()
    next(creation, (_, carryOut) => {
      carryOut()
      return noSuchProduct
    })
    const { job } = begin(newCustomer())
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job.state).toBe('done')
  })

  test('of the company token is not a refusal of the job, which waits for another token', async () => {
    const { begin, run, next, always, load } = openRunner()
    next(creation, refusedToken)
    always('GetCustomerStatusByReseller', refusedToken)
    const { job, steps } = begin(newCustomer())
    expect(await run(job)).toEqual({ end: 'token-refused' })
    expect(load(job.id).job).toMatchObject({ state: 'waiting', why: 'token-refused' })
    expect(load(job.id).steps[0]?.state).toBe('open')
    expect(steps).toHaveLength(2)
  })

  test('of the company token during a binding does not end the job, which goes on with another token', async () => {
    const { begin, run, next, asked, requests, load, makeCustomer, effects, settings } = openRunner()
    makeCustomer(rosa)
    const { sentToken } = settings
    next('devices', (_, carryOut) => {
      settings.sentToken = 'a-token-that-ended'
      return carryOut()
    })
    const { job } = begin(existingCustomer())
    for (const calls of [
      ['devices', 'AddMacAddressForUser', probe],
      ['devices', probe],
    ]) {
      const before = asked.length
      expect(await run(job)).toEqual({ end: 'token-refused' })
      expect(asked.slice(before)).toEqual(calls)
      expect(load(job.id).job).toMatchObject({ state: 'waiting', why: 'token-refused' })
    }
    expect(effects()).toEqual([])

    settings.sentToken = sentToken
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job.state).toBe('done')
    expect(effects().map(({ effect }) => effect)).toEqual(['bind-user'])
    const sent = requests.filter(({ changes }) => changes).map(({ url }) => url)
    expect(sent.map(({ searchParams }) => searchParams.get('authToken'))).toEqual(['a-token-that-ended', sentToken])
  })

  test('counts even if the customer is unknown, or if the platform asks for a pause at the same time', async () => {
    const { begin, run, next, load, makeCustomer } = openRunner()
    makeCustomer(rosa)
    next(
      'AddMacAddressForUser',
      answers(404, { Message: 'Customer not found.' }),
      answers(400, { Message: 'Too many devices.' }, { 'retry-after': '7' }),
    )
    for (const { job } of [begin(existingCustomer()), begin(existingCustomer())]) {
      expect(await run(job)).toEqual({ end: 'rests' })
      expect(load(job.id).job).toMatchObject({ state: 'refused', why: 'platform-refused' })
    }
  })

  test('in a web page that the network sent does not count, so the call is read back and the token is not checked', async () => {
    const { begin, run, next, asked, load } = openRunner()
    const page = '<html><body>Unauthorized</body></html>'
    next(creation, { reach: 'answered', status: 401, headers: { 'content-type': 'text/html' }, text: page })
    const { job } = begin(newCustomer())
    expect(await run(job)).toEqual({ end: 'waits' })
    expect(load(job.id).job).toMatchObject({ state: 'waiting', why: 'processing-time' })
    expect(asked).toEqual(['getCustomer', creation, 'getCustomer', 'getCustomers'])
  })

  test("of credentials means that the customer's password is needed if the token alone is accepted", async () => {
    const { begin, run, next, load, makeCustomer, effects } = openRunner()
    makeCustomer(rosa)
    next('AddMacAddressForUser', answers(401, { Message: 'Wrong user name or password.' }))
    const { job } = begin(existingCustomer())
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'refused', why: 'password-asked' })
    expect(effects()).toEqual([])
  })

  test('of credentials is read back once, and the job is done if the call took effect anyway', async () => {
    const { begin, run, next, asked, load, makeCustomer, effects } = openRunner()
    makeCustomer(rosa)
    next('AddMacAddressForUser', (_, carryOut) => {
      carryOut()
      return answers(401, { Message: 'Session expired.' })
    })
    const { job } = begin(existingCustomer())
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'done', why: 'seen-on-platform' })
    expect(asked).toEqual(['devices', 'AddMacAddressForUser', probe, 'devices'])
    expect(effects()).toHaveLength(1)
  })

  test.each([
    ['renewCustomerV2', renewal],
    ['AddMacAddressForUser', existingCustomer()],
    ['AddMacAddressToHostname', hostnameOnly()],
  ] as const)('of %s with the status 403 and a reason in words does not ask for a password', async (change, intent) => {
    const { begin, run, next, load, makeCustomer, effects } = openRunner()
    makeCustomer(rosa)
    next(change, answers(403, { Message: 'Reseller has not enough credit' }))
    const { job } = begin(intent)
    expect(await run(job)).toMatchObject({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'refused', why: 'platform-refused' })
    expect(effects()).toEqual([])
  })

  test('of credentials decides nothing if the platform is too busy to check the token', async () => {
    const { begin, run, next, load, makeCustomer } = openRunner()
    makeCustomer(rosa)
    next('AddMacAddressForUser', answers(401, { Message: 'Wrong user name or password.' }))
    next(probe, answers(429, { Message: 'Too many requests' }, { 'retry-after': '60' }))
    const { job } = begin(existingCustomer())
    expect(await run(job)).toEqual({ end: 'unreached', failure: 'platform-busy' })
    expect(load(job.id).job).toMatchObject({ state: 'waiting', why: 'network' })
  })

  test('of credentials is read back if the job has to stop before the check of the token', async () => {
    const { begin, run, next, asked, load, makeCustomer, effects } = openRunner()
    makeCustomer(rosa)
    const stopping = new AbortController()
    next('AddMacAddressForUser', () => {
      stopping.abort()
      return answers(401, { Message: 'Wrong user name or password.' })
    })
    const { job } = begin(existingCustomer())
    expect(await run(job, stopping.signal)).toEqual({ end: 'stopped' })
    expect(load(job.id).steps[0]?.state).toBe('read-back')
    expect(asked).toEqual(['devices', 'AddMacAddressForUser'])
    next('devices', answers(401, { Message: 'Wrong user name or password.' }))
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'needs-you', why: 'password-asked' })
    expect(effects()).toEqual([])
  })

  test('of credentials decides nothing if the check of the token gets no answer', async () => {
    const { begin, run, next, load, makeCustomer } = openRunner()
    makeCustomer(rosa)
    next('AddMacAddressForUser', answers(401, { Message: 'Wrong user name or password.' }))
    next('GetCustomerStatusByReseller', notSent)
    const { job } = begin(existingCustomer())
    expect(await run(job)).toEqual({ end: 'unreached', failure: 'connection-refused' })
    expect(load(job.id).job).toMatchObject({ state: 'waiting', why: 'network' })
    expect(load(job.id).steps[0]?.state).toBe('read-back')
  })
})

describe('a list that asks for credentials', () => {
  test('stops the connection if the token is refused, and is read again with another token', async () => {
    const { begin, run, asked, load, makeCustomer, effects, settings } = openRunner()
    makeCustomer(rosa)
    const { sentToken } = settings
    settings.sentToken = 'a-token-that-ended'
    const { job } = begin(existingCustomer())
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await run(job)).toEqual({ end: 'token-refused' })
      expect(load(job.id).job).toMatchObject({ state: 'saved', why: 'token-refused' })
    }
    expect(asked).toEqual(['devices', probe, 'devices', probe])
    settings.sentToken = sentToken
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(asked.slice(4)).toEqual(['devices', 'AddMacAddressForUser', 'devices'])
    expect(load(job.id).job.state).toBe('done')
    expect(effects()).toHaveLength(1)
  })

  test("means that the customer's password is needed if the token is accepted, and nothing is sent", async () => {
    const { begin, run, always, asked, load, makeCustomer, effects } = openRunner()
    makeCustomer(rosa)
    always('devices', answers(401, { Message: 'Wrong user name or password.' }))
    const { job } = begin(existingCustomer())
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'refused', why: 'password-asked' })
    expect(asked).toEqual(['devices', probe])
    expect(effects()).toEqual([])
  })

  test('decides nothing if the check of the token gets no answer', async () => {
    const { begin, run, next, load, makeCustomer } = openRunner()
    makeCustomer(rosa)
    next('devices', refusedToken)
    next('GetCustomerStatusByReseller', notSent)
    const { job } = begin(existingCustomer())
    expect(await run(job)).toEqual({ end: 'unreached', failure: 'connection-refused' })
    expect(load(job.id).job).toMatchObject({ state: 'saved', why: 'network' })
  })
})

describe('a list that is forbidden', () => {
  const forbidden = answers(403, { Message: 'Forbidden for this reseller' })

  test.each([
    ['GetMacAddressesUnderHostname', 'AddMacAddressToHostname', hostnameOnly()],
    ['devices', 'AddMacAddressForUser', existingCustomer()],
    ['getCustomer_V2', 'renewCustomerV2', renewal],
  ] as const)('leaves the job unconfirmed if only %s is forbidden', async (list, change, intent) => {
    const { begin, run, always, asked, load, makeCustomer, effects } = openRunner()
    makeCustomer(rosa)
    always(list, forbidden)
    const { job } = begin(intent)
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'unconfirmed', why: 'list-unreadable' })
    expect(asked).toEqual([list, probe, change, list, probe])
    expect(effects()).toHaveLength(1)
  })

  test('needs the technician’s decision if the reply to the call was lost', async () => {
    const { begin, runToRest, always, next, load, effects } = openRunner()
    always('GetMacAddressesUnderHostname', forbidden)
    next('AddMacAddressToHostname', replyLost)
    const { job } = begin(hostnameOnly())
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'needs-you', why: 'reply-lost-unreadable' })
    expect(effects()).toHaveLength(1)
  })

  test('stops the connection, and decides nothing, if the token is refused', async () => {
    const { begin, run, next, load, effects } = openRunner()
    next('GetMacAddressesUnderHostname', forbidden)
    next(probe, refusedToken)
    const { job } = begin(hostnameOnly())
    expect(await run(job)).toEqual({ end: 'token-refused' })
    expect(load(job.id).job).toMatchObject({ state: 'saved', why: 'token-refused' })
    expect(effects()).toEqual([])
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job.state).toBe('done')
  })
})

describe.each([401, 403])('a web page with the status %i in place of a list', (status) => {
  const page: Exchange = { reach: 'answered', status, headers: {}, text: '<html>Request blocked by firewall</html>' }

  test.each([
    ['GetMacAddressesUnderHostname', hostnameOnly()],
    ['devices', existingCustomer()],
    ['getCustomer_V2', renewal],
    ['GetCustomerStatus', { kind: 'disable', userid: rosa, password: 'kv7tm2xwpa' }],
    ['getCustomer', newCustomer()],
  ] as const)('counts as no answer, and the job is done once %s is answered', async (list, intent) => {
    const { begin, run, next, asked, load, makeCustomer, effects } = openRunner()
    makeCustomer(rosa)
    next(list, page)
    const { job } = begin(intent)
    expect(await run(job)).toMatchObject({ end: 'busy', isFromBetween: true })
    expect(load(job.id).job).toMatchObject({ state: 'saved', why: 'network' })
    expect(asked).toEqual([list])
    expect(effects()).toEqual([])
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job.state).toBe('done')
  })
})

test('a run that only goes on waiting for the fleet is idle, but not if it has asked the platform first', async () => {
  const { begin, run, load } = openRunner(undefined, {
    judge: (_, { before }) => ({ claim: before === 'send' ? 'wait' : 'free' }),
    ask: () => Promise.resolve(() => undefined),
    noteSend: () => undefined,
    noteReadBack: () => undefined,
  })
  const { job } = begin(newCustomer())
  expect(await run(job)).toEqual({ end: 'waits' })
  expect(await run(job)).toEqual({ end: 'waits', isIdle: true })
  expect(load(job.id).job).toMatchObject({ state: 'waiting', why: 'claim-lapsed' })
})

describe('a failure of the network or the platform', () => {
  test('before anything was sent leaves the job as it was saved', async () => {
    const { begin, run, next, load } = openRunner()
    next('getCustomer', notSent)
    const { job } = begin(newCustomer())
    expect(await run(job)).toEqual({ end: 'unreached', failure: 'connection-refused' })
    expect(load(job.id).job).toMatchObject({ state: 'saved', why: 'network' })
  })

  test('that keeps a call from being sent leaves the step open, and the job waits', async () => {
    const { begin, run, next, load, effects } = openRunner()
    next(creation, notSent)
    const { job } = begin(newCustomer())
    expect(await run(job)).toEqual({ end: 'unreached', failure: 'connection-refused' })
    expect(load(job.id).job).toMatchObject({ state: 'waiting', why: 'network' })
    expect(load(job.id).steps[0]?.state).toBe('open')
    await run(job)
    expect(effects().filter(({ effect }) => effect === 'create')).toHaveLength(1)
  })

  test('between two steps leaves the job waiting', async () => {
    const { begin, run, next, load } = openRunner()
    next('devices', notSent)
    const { job } = begin(newCustomer())
    expect(await run(job)).toEqual({ end: 'unreached', failure: 'connection-refused' })
    expect(load(job.id).job).toMatchObject({ state: 'waiting', why: 'network' })
  })

  test.each([
    [2, 4000],
    [3, 8000],
    [9, 60_000],
  ])(
    'after %d runs without an answer makes the job wait for %d ms, so that other jobs go on',
    async (failed, pause) => {
      const { begin, run, next, load, clock } = openRunner()
      next('getCustomer', noAnswer)
      const { job } = begin(newCustomer())
      expect(await run(job, undefined, failed)).toMatchObject({ end: 'unreached' })
      expect(load(job.id).job).toMatchObject({ why: 'platform-busy', waitsUntil: clock.elapsed() + pause })
    },
  )

  test('after one run without an answer makes the job wait only until the platform is reached', async () => {
    const { begin, run, next, load } = openRunner()
    next('getCustomer', noAnswer)
    const { job } = begin(newCustomer())
    await run(job, undefined, 1)
    expect(load(job.id).job).toMatchObject({ why: 'network', waitsUntil: undefined })
  })

  test('makes the pause after a busy answer longer each time, whatever was asked', async () => {
    const { begin, run, next, load, clock } = openRunner()
    next(creation, answers(503, {}, { 'retry-after': '1' }))
    const { job } = begin(newCustomer())
    await run(job, undefined, 5)
    expect(load(job.id).job).toMatchObject({ why: 'platform-busy', waitsUntil: clock.elapsed() + 32_000 })
  })

  test('with a request for a pause makes the job wait for that time', async () => {
    const { begin, run, next, load, clock } = openRunner()
    next('getCustomer', answers(429, { Message: 'Slow down' }, { 'retry-after': '7' }))
    const { job } = begin(newCustomer())
    expect(await run(job)).toEqual({ end: 'busy', retryAfterMs: 7000 })
    expect(load(job.id).job).toMatchObject({ state: 'saved', why: 'platform-busy', waitsUntil: clock.elapsed() + 7000 })
  })

  test('with a request for a pause after a creation makes the job wait, and the customer is created once', async () => {
    const { begin, run, runToRest, next, load, clock, effects } = openRunner()
    next(creation, answers(503, { Message: 'Maintenance' }, { 'retry-after': '30' }))
    const { job } = begin(newCustomer())
    expect(await run(job)).toEqual({ end: 'busy', retryAfterMs: 30_000 })
    expect(load(job.id).job).toMatchObject({ state: 'waiting', waitsUntil: clock.elapsed() + 30_000 })
    await runToRest(job)
    expect(effects().filter(({ effect }) => effect === 'create')).toHaveLength(1)
  })

  test('without a request for a pause makes the job wait longer each time, up to a minute', async () => {
    const { begin, run, always, load, clock } = openRunner()
    always('getCustomer', answers(503, { Message: 'Error' }))
    const { job } = begin(newCustomer())
    const waits: number[] = []
    for (let turn = 0; turn < 8; turn += 1) {
      expect(await run(job)).toEqual({ end: 'busy', retryAfterMs: undefined })
      waits.push((load(job.id).job.waitsUntil ?? 0) - clock.elapsed())
    }
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  })
})

describe('when the app stops,', () => {
  test('no further call is begun', async () => {
    const { begin, run, asked } = openRunner()
    const { job } = begin(newCustomer())
    expect(await run(job, AbortSignal.abort())).toEqual({ end: 'stopped' })
    expect(asked).toEqual([])
  })

  test('a read is cancelled, and nothing is recorded for it', async () => {
    const { begin, run, next, ledger } = openRunner()
    const stopping = new AbortController()
    next('getCustomer', ({ signal }) => {
      stopping.abort()
      expect(signal?.aborted).toBe(true)
      return { reach: 'not-sent', failure: 'cancelled' }
    })
    const { job, steps } = begin(newCustomer())
    expect(await run(job, stopping.signal)).toEqual({ end: 'stopped' })
    expect(steps[0] && ledger.history(steps[0], 1)).toEqual([])
  })

  test('the answer to a read is recorded if it still arrives', async () => {
    const { begin, run, next, ledger, changed } = openRunner()
    const stopping = new AbortController()
    next('getCustomer', (_, carryOut) => {
      stopping.abort()
      return carryOut()
    })
    const { job, steps } = begin(newCustomer())
    expect(await run(job, stopping.signal)).toEqual({ end: 'stopped' })
    expect(steps[0] && ledger.history(steps[0], 1)).toHaveLength(1)
    // No screen shows a single reading, so no change is announced.
    expect(changed).toEqual([])
  })

  test('a changing call is never cancelled, and its outcome is recorded', async () => {
    const { begin, run, next, ledger } = openRunner()
    const stopping = new AbortController()
    next(creation, ({ signal }, carryOut) => {
      stopping.abort()
      expect(signal).toBeUndefined()
      return carryOut()
    })
    const { job, steps } = begin(newCustomer())
    expect(await run(job, stopping.signal)).toEqual({ end: 'stopped' })
    expect(steps[0] && ledger.history(steps[0], 1).at(-1)).toMatchObject({ type: 'verdict', result: 'accepted' })
  })
})

/** With a customer to renew. */
const openRenewals = (changed: Parameters<typeof openRunner>[0] = {}) => {
  const open = openRunner(changed)
  open.makeCustomer(rosa)
  return { ...open, renewals: () => open.effects().filter(({ effect }) => effect === 'renew') }
}

describe('a renewal', () => {
  test('is done if the end date has moved, even if the reply was lost', async () => {
    const { begin, runToRest, next, load, renewals } = openRenewals()
    next('renewCustomer', replyLost)
    next('renewCustomerV2', replyLost)
    const { job } = begin(renewal)
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(renewals()).toHaveLength(1)
    expect(load(job.id).job).toMatchObject({ state: 'done', why: 'seen-on-platform' })
  })

  test.each([
    ['needs the technician’s decision', false, 'needs-you', 0],
    ['is sent again if the operator allows it', true, 'done', 1],
  ])('that did not take effect %s', async (_, resendsRenewals, state, times) => {
    const { begin, runToRest, next, load, renewals } = openRenewals({ resendsRenewals })
    next('renewCustomer', noAnswer)
    next('renewCustomerV2', noAnswer)
    const { job } = begin(renewal)
    await runToRest(job)
    expect(load(job.id).job.state).toBe(state)
    expect(renewals()).toHaveLength(times)
  })
})

test('a renewal that a technician made in the platform’s console and marked as in effect is not sent by a later check', async () => {
  const { begin, run, runToRest, load, ledger, renewals } = openRenewals()
  const { job, steps } = begin(renewal)
  const [step] = steps
  if (step === undefined) throw new Error('a step')
  ledger.settleStep(job, step, 'undecided', { state: 'needs-you', why: 'keeps-failing' })
  for (const choice of ['it-is-there', 'check-again'] as const) {
    ledger.addChoice(load(job.id).job, step, choice, 'A. Moreau')
    expect(await runToRest(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'unconfirmed', why: 'person-confirmed' })
  }
  expect(renewals()).toEqual([])
  expect(await run(job)).toEqual({ end: 'rests' })
})

test.each(['check again', 'check all again'])(
  'a job that was never sent can still be dropped after "%s", while the network is away',
  async (action) => {
    const { begin, run, next, load, ledger } = openRunner()
    const { job, steps } = begin(newCustomer())
    const [step] = steps
    if (step === undefined) throw new Error('a step')
    ledger.settleStep(job, step, 'undecided', { state: 'needs-you', why: 'claimed-elsewhere' })
    if (action === 'check all again') ledger.checkAllAgain('north', 'Sam')
    else ledger.addChoice(job, step, 'check-again', 'Sam')
    next('getCustomer', notSent)
    await run(job)
    const now = load(job.id)
    expect(now.job).toMatchObject({ state: 'saved', why: 'network' })
    expect(actionsNow(ledger, now.job, now.steps)).toEqual(['drop'])
  },
)

describe('a list that cannot be understood', () => {
  test('leaves an accepted step unconfirmed', async () => {
    const { begin, run, next, load, path } = openRunner()
    const { job } = begin(hostnameOnly())
    next('GetMacAddressesUnderHostname', answers(200, []), answers(200, { what: 'ever' }))
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'unconfirmed', why: 'list-unreadable' })
    expect(readCommitted(path).at(-1)).toMatchObject({ type: 'reading', result: 'unclear' })
  })

  test('is not given as the reason once the technician has marked the box as present', async () => {
    const { begin, run, next, load, ledger } = openRunner()
    const { job, steps } = begin(hostnameOnly())
    next('GetMacAddressesUnderHostname', answers(200, []), ...Array.from({ length: 9 }, () => answers(200, { a: 1 })))
    next('AddMacAddressToHostname', noAnswer)
    await run(job)
    const [step] = steps
    if (step === undefined) throw new Error('a step')
    ledger.addChoice(load(job.id).job, step, 'it-is-there', 'A. Moreau')
    expect(await run(job)).toEqual({ end: 'rests' })
    expect(load(job.id).job).toMatchObject({ state: 'unconfirmed', why: 'person-confirmed' })
  })
})
