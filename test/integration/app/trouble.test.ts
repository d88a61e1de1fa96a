import { describe, expect, test } from 'vitest'
import type { Exchange, Transport } from '../../../src/platform/transport/exchange.ts'
import { createHttpTransport } from '../../../src/platform/transport/transport.ts'
import type { JobState } from '../../../src/shared/domain/job.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { anyDraftId, anyMac, newCustomer } from '../../fakes/intents.ts'
import { effectsOn, endHangingCalls, intentFor, openBoth, productOf, quick, save } from './activate.ts'

const rested: readonly JobState[] = ['done', 'refused', 'needs-you', 'unconfirmed']

/** Waits until the condition holds. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
}

const linkOf = async (app: TestApp): Promise<string | undefined> =>
  (await app.call('app.snapshot', {})).connections[0]?.link.state

test('jobs that were saved offline are sent in order once the network is back, without loss or repetition', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  const connection = await connect(app, platform, quick)
  await platform.setOptions({ offline: true })
  const intents = Array.from({ length: 5 }, () =>
    newCustomer(productOf(platform), { hostname: platform.hostnames[0] ?? '' }),
  )
  const ids: string[] = []
  for (const intent of intents) ids.push(await save(app, intent))
  await until(async () => (await linkOf(app)) !== 'reached')
  expect((await app.call('app.snapshot', {})).counts.done).toBe(0)
  expect(app.app.unsent()).toBe(5)

  await platform.setOptions({ offline: false })
  await app.call('connection.replace-token', { id: connection.id, token: platform.authToken })
  await Promise.all(ids.map((id) => app.jobIn(id, ...rested)))

  for (const { box } of intents)
    expect(effectsOn(platform, box.identifier)).toEqual(['create', 'bind-user', 'bind-hostname'])
  expect(app.app.unsent()).toBe(0)
})

test('the technician can make Setdesk check the network at once', async () => {
  const { app, platform } = await openBoth({ concurrency: 1 })
  await platform.setOptions({ offline: true })
  await save(app, newCustomer(productOf(platform)))
  await until(async () => (await linkOf(app)) === 'unreached')
  const changedAt = async () => (await app.call('app.snapshot', {})).connections[0]?.link.since ?? 0
  const before = await changedAt()
  await app.call('queue.resume', {})
  // "Try now" sets the link to "unknown" for a moment, unlike a probe that the queue sends by itself.
  await until(async () => (await changedAt()) > before)
  await until(async () => (await linkOf(app)) === 'unreached')
  await platform.setOptions({ offline: false })
})

test('a job whose question the platform never answers does not hold up the other jobs', async () => {
  const { app, platform } = await openBoth({ concurrency: 1 })
  platform.setFaults([{ match: { operation: 'GetMacAddressesUnderHostname' }, fault: { kind: 'drop-before-commit' } }])
  const [hostname = ''] = platform.hostnames
  const id = await save(app, { kind: 'hostname', box: { identifier: anyMac(), raw: '', model: '' }, hostname })
  await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done')
  expect((await app.jobIn(id, 'saved')).summary.why).toMatchObject({ code: 'platform-busy' })
})

describe('a token that the platform no longer accepts', () => {
  test('pauses sending without failing a job, and the jobs go on with a new token', async () => {
    // One job at a time: when the token is refused, nothing else is under way.
    const { app, platform } = await openBoth({ concurrency: 1 })
    const { connections } = await app.call('app.snapshot', {})
    const id = connections[0]?.settings.id ?? ''
    await app.call('connection.replace-token', { id, token: 'not-the-token-any-more' })
    const intents = Array.from({ length: 4 }, () => newCustomer(productOf(platform)))
    const ids = await Promise.all(intents.map((intent) => save(app, intent)))
    await until(async () => (await linkOf(app)) === 'token-refused')
    const asked = platform.requests().length
    await app.call('queue.resume', {})
    expect(await app.refusal('hostname.read', { hostname: platform.hostnames[0] ?? '' })).toBe('platform-refused')
    // Only this read was sent, although the queue had been resumed before.
    expect(platform.requests().slice(asked)).toMatchObject([{ operation: 'GetMacAddressesUnderHostname' }])
    for (const job of ids)
      expect(['saved', 'waiting']).toContain((await app.call('job.read', { id: job })).summary.state)

    await app.call('connection.replace-token', { id, token: platform.authToken })
    const details = await Promise.all(ids.map((job) => app.jobIn(job, ...rested)))
    expect(details.map(({ summary }) => summary.state)).toEqual(ids.map(() => 'done'))
    expect(platform.ledger().filter(({ effect }) => effect === 'create')).toHaveLength(4)
  })

  test.each(['create', 'bind-user', 'bind-hostname'] as const)(
    'makes a job wait, not fail, even if the platform first refuses the token at the job’s %s call',
    async (change) => {
      const platform = await openPlatform()
      const real = createHttpTransport()
      const refusal: Exchange = {
        reach: 'answered',
        status: 401,
        headers: {},
        text: '{"Message":"Invalid company token."}',
      }
      let state: 'good' | 'armed' | 'refused' = 'good'
      const transport: Transport = {
        exchange: (request) => {
          if (state === 'armed' && request.changes) state = 'refused'
          return state === 'refused' ? Promise.resolve(refusal) : real.exchange(request)
        },
      }
      const app = await openApp(undefined, { transport })
      const connection = await connect(app, platform, quick)
      const intent = await intentFor(change, app, platform)
      state = 'armed'
      const id = await save(app, intent)
      await until(async () => (await linkOf(app)) === 'token-refused')
      const { summary, steps } = await app.call('job.read', { id })
      expect(summary).toMatchObject({ state: 'waiting', why: { code: 'token-refused' } })
      expect(steps[0]?.state).toBe('open')

      state = 'good'
      await app.call('connection.replace-token', { id: connection.id, token: platform.authToken })
      expect((await app.jobIn(id, ...rested)).summary.state).toBe('done')
      expect(effectsOn(platform, intent.box.identifier).filter((effect) => effect === change)).toHaveLength(1)
    },
  )

  test('fails no job even if the check of the credentials gets no answer', async () => {
    const platform = await openPlatform()
    const real = createHttpTransport()
    let isArmed = false
    let isGone = false
    const transport: Transport = {
      exchange: (request) => {
        if (isGone) return Promise.resolve({ reach: 'not-sent', failure: 'connection-refused' })
        if (!isArmed || !request.changes) return real.exchange(request)
        isGone = true
        return Promise.resolve({ reach: 'answered', status: 401, headers: {}, text: '{"Message":"Unauthorized"}' })
      },
    }
    const app = await openApp(undefined, { transport })
    await connect(app, platform, quick)
    isArmed = true
    const intent = newCustomer(productOf(platform))
    const id = await save(app, intent)
    await until(() => isGone)
    await until(async () => (await linkOf(app)) === 'unreached')
    expect((await app.call('job.read', { id })).summary.state).toBe('waiting')
    isArmed = false
    isGone = false
    expect((await app.jobIn(id, ...rested)).summary.state).toBe('done')
    expect(effectsOn(platform, intent.box.identifier)).toEqual(['create', 'bind-user'])
  })
})

describe('a customer’s wrong or unknown password', () => {
  test('makes Setdesk ask for the password again, while the other jobs go on', async () => {
    const { app, platform } = await openBoth()
    const intent = await intentFor('bind-user', app, platform)
    if (intent.kind !== 'existing-customer') throw new Error('another kind')
    const id = await save(app, { ...intent, password: 'not-it' })
    const refused = await app.jobIn(id, ...rested)
    expect(refused.summary).toMatchObject({ state: 'refused', why: { code: 'password-asked' } })
    expect(refused.actions).toContain('correct')
    expect(await linkOf(app)).toBe('reached')
    const next = await save(app, newCustomer(productOf(platform)))
    expect((await app.jobIn(next, ...rested)).summary.state).toBe('done')

    await app.call('job.correct', { id, intent, revision: refused.revision })
    expect((await app.jobIn(id, ...rested)).summary.state).toBe('done')
    expect(effectsOn(platform, intent.box.identifier)).toEqual(['bind-user'])
  })

  test('does not prevent a binding if the platform accepts 0 as the password', async () => {
    const { app, platform } = await openBoth()
    const intent = await intentFor('bind-user', app, platform)
    if (intent.kind !== 'existing-customer') throw new Error('another kind')
    const { password: _, ...unknown } = intent
    expect((await app.jobIn(await save(app, unknown), ...rested)).summary.state).toBe('done')
    expect(platform.ledger().at(-1)?.parameters).toMatchObject({ password: '0' })
  })
})

const taken = async () => {
  const { app, platform } = await openBoth()
  const first = newCustomer(productOf(platform), { logIn: { userid: 'amelie', password: 'abcd' } })
  await app.jobIn(await save(app, first), 'done')
  const other = await openApp()
  await connect(other, platform, quick)
  const second = newCustomer(productOf(platform), {
    customer: first.customer,
    logIn: { userid: 'amelie', password: 'efgh' },
  })
  const id = await save(other, second)
  return { app: other, platform, id, second, detail: await other.jobIn(id, ...rested) }
}

describe('a user ID that belongs to another customer', () => {
  test('causes the refusal of a new job before anything is sent, even if both customers have the same name', async () => {
    const { detail, platform, second } = await taken()
    expect(detail.summary).toMatchObject({ state: 'refused', why: { code: 'log-in-taken' } })
    expect(detail.steps[0]?.attempts).toEqual([])
    expect(effectsOn(platform, second.box.identifier)).toEqual([])
  })

  test('cannot be replaced by another taken user ID, even if the customer of that user ID has the same name', async () => {
    const { app, platform, id, second, detail } = await taken()
    const third = await openApp()
    await connect(third, platform, quick)
    const namesake = newCustomer(productOf(platform), {
      customer: second.customer,
      logIn: { userid: 'amelie2', password: 'abcd' },
    })
    await third.jobIn(await save(third, namesake), 'done')

    const intent = { ...second, logIn: { userid: 'amelie2', password: 'efgh' } }
    await app.call('job.correct', { id, intent, revision: detail.revision })
    const again = await app.jobIn(id, ...rested)
    expect(again.summary).toMatchObject({ state: 'refused', why: { code: 'log-in-taken' } })
    expect(effectsOn(platform, second.box.identifier)).toEqual([])

    await app.call('job.correct', { id, intent: { ...second, logIn: {} }, revision: again.revision })
    expect((await app.jobIn(id, ...rested)).summary.state).toBe('done')
    expect(effectsOn(platform, second.box.identifier)).toEqual(['create', 'bind-user'])
  })
})

test('no job is sent or lost while a hotel portal answers in the platform’s place', async () => {
  const platform = await openPlatform()
  const real = createHttpTransport()
  let isCaught = false
  const page: Exchange = { reach: 'answered', status: 200, headers: {}, text: '<!doctype html><title>Hotel</title>' }
  const app = await openApp(undefined, {
    transport: { exchange: (request) => (isCaught ? Promise.resolve(page) : real.exchange(request)) },
  })
  await connect(app, platform, quick)
  isCaught = true
  const intent = newCustomer(productOf(platform))
  const id = await save(app, intent)
  await until(
    async () =>
      (await app.call('job.read', { id })).steps[0]?.readings.length !== 0 || (await linkOf(app)) === 'unreached',
  )
  const { summary, steps } = await app.call('job.read', { id })
  expect([summary.state, steps[0]?.attempts]).toEqual(['saved', []])
  isCaught = false
  expect((await app.jobIn(id, ...rested)).summary.state).toBe('done')
  expect(effectsOn(platform, intent.box.identifier)).toEqual(['create', 'bind-user'])
})

test('Setdesk waits for a box that the platform lists late, and does not bind the box twice', async () => {
  const { app, platform } = await openBoth()
  platform.setFaults([
    { match: { operation: 'devices' }, times: 2, fault: { kind: 'rubbish', body: 'empty', commit: false } },
  ])
  const intent = newCustomer(productOf(platform))
  expect((await app.jobIn(await save(app, intent), ...rested)).summary.state).toBe('done')
  expect(effectsOn(platform, intent.box.identifier)).toEqual(['create', 'bind-user'])
})

test('a job ends as unconfirmed if the list of boxes cannot be understood, and the answer is shown', async () => {
  const { app, platform } = await openBoth()
  platform.setFaults([{ match: { operation: 'devices' }, fault: { kind: 'rubbish', body: 'xml', commit: false } }])
  const intent = newCustomer(productOf(platform))
  const id = await save(app, intent)
  const detail = await app.jobIn(id, ...rested)
  expect(detail.summary).toMatchObject({ state: 'unconfirmed', why: { code: 'list-unreadable' } })
  expect(detail.customerBinding).toBe('unread')
  expect(detail.steps[1]?.readings.at(-1)?.raw).toContain('<Report>')
  expect(effectsOn(platform, intent.box.identifier)).toEqual(['create', 'bind-user'])

  platform.setFaults([])
  await app.call('job.check-again', { id })
  expect((await app.jobIn(id, 'done', 'refused', 'needs-you')).customerBinding).toBe('on')
  expect(effectsOn(platform, intent.box.identifier)).toEqual(['create', 'bind-user'])
})

const lost = async () => {
  const { app, platform } = await openBoth()
  const intent = await intentFor('bind-hostname', app, platform)
  platform.setFaults([
    { match: { operation: 'AddMacAddressToHostname' }, times: 1, fault: { kind: 'drop-before-commit' } },
    {
      match: { operation: 'GetMacAddressesUnderHostname' },
      after: 1,
      fault: { kind: 'rubbish', body: 'xml', commit: false },
    },
  ])
  const id = await save(app, intent)
  const detail = await app.jobIn(id, ...rested)
  expect(detail.summary).toMatchObject({ state: 'needs-you', why: { code: 'reply-lost-unreadable' } })
  expect(detail.actions).toEqual(['check-again', 'it-is-there', 'send-again', 'drop'])
  return { app, platform, id, effects: () => effectsOn(platform, intent.box.identifier) }
}

describe('after a lost reply that cannot be read back,', () => {
  test('the choice "it is there" makes the job unconfirmed, and nothing is sent', async () => {
    const { app, id, effects } = await lost()
    await app.call('job.it-is-there', { id })
    expect((await app.jobIn(id, 'unconfirmed')).summary.why).toEqual({ code: 'person-confirmed' })
    expect(effects()).toEqual([])
  })

  test('the choice "send again" sends the call once', async () => {
    const { app, id, effects } = await lost()
    await app.call('job.send-again', { id })
    await app.jobIn(id, 'unconfirmed')
    expect(effects()).toEqual(['bind-hostname'])
  })

  test('the choice "send again" sends the undecided step, but no unconfirmed step', async () => {
    const { app, platform } = await openBoth()
    const fault = { kind: 'rubbish', body: 'xml', commit: false } as const
    platform.setFaults([
      { match: { operation: 'AddMacAddressToHostname' }, times: 1, fault: { kind: 'drop-before-commit' } },
      { match: { operation: 'devices' }, fault },
      { match: { operation: 'GetMacAddressesUnderHostname' }, after: 1, fault },
    ])
    const intent = newCustomer(productOf(platform), { hostname: platform.hostnames[0] ?? '' })
    const id = await save(app, intent)
    const detail = await app.jobIn(id, ...rested)
    expect(detail.steps.map(({ state }) => state)).toEqual(['done', 'unconfirmed', 'undecided'])
    await app.call('job.send-again', { id })
    await app.jobIn(id, 'unconfirmed')
    expect(effectsOn(platform, intent.box.identifier)).toEqual(['create', 'bind-user', 'bind-hostname'])
  })

  test('the choice "check again" sends the call if the list can now be read and does not show the box', async () => {
    const { app, platform, id, effects } = await lost()
    platform.setFaults([])
    await app.call('job.check-again', { id })
    await app.jobIn(id, 'done')
    expect(effects()).toEqual(['bind-hostname'])
  })

  test('the choice "drop" sends nothing, and stores the reason', async () => {
    const { app, id, effects } = await lost()
    await app.call('job.drop', { id, reason: 'The box is broken' })
    expect((await app.call('job.read', { id })).summary).toMatchObject({
      state: 'dropped',
      why: { code: 'person-dropped', detail: 'The box is broken' },
    })
    for (const action of ['job.check-again', 'job.it-is-there', 'job.send-again'] as const)
      expect(await app.refusal(action, { id })).toBe('changed-meanwhile')
    expect(effects()).toEqual([])
  })
})

test('a job cannot be dropped while it is being sent', async () => {
  const { app, platform } = await openBoth()
  platform.setFaults([{ match: { operation: 'addCustomerWithDevice' }, fault: { kind: 'hang', commit: false } }])
  const id = await save(app, newCustomer(productOf(platform)))
  await app.jobIn(id, 'sending')
  expect(await app.refusal('job.drop', { id, reason: 'too late' })).toBe('changed-meanwhile')
  await endHangingCalls(platform)
})

test('a second correction of the same revision is refused', async () => {
  const { app } = await openBoth()
  const intent = newCustomer('no-such-product')
  const id = await save(app, intent)
  const { revision } = await app.jobIn(id, 'refused')
  await app.call('job.correct', { id, intent, revision })
  expect(await app.refusal('job.correct', { id, intent, revision })).toBe('changed-meanwhile')
})

test('jobs on the same box run one after the other, in the order in which they were saved', async () => {
  const { app, platform } = await openBoth()
  const box = { identifier: anyMac(), raw: '', model: '' }
  const hostnames = platform.hostnames.slice(0, 2)
  await platform.setOptions({ latencyMs: 20 })
  const ids: string[] = []
  for (const hostname of [...hostnames, ...hostnames])
    ids.push(await save(app, { kind: 'hostname', box, hostname }, true))
  await Promise.all(ids.map((id) => app.jobIn(id, ...rested)))
  const calls = platform.requests().filter(({ operation }) => operation === 'AddMacAddressToHostname')
  expect(calls).toHaveLength(2)
  expect((calls[0]?.finishedAt ?? Infinity) <= (calls[1]?.receivedAt ?? 0)).toBe(true)
})

test('waiting jobs are sent to a changed address, but with the values they were saved with', async () => {
  const platform = await openPlatform({ options: { offline: true } })
  const other = await openPlatform()
  const app = await openApp()
  const connection = await connect(app, platform, quick)
  const intent = newCustomer(productOf(platform))
  const id = await save(app, intent)
  const changed = { ...connection, macFormat: 'bare' as const, defaultModel: 'Other' }
  await Promise.all([1, 2, 3].map((timeoutSeconds) => app.call('connection.save', { ...changed, timeoutSeconds })))
  await app.call('connection.save', { ...changed, baseUrl: other.url })
  await app.call('connection.replace-token', { id: connection.id, token: other.authToken })
  expect((await app.jobIn(id, ...rested)).summary.state).toBe('done')
  expect(platform.ledger()).toEqual([])
  expect(other.ledger()[0]?.parameters).toMatchObject({ uuid: expect.stringContaining(':') })
  expect(effectsOn(other, intent.box.identifier)).toEqual(['create', 'bind-user'])
})

test('no call is repeated if the clock is set back or ahead while replies are lost', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  let shift = 0
  const { clock } = app.ports
  const other = await openApp(undefined, { clock: { ...clock, now: () => clock.now() + shift } })
  await connect(other, platform, quick)
  const year = 365 * 24 * 3600 * 1000
  for (const next of [-10 * year, 10 * year, -60 * year, 0]) {
    shift = next
    platform.setFaults([{ match: { changing: true }, times: 1, fault: { kind: 'late-commit', ms: 150 } }])
    const intent = newCustomer(productOf(platform))
    const id = await save(other, intent)
    shift = -next
    expect((await other.jobIn(id, ...rested)).summary.state).toBe('done')
    expect(effectsOn(platform, intent.box.identifier)).toEqual(['create', 'bind-user'])
  }
})

test('the settings of a connection can be saved while a request to the platform is unanswered', async () => {
  const { app, platform } = await openBoth({ timeoutSeconds: 600 })
  platform.setFaults([{ match: { operation: 'getCustomer' }, times: 1, fault: { kind: 'hang', commit: false } }])
  const intent = newCustomer(productOf(platform))
  const id = await save(app, intent)
  await until(() => platform.requests().some(({ operation }) => operation === 'getCustomer'))
  const { connections } = await app.call('app.snapshot', {})
  const [connection] = connections
  if (connection === undefined) throw new Error('a connection')
  await app.call('connection.save', { ...connection.settings, timeoutSeconds: 1 })
  expect((await app.jobIn(id, ...rested)).summary.state).toBe('done')
  expect(effectsOn(platform, intent.box.identifier)).toEqual(['create', 'bind-user'])
})

test('a renewal for a customer whom the platform does not know stops with that reason, and can be corrected', async () => {
  const platform = await openPlatform()
  const real = createHttpTransport()
  const lost: Exchange = { reach: 'maybe-sent', failure: 'connection-reset' }
  let isLosing = true
  const app = await openApp(undefined, {
    transport: {
      exchange: (request) =>
        isLosing && request.url.pathname.includes('/RenewCustomer/') ? Promise.resolve(lost) : real.exchange(request),
    },
  })
  await connect(app, platform, { ...quick, resendsRenewals: false })
  const created = await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done')
  const { userid } = created.summary
  if (userid === undefined) throw new Error('a user ID')
  const renewal = { kind: 'renewal', months: 1, days: 0, from: 'end-date' } as const
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: { ...renewal, userid: `${userid}x` } })
  const asked = await app.jobIn(id, ...rested)
  expect(asked.summary).toMatchObject({ state: 'needs-you', why: { code: 'no-such-customer' } })

  isLosing = false
  const { revision } = asked
  await app.call('job.correct', { id, revision, intent: { ...renewal, userid } })
  const { summary } = await app.jobIn(id, ...rested)
  expect(summary).toMatchObject({ state: 'done', why: { code: 'seen-on-platform' } })
  expect(platform.ledger().filter(({ effect }) => effect === 'renew')).toHaveLength(1)
})
