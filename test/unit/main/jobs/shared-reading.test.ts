import { describe, expect, test } from 'vitest'
import type { Job } from '../../../../src/main/jobs/ledger/rows.ts'
import { sharedRead } from '../../../../src/main/jobs/shared-reading.ts'
import type { Exchange, PlatformRequest } from '../../../../src/platform/transport/exchange.ts'
import type { Connection } from '../../../../src/shared/domain/connection/connection.ts'
import { newCustomer } from './make-job.ts'
import { newCustomerAlone } from './open-ledger.ts'
import { answers, noAnswer, notSent, openRunner, type Fate } from './open-runner.ts'

const password = 'kv7tm2xwpa'
const firstId = 5_000_000_001
const idOf = (number: number): string => String(firstId + number)
const creation = 'addCustomer'
const alone = ['getCustomer', creation, 'getCustomer']
const unread = [creation, 'getCustomer']

/** A runner with two customers that were created and read back, and the jobs of `waiting` more that nobody ran yet. */
async function openWithTwo(waiting: number, changed: Partial<Connection> = {}) {
  const open = openRunner(changed)
  const save = (userid: string): Job => open.begin({ ...newCustomerAlone(), logIn: { userid, password } }).job
  const known = [save(idOf(90)), save(idOf(91))]
  for (const job of known) await open.run(job)
  const jobs = Array.from({ length: waiting }, (_, number) => save(idOf(number)))
  let from = open.asked.length
  return {
    ...open,
    save,
    jobs: jobs as unknown as readonly [Job, Job, Job],
    /** What was asked since this was called last. */
    askedSince: () => {
      const since = open.asked.slice(from)
      from = open.asked.length
      return since
    },
    /** The user IDs of each shared question, in order. */
    idsAsked: () => open.requests.flatMap((request) => idsOf(request) ?? []),
    readings: (job: Job) => open.ledger.history(open.load(job.id).steps[0] ?? { id: 0 }, 1),
    created: () => open.effects().map(({ userid }) => userid),
  }
}

const idsOf = ({ body = '{}' }: PlatformRequest): (readonly string[])[] | undefined => {
  const { user_ids } = JSON.parse(body) as { readonly user_ids?: readonly string[] }
  return user_ids === undefined ? undefined : [user_ids]
}

const boxOf = (value: string) => ({ identifier: { kind: 'mac' as const, value }, raw: value, model: '' })

const [newest, other] = [idOf(91), idOf(90)]
const here = (userid: string, status = 'Active') => ({ userid, status })
const both = [here(newest), here(other)]

describe('waiting jobs for new customers', () => {
  test('are read with one question beside two known customers, and sent without one of their own', async () => {
    const { jobs, run, askedSince, idsAsked, created, load } = await openWithTwo(3)
    for (const job of jobs) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...unread, ...unread, ...unread])
    expect(idsAsked()).toEqual([[newest, idOf(0), idOf(1), idOf(2), other]])
    expect(created()).toEqual([idOf(90), idOf(91), idOf(0), idOf(1), idOf(2)])
    expect(jobs.map(({ id }) => load(id).job.state)).toEqual(['done', 'done', 'done'])
  })

  test('have the reading in their history, with the call that it was made by and the time at which it was asked', async () => {
    const { jobs, run, load, clock, database, readings } = await openWithTwo(2)
    const asked = clock.elapsed()
    await run(jobs[0])
    await clock.pass(1500)
    await run(jobs[1])
    const [reading] = readings(jobs[1])
    expect(reading).toMatchObject({ type: 'reading', result: 'absent', isAnswered: true, at: asked })
    const step = load(jobs[1].id).steps[0]?.id ?? 0
    const row = database.prepare('SELECT operation FROM entry WHERE step_id = ? ORDER BY sequence').get(step)
    expect(row?.['operation']).toBe(sharedRead)
  })

  test('are read alone until two customers are known', async () => {
    const { begin, run, asked } = openRunner()
    const jobs = [1, 2, 3].map(
      (number) => begin({ ...newCustomerAlone(), logIn: { userid: idOf(number), password } }).job,
    )
    for (const job of jobs) await run(job)
    expect(asked).toEqual([...alone, ...alone, ...alone])
  })

  test('are asked for before the answers are used up, each once', async () => {
    const { jobs, run, askedSince, idsAsked } = await openWithTwo(60)
    for (const job of jobs) await run(job)
    const shared = askedSince().filter((operation) => operation === sharedRead)
    expect(shared).toHaveLength(3)
    const ids = idsAsked().flatMap((one) => one.slice(1, -1))
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(2)
    for (const one of idsAsked()) expect(one.length).toBeLessThanOrEqual(27)
  })

  test('of which there is only one is read alone', async () => {
    const { jobs, run, askedSince } = await openWithTwo(1)
    await run(jobs[0])
    expect(askedSince()).toEqual(alone)
  })

  test('wait for the question that asks for them', async () => {
    const { jobs, run, askedSince, next } = await openWithTwo(2)
    const { promise, resolve } = Promise.withResolvers<void>()
    next(sharedRead, async (_, carryOut) => {
      await promise
      return carryOut()
    })
    const ends = [run(jobs[0]), run(jobs[1])]
    resolve()
    await Promise.all(ends)
    expect(askedSince().toSorted()).toEqual([sharedRead, ...unread, ...unread].toSorted())
  })

  test('are asked for no faster than they may begin', async () => {
    const { jobs, run, idsAsked } = await openWithTwo(9, { jobsPerMinute: 30 })
    await run(jobs[0])
    expect(idsAsked()).toEqual([[newest, idOf(0), idOf(1), idOf(2), other]])
  })
})

describe('an answer is believed only as a whole. Each job is read alone if', () => {
  const cases: readonly (readonly [string, Exchange])[] = [
    ['a known customer is missing', answers(200, [here(newest)])],
    ['a known customer has no status', answers(200, [here(newest), { userid: other }])],
    ['a known customer has an empty status', answers(200, [here(newest), here(other, '')])],
    ['a known customer has a status that is not understood', answers(200, [here(newest), here(other, 'Zzyzx')])],
    ['a customer is there whom nobody asked for', answers(200, [...both, here('7000000001')])],
    ['a known customer is there twice', answers(200, [...both, here(other, 'Disabled')])],
    ['a customer has no user ID', answers(200, [...both, { status: 'Active' }])],
    [
      'an asked customer has a fault in place of a status',
      answers(200, [...both, { userid: idOf(0), error: 'Timeout' }]),
    ],
    ['the asked user IDs are repeated', answers(200, { customers: both, asked: [idOf(0), idOf(1)] })],
    ['the asked user IDs are all that is in it', answers(200, [newest, idOf(0), idOf(1), other])],
    ['more customers follow', answers(200, { customers: both, has_next: true })],
    ['something is said beside the customers', answers(200, { customers: both, Message: 'Some IDs were left out.' })],
    ['it is an empty list', answers(200, [])],
    ['it is one customer', answers(200, { userid: newest, firstname: 'Ann', status: 'Active' })],
    ['it is a bare word', answers(200, 'Active')],
    ['it is empty', { reach: 'answered', status: 200, headers: {}, text: '' }],
    ['it is cut short', { reach: 'answered', status: 200, headers: {}, text: JSON.stringify(both).slice(0, -9) }],
    ['it is a page', { reach: 'answered', status: 200, headers: {}, text: '<!doctype html><title>Log in</title>' }],
    ['it is very long', answers(200, { customers: both, notes: 'x'.repeat(70_000) })],
    ['nobody is found', answers(404, { Message: 'Customer not found.' })],
    ['the call does not exist', answers(404, { Message: 'No HTTP resource was found that matches the request URI.' })],
    ['the token is refused', answers(401, { Message: 'Invalid company token.' })],
    ['the platform refuses the question', answers(400, { Message: 'user_ids is invalid.' })],
    ['the platform fails', answers(500, { Message: 'Object reference not set.' })],
  ]
  test.each(cases)('%s', async (_, answer) => {
    const { jobs, run, askedSince, next, load, created } = await openWithTwo(2)
    next(sharedRead, answer)
    for (const job of jobs) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...alone, ...alone])
    expect(jobs.map(({ id }) => load(id).job.state)).toEqual(['done', 'done'])
    expect(created()).toHaveLength(4)
  })
})

describe('an answer is believed', () => {
  test.each([
    ['as rows', both],
    ['as a map of statuses', { [newest]: 'Active', [other]: 'Expired' }],
    ['in a wrapper', { success: true, data: { customers: both } }],
    ['with numbers for user IDs', both.map(({ userid, status }) => ({ userid: Number(userid), status }))],
    ['as JSON in a string', JSON.stringify(both)],
  ])('%s', async (_, data) => {
    const { jobs, run, askedSince, next } = await openWithTwo(2)
    next(sharedRead, answers(200, data))
    for (const job of jobs) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...unread, ...unread])
  })
})

describe('a job asks alone although a shared question was put, if', () => {
  test('its user ID is somebody else’s', async () => {
    const { jobs, run, askedSince, makeCustomer, load, created } = await openWithTwo(3)
    makeCustomer(idOf(1))
    for (const job of jobs) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...unread, 'getCustomer', ...unread])
    expect(load(jobs[1].id).job).toMatchObject({ state: 'refused', why: 'log-in-taken' })
    expect(created()).not.toContain(idOf(1))
  })

  test('the answer is older than three seconds', async () => {
    const { jobs, run, askedSince, clock } = await openWithTwo(3)
    await run(jobs[0])
    await clock.pass(3000)
    await run(jobs[1])
    await clock.pass(1)
    expect(askedSince()).toEqual([sharedRead, ...unread, ...unread])
    await run(jobs[2])
    expect(askedSince()).toEqual(alone)
  })

  test('the platform took too long to answer', async () => {
    const { jobs, run, askedSince, next, clock } = await openWithTwo(2)
    next(sharedRead, async (_, carryOut) => {
      await clock.pass(3001)
      return carryOut()
    })
    for (const job of jobs) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...unread, ...alone])
  })

  test('it used the answer before, and its call did not leave', async () => {
    const { jobs, run, askedSince, next } = await openWithTwo(2)
    await run(jobs[0])
    next(creation, notSent)
    expect(await run(jobs[1])).toMatchObject({ end: 'unreached' })
    askedSince()
    await run(jobs[1])
    expect(askedSince()).toEqual(alone)
  })

  test('the token is another one by now', async () => {
    const { jobs, run, askedSince, settings } = await openWithTwo(2)
    await run(jobs[0])
    settings.token = 'of another company'
    await run(jobs[1])
    expect(askedSince()).toEqual([sharedRead, ...unread, ...alone])
  })

  test('the token became another one while the question was under way', async () => {
    const { jobs, run, askedSince, settings, next } = await openWithTwo(2)
    next(sharedRead, (_, carryOut) => {
      settings.token = 'of another company'
      return carryOut()
    })
    for (const job of jobs) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...alone, ...alone])
  })

  test('work was paused since, or while the question was under way', async () => {
    const before = await openWithTwo(2)
    await before.run(before.jobs[0])
    before.shared.forget()
    await before.run(before.jobs[1])
    expect(before.askedSince()).toEqual([sharedRead, ...unread, ...alone])

    const meanwhile = await openWithTwo(2)
    meanwhile.next(sharedRead, (_, carryOut) => {
      meanwhile.shared.forget()
      return carryOut()
    })
    for (const job of meanwhile.jobs) await meanwhile.run(job)
    expect(meanwhile.askedSince()).toEqual([sharedRead, ...unread, ...alone])
  })

  test('this computer is in a fleet by now', async () => {
    const { jobs, run, askedSince, settings } = await openWithTwo(2)
    await run(jobs[0])
    settings.isInFleet = true
    await run(jobs[1])
    expect(askedSince()).toEqual([sharedRead, ...unread, ...alone])
  })

  test('another job sent a call about the same customer since, or while the question was under way', async () => {
    const { jobs, run, askedSince, save } = await openWithTwo(2)
    const same = save(idOf(1))
    await run(jobs[0])
    await run(same)
    await run(jobs[1])
    expect(askedSince()).toEqual([sharedRead, ...unread, ...alone, 'getCustomer'])

    const meanwhile = await openWithTwo(2)
    const later = meanwhile.save(idOf(1))
    meanwhile.next(sharedRead, async (_, carryOut) => {
      const answer = carryOut()
      await meanwhile.run(later)
      return answer
    })
    for (const job of meanwhile.jobs) await meanwhile.run(job)
    expect(meanwhile.askedSince()).toEqual([sharedRead, ...alone, ...unread, 'getCustomer'])
    expect(meanwhile.created().filter((userid) => userid === idOf(1))).toHaveLength(1)
  })

  test('it was corrected since', async () => {
    const { jobs, run, askedSince, ledger, load } = await openWithTwo(2)
    await run(jobs[0])
    const { job, steps } = load(jobs[1].id)
    ledger.revise(job, job.payload, steps, { customerKey: undefined, boxKey: undefined })
    await run(jobs[1])
    expect(askedSince()).toEqual([sharedRead, ...unread, ...alone])
  })

  test('another computer may have sent it since', async () => {
    const { jobs, run, askedSince, ledger, load } = await openWithTwo(2)
    await run(jobs[0])
    ledger.assumeSent(jobs[1])
    expect(await run(jobs[1])).toEqual({ end: 'waits' })
    expect(askedSince()).toEqual([sharedRead, ...unread, 'getCustomer'])
    expect(load(jobs[1].id).job.state).toBe('waiting')
  })
})

describe('nothing is shared', () => {
  test.each([
    ['with letters, whose case may count', 'anna-1'],
    ['with a zero before it, which may be lost', '0500000001'],
  ])('for a user ID %s', async (_, userid) => {
    const { save, run, askedSince } = await openWithTwo(0)
    const jobs = [save(userid), save(`${userid}2`), save(idOf(1))]
    for (const job of jobs) await run(job)
    expect(askedSince()).toEqual([...alone, ...alone, ...alone])
  })

  test('for a log-in that the platform makes, and for other work', async () => {
    const { begin, run, askedSince, idsAsked, save } = await openWithTwo(0)
    const made = begin({ ...newCustomerAlone(), logIn: {} })
    const renewal = begin({ kind: 'renewal', userid: idOf(90), months: 3, days: 0, from: 'end-date' })
    const own = save(idOf(1))
    for (const { job } of [made, renewal]) await run(job)
    await run(own)
    expect(askedSince()).not.toContain(sharedRead)
    expect(idsAsked()).toEqual([])
  })

  test('for a job that was read before, or that another computer may have sent', async () => {
    const { jobs, run, askedSince, next, ledger, idsAsked } = await openWithTwo(4)
    next('getCustomer', notSent)
    next(sharedRead, answers(500, {}))
    await run(jobs[0])
    ledger.assumeSent(jobs[1])
    await run(jobs[2])
    await run(jobs[0])
    expect(askedSince()).toEqual([sharedRead, 'getCustomer', ...alone, ...alone])
    expect(idsAsked()).toHaveLength(1)
  })

  test('with a record that cannot be opened', async () => {
    const { jobs, run, database, idsAsked } = await openWithTwo(3)
    database.prepare("UPDATE job SET kind = 'hostname' WHERE id = ?").run(jobs[1].id)
    await run(jobs[0])
    expect(idsAsked()).toEqual([[newest, idOf(0), idOf(2), other]])
  })

  test('any more after three answers in a row that proved nothing', async () => {
    const { jobs, run, askedSince, always } = await openWithTwo(40)
    always(sharedRead, answers(200, []))
    for (const job of jobs) await run(job)
    expect(askedSince().filter((operation) => operation === sharedRead)).toHaveLength(3)
  })

  test('by chance an answer proves nothing: then the next ones are believed again', async () => {
    const { jobs, run, askedSince, next } = await openWithTwo(80)
    const bad: Fate = answers(500, {})
    next(sharedRead, bad, bad, (_, carryOut) => carryOut(), bad, bad)
    for (const job of jobs) await run(job)
    expect(askedSince().filter((operation) => operation === sharedRead).length).toBeGreaterThan(6)
  })
})

describe('a shared question that the network or a busy platform ends', () => {
  test.each([
    ['does not leave', notSent],
    ['gets no answer', noAnswer],
  ])('and that %s is the job’s own question; the others ask alone', async (_, fate) => {
    const { jobs, run, askedSince, next, load, readings } = await openWithTwo(2)
    next(sharedRead, fate)
    expect(await run(jobs[0])).toMatchObject({ end: 'unreached' })
    expect(askedSince()).toEqual([sharedRead])
    expect(load(jobs[0].id).job).toMatchObject({ state: 'saved', why: 'network' })
    expect(readings(jobs[0])).toMatchObject([{ type: 'reading', result: 'unreached' }])
    await run(jobs[1])
    await run(jobs[0])
    expect(askedSince()).toEqual([...alone, ...alone])
  })

  test('leaves the platform alone for the time that it asks for', async () => {
    const { jobs, run, askedSince, next } = await openWithTwo(2)
    next(sharedRead, answers(429, { Message: 'Slow down.' }, { 'retry-after': '7' }))
    expect(await run(jobs[0])).toEqual({ end: 'busy', retryAfterMs: 7000 })
    expect(askedSince()).toEqual([sharedRead])
  })

  test('is cancelled with its job', async () => {
    const { jobs, run, askedSince, next, readings } = await openWithTwo(2)
    const stopping = new AbortController()
    next(sharedRead, () => {
      stopping.abort()
      return noAnswer
    })
    next('getCustomer', noAnswer)
    expect(await run(jobs[0], stopping.signal)).toEqual({ end: 'stopped' })
    expect(readings(jobs[0])).toEqual([])
    await run(jobs[1])
    expect(askedSince().slice(-3)).toEqual(alone)
  })
})

test('a customer with a box is read by the shared question, too', async () => {
  const { begin, run, askedSince } = await openWithTwo(0)
  const jobs = ['001A79AB1201', '001A79AB1202'].map(
    (value, number) => begin(newCustomer({ box: boxOf(value), logIn: { userid: idOf(number), password } })).job,
  )
  for (const job of jobs) await run(job)
  const own = ['addCustomerWithDevice', 'getCustomer', 'devices']
  expect(askedSince()).toEqual([sharedRead, ...own, ...own])
})
