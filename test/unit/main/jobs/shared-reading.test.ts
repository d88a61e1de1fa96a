import { describe, expect, test } from 'vitest'
import { sharedRead } from '../../../../src/main/jobs/shared-reading.ts'
import { newCustomer } from './make-job.ts'
import { newCustomerAlone } from './open-ledger.ts'
import { answers, noAnswer, notSent, openRunner, type Fate } from './open-runner.ts'
import { alone, creation, idOf, newest, openWithTwo, other, password, unread } from './open-shared.ts'

const boxOf = (value: string) => ({ identifier: { kind: 'mac' as const, value }, raw: value, model: '' })

describe('waiting jobs for new customers', () => {
  test('are read together in one call, and are sent without a read of their own', async () => {
    const { jobs, run, askedSince, idsAsked, created, load } = await openWithTwo(3)
    for (const job of jobs) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...unread, ...unread, ...unread])
    expect(idsAsked()).toEqual([[newest, idOf(0), idOf(1), idOf(2), other]])
    expect(created()).toEqual([idOf(90), idOf(91), idOf(0), idOf(1), idOf(2)])
    expect(jobs.map(({ id }) => load(id).job.state)).toEqual(['done', 'done', 'done'])
  })

  test('have the shared read in their history, with its call and its time', async () => {
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

  test('are each read alone until Setdesk knows two customers of the platform', async () => {
    const { begin, run, asked } = openRunner()
    const jobs = [1, 2, 3].map(
      (number) => begin({ ...newCustomerAlone(), logIn: { userid: idOf(number), password } }).job,
    )
    for (const job of jobs) await run(job)
    expect(asked).toEqual([...alone, ...alone, ...alone])
  })

  test('are read about fifty at a time, and hardly any customer twice', async () => {
    const { jobs, run, askedSince, idsAsked } = await openWithTwo(120)
    for (const job of jobs) await run(job)
    const shared = askedSince().filter((operation) => operation === sharedRead)
    expect(shared).toHaveLength(3)
    const ids = idsAsked().flatMap((one) => one.slice(1, -1))
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(2)
    for (const one of idsAsked()) expect(one.length).toBeLessThanOrEqual(51)
  })

  test('use no shared read if there is only one job', async () => {
    const { jobs, run, askedSince } = await openWithTwo(1)
    await run(jobs[0])
    expect(askedSince()).toEqual(alone)
  })

  test('wait for the answer to the shared read that covers them', async () => {
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

  test('are read no faster than the limit of jobs per minute allows', async () => {
    const { jobs, run, idsAsked } = await openWithTwo(9, { jobsPerMinute: 30 })
    await run(jobs[0])
    expect(idsAsked()).toEqual([[newest, idOf(0), idOf(1), idOf(2), other]])
  })
})

describe('a job that a shared read covers is still read alone if', () => {
  test('its user ID belongs to another customer', async () => {
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

  test('the job has used the answer once already', async () => {
    const { jobs, run, askedSince, next } = await openWithTwo(2)
    await run(jobs[0])
    next(creation, notSent)
    expect(await run(jobs[1])).toMatchObject({ end: 'unreached' })
    askedSince()
    await run(jobs[1])
    expect(askedSince()).toEqual(alone)
  })

  test('the token has changed since the answer came', async () => {
    const { jobs, run, askedSince, settings } = await openWithTwo(2)
    await run(jobs[0])
    settings.token = 'of another company'
    await run(jobs[1])
    expect(askedSince()).toEqual([sharedRead, ...unread, ...alone])
  })

  test('the token changed while the shared read was under way', async () => {
    const { jobs, run, askedSince, settings, next } = await openWithTwo(2)
    next(sharedRead, (_, carryOut) => {
      settings.token = 'of another company'
      return carryOut()
    })
    for (const job of jobs) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...alone, ...alone])
  })

  test('sending was paused since the answer came, until two customers are known again', async () => {
    const { jobs, run, askedSince, shared } = await openWithTwo(5)
    await run(jobs[0])
    shared.forget()
    for (const job of jobs.slice(1)) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...unread, ...alone, ...alone, sharedRead, ...unread, ...unread])
  })

  test('sending was paused while the shared read was under way', async () => {
    const { jobs, run, askedSince, shared, next } = await openWithTwo(5)
    next(sharedRead, (_, carryOut) => {
      shared.forget()
      return carryOut()
    })
    for (const job of jobs) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...unread, ...alone, sharedRead, ...unread, ...unread, ...unread])
  })

  test('this computer has joined a fleet since the answer came', async () => {
    const { jobs, run, askedSince, settings } = await openWithTwo(2)
    await run(jobs[0])
    settings.isInFleet = true
    await run(jobs[1])
    expect(askedSince()).toEqual([sharedRead, ...unread, ...alone])
  })

  test('another job has sent a call about the same customer since the answer came', async () => {
    const { jobs, run, askedSince, save, ledger, load } = await openWithTwo(4)
    const same = save(idOf(1))
    const [step] = load(same.id).steps
    if (step === undefined) throw new Error('a job has a step')
    ledger.addReading(same, step, 'getCustomer', 'unreached', undefined, {})
    for (const job of [jobs[0], same, ...jobs.slice(2), jobs[1]]) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...unread, ...alone, ...unread, ...unread, 'getCustomer'])
  })

  test('another job sent a call about the same customer while the shared read was under way', async () => {
    const { jobs, run, askedSince, save, next, created } = await openWithTwo(4)
    const same = save(idOf(1))
    next(sharedRead, async (_, carryOut) => {
      const answer = carryOut()
      await run(same)
      return answer
    })
    for (const job of [jobs[0], ...jobs.slice(2), jobs[1]]) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...alone, ...unread, ...unread, ...unread, 'getCustomer'])
    expect(created().filter((userid) => userid === idOf(1))).toHaveLength(1)
  })

  test('the job was corrected since the answer came', async () => {
    const { jobs, run, askedSince, ledger, load } = await openWithTwo(2)
    await run(jobs[0])
    const { job, steps } = load(jobs[1].id)
    ledger.revise(job, job.payload, steps, { customerKey: undefined, boxKey: undefined })
    await run(jobs[1])
    expect(askedSince()).toEqual([sharedRead, ...unread, ...alone])
  })

  test('another computer may have sent the job since the answer came', async () => {
    const { jobs, run, askedSince, ledger, load } = await openWithTwo(2)
    await run(jobs[0])
    ledger.assumeSent(jobs[1])
    expect(await run(jobs[1])).toEqual({ end: 'waits' })
    expect(askedSince()).toEqual([sharedRead, ...unread, 'getCustomer', 'getCustomers'])
    expect(load(jobs[1].id).job.state).toBe('waiting')
  })
})

describe('no shared read is sent', () => {
  test.each([
    ['with letters, whose case may matter', 'anna-1'],
    ['with a leading zero, which may be lost', '0500000001'],
  ])('for a user ID %s', async (_, userid) => {
    const { save, run, askedSince } = await openWithTwo(0)
    const jobs = [save(userid), save(`${userid}2`), save(idOf(1))]
    for (const job of jobs) await run(job)
    expect(askedSince()).toEqual([...alone, ...alone, ...alone])
  })

  test('for a new customer with platform-issued credentials, or for a renewal', async () => {
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
    const { jobs, run, askedSince, ledger, load, idsAsked } = await openWithTwo(4)
    const [step] = load(jobs[1].id).steps
    if (step === undefined) throw new Error('a job has a step')
    ledger.addReading(jobs[1], step, 'getCustomer', 'unreached', undefined, {})
    ledger.assumeSent(jobs[2])
    await run(jobs[0])
    expect(idsAsked()).toEqual([[newest, idOf(0), idOf(3), other]])
    expect(askedSince()).toEqual([sharedRead, ...unread])
    await run(jobs[1])
    expect(askedSince()).toEqual(alone)
  })

  test('for a job whose record cannot be opened', async () => {
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

  test('any more after three answers in a row that came too late for the other jobs', async () => {
    const { jobs, run, askedSince, always, clock } = await openWithTwo(40)
    always(sharedRead, async (_, carryOut) => {
      await clock.pass(3001)
      return carryOut()
    })
    for (const job of jobs) await run(job)
    expect(askedSince().filter((operation) => operation === sharedRead)).toHaveLength(3)
  })

  test('any more after answers that proved nothing, unless a useful answer came between them', async () => {
    const { jobs, run, askedSince, next } = await openWithTwo(160)
    const bad: Fate = answers(500, {})
    next(sharedRead, bad, bad, (_, carryOut) => carryOut(), bad, bad)
    for (const job of jobs) await run(job)
    expect(askedSince().filter((operation) => operation === sharedRead).length).toBeGreaterThan(6)
  })
})

describe('a failing shared read', () => {
  test.each([
    ['is not sent', notSent],
    ['gets no answer', noAnswer],
  ])('that %s counts only for the job that began it, and the others are read alone', async (_, fate) => {
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

  test('ends the run of its job with the pause that the platform asks for', async () => {
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
    expect(await run(jobs[0], stopping.signal)).toEqual({ end: 'stopped' })
    expect(readings(jobs[0])).toEqual([])
    expect(askedSince().at(-1)).toBe(sharedRead)
    await run(jobs[1])
    expect(askedSince().slice(-3)).toEqual(alone)
  })
})

test('a new customer with a box is also covered by the shared read', async () => {
  const { begin, run, askedSince } = await openWithTwo(0)
  const jobs = ['001A79AB1201', '001A79AB1202'].map(
    (value, number) => begin(newCustomer({ box: boxOf(value), logIn: { userid: idOf(number), password } })).job,
  )
  for (const job of jobs) await run(job)
  const own = ['addCustomerWithDevice', 'getCustomer', 'devices']
  expect(askedSince()).toEqual([sharedRead, ...own, ...own])
})
