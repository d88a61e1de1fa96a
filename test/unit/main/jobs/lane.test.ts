import { describe, expect, test, vi } from 'vitest'
import type { CredentialsCheck } from '../../../../src/main/jobs/access.ts'
import type { RunEnd } from '../../../../src/main/jobs/step-context.ts'
import { openLane } from './open-lane.ts'

const minute = 60_000
const down: CredentialsCheck = { result: 'unreached', failure: 'connection-refused' }
const up: CredentialsCheck = { result: 'reached' }
const refused: CredentialsCheck = { result: 'token-refused' }

describe('during and after an outage,', () => {
  test('the platform is probed at most once a minute, and no job is started', async () => {
    const { lane, clock, seen, answer } = openLane({ jobs: 50 })
    answer(down)
    lane.wake()
    await clock.pass(8 * 60 * minute)
    const afterFirstMinutes = seen.probes.filter((at) => at > 2 * minute)
    const gaps = afterFirstMinutes.slice(1).map((at, index) => at - (afterFirstMinutes[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(minute)
    expect(seen.probes.length).toBeLessThanOrEqual(8 * 60)
    expect(seen.probes.length).toBeGreaterThan(5 * 60)
    expect(seen.runs).toEqual([])
    expect(lane.link()).toMatchObject({ state: 'unreached', failure: 'connection-refused' })
  })

  test('the lane starts two jobs once the platform is back, and more after each success', async () => {
    const { lane, clock, seen, answer, running, finish } = openLane({ jobs: 50, concurrency: 5 })
    answer(down)
    lane.wake()
    await clock.pass(60 * minute)
    answer(up)
    await clock.pass(2 * minute)
    expect(running.size).toBe(2)
    await finish()
    expect(running.size).toBe(5)
    await finish()
    expect(seen.most).toBe(5)
  })

  test('the jobs that were not yet allowed to send give up if another job does not reach the platform', async () => {
    const { lane, clock, running, seen } = openLane({ jobs: 5 })
    lane.wake()
    await clock.pass(0)
    running.get(1)?.end({ end: 'unreached', failure: 'connection-refused' })
    await clock.pass(0)
    expect([seen.givenUp, seen.left]).toEqual([1, [1]])
  })

  test('several jobs that fail together count as one failure', async () => {
    const { lane, clock, seen, answer, finish } = openLane({ jobs: 50 })
    lane.wake()
    await clock.pass(0)
    await finish()
    answer(down)
    await finish({ end: 'unreached', failure: 'timed-out' })
    expect(lane.link()).toMatchObject({ state: 'unreached', failure: 'timed-out' })
    const before = seen.probes.length
    await clock.pass(1000)
    expect(seen.probes.length).toBe(before + 1)
  })

  test("a change of the computer's clock neither hurries nor stops the probes", async () => {
    const { lane, clock, seen, answer } = openLane()
    answer(down)
    lane.wake()
    await clock.pass(10 * minute)
    for (const year of [1970, 2017, 2037]) {
      clock.set(Date.UTC(year, 0, 1))
      const before = seen.probes.length
      await clock.pass(30 * minute)
      expect(seen.probes.length - before).toBeLessThanOrEqual(30)
      expect(seen.probes.length - before).toBeGreaterThanOrEqual(23)
    }
    answer(up)
    await clock.pass(2 * minute)
    expect(lane.link().state).toBe('reached')
  })
})

describe('the probe of the platform', () => {
  test('is never sent twice at the same time, however often the lane is woken', async () => {
    const { lane, clock, seen, answer } = openLane()
    answer('silent')
    lane.wake()
    lane.wake()
    await clock.pass(minute)
    lane.wake()
    expect(seen.probes).toHaveLength(1)
  })

  test('is not sent while a job is in work', async () => {
    const { lane, clock, seen } = openLane({ jobs: 1 })
    lane.wake()
    await clock.pass(5 * minute)
    expect([seen.runs, seen.probes]).toEqual([[1], [0]])
    expect(clock.waiting()).toBe(0)
  })

  test('is not sent again until the last job in work has ended', async () => {
    const { lane, clock, running, seen } = openLane({ jobs: 2 })
    lane.wake()
    await clock.pass(0)
    running.get(1)?.end({ end: 'unreached', failure: 'timed-out' })
    await clock.pass(5 * minute)
    expect(seen.probes).toHaveLength(1)
    running.get(2)?.end({ end: 'unreached', failure: 'timed-out' })
    await clock.pass(0)
    expect(seen.probes).toHaveLength(2)
  })
})

describe('while the platform is reached,', () => {
  test('an idle connection is probed once a minute', async () => {
    const { lane, clock, seen } = openLane()
    lane.wake()
    await clock.pass(10 * minute)
    expect(seen.probes).toHaveLength(11)
    expect(lane.link().state).toBe('reached')
  })

  test('a job that becomes due while the lane reads the ledger runs at once', async () => {
    const { lane, clock, seen, queue, wakeAt } = openLane({ askingTakes: 10 })
    lane.wake()
    wakeAt(5)
    await clock.pass(0)
    queue.add(1)
    await clock.pass(100)
    expect(seen.runs).toEqual([1])
  })

  test('no more jobs are started per minute than the operator allows', async () => {
    const { lane, clock, seen, endRunsWith } = openLane({ jobs: 25, jobsPerMinute: 10 })
    endRunsWith({ end: 'rests' })
    lane.wake()
    await clock.pass(minute - 1)
    expect(seen.runs).toHaveLength(10)
    await clock.pass(2)
    expect(seen.runs).toHaveLength(20)
    await clock.pass(minute)
    expect(seen.runs).toHaveLength(25)
  })

  test('a job that only goes on waiting does not use up the jobs per minute', async () => {
    const { lane, clock, seen, running } = openLane({ jobs: 3, jobsPerMinute: 1 })
    lane.wake()
    await clock.pass(0)
    running.get(1)?.end({ end: 'waits', isIdle: true })
    await clock.pass(0)
    running.get(2)?.end({ end: 'waits' })
    await clock.pass(minute - 1)
    expect(seen.runs).toEqual([1, 2])
    await clock.pass(1)
    expect(seen.runs).toEqual([1, 2, 3])
  })

  test('a job that the platform did not answer three times in a row starts after the other jobs until it is answered', async () => {
    const { lane, clock, seen, queue, running } = openLane({ jobs: 3, concurrency: 1 })
    const endFirst = async (end: RunEnd): Promise<void> => {
      for (const one of running.values()) one.end(end)
      await clock.pass(2 * minute)
    }
    lane.wake()
    await clock.pass(0)
    for (let time = 1; time <= 3; time += 1) await endFirst({ end: 'unreached', failure: 'timed-out' })
    await endFirst({ end: 'rests' })
    queue.add(4)
    for (const end of ['rests', 'rests', 'waits'] as const) await endFirst({ end })
    queue.add(1).add(5)
    await endFirst({ end: 'rests' })
    expect(seen.runs).toEqual([1, 1, 1, 2, 3, 4, 1, 1])
  })

  test('a job that waits for a time runs at that time', async () => {
    const { lane, clock, seen, queue, wakeAt } = openLane()
    wakeAt(5000)
    lane.wake()
    await clock.pass(4999)
    queue.add(1)
    expect(seen.runs).toEqual([])
    await clock.pass(1)
    expect(seen.runs).toEqual([1])
  })

  test('no job starts during a technician’s pause, and all jobs start after it', async () => {
    const { lane, clock, seen } = openLane({ jobs: 2 })
    lane.setPaused(true)
    await clock.pass(5 * minute)
    expect(seen.runs).toEqual([])
    lane.setPaused(false)
    await clock.pass(0)
    expect(seen.runs).toEqual([1, 2])
  })
})

describe('a busy platform', () => {
  test('is left alone after five busy answers in a row', async () => {
    const { lane, clock, endRunsWith, seen } = openLane({ jobs: 1 })
    endRunsWith({ end: 'busy', retryAfterMs: undefined })
    lane.wake()
    await clock.pass(100)
    expect(seen.runs).toHaveLength(5)
    expect(lane.link()).toMatchObject({ state: 'unreached', failure: 'platform-busy' })
  })

  test('that answers probes but no jobs gets one job a minute at most', async () => {
    const { lane, clock, endRunsWith, seen, finish } = openLane({ jobs: 50 })
    endRunsWith({ end: 'busy', retryAfterMs: undefined })
    lane.wake()
    await clock.pass(5 * minute)
    const [runs, probes] = [seen.runs.length, seen.probes.length]
    await clock.pass(8 * 60 * minute)
    expect(seen.runs.length - runs).toBeLessThanOrEqual(8 * 60)
    expect(seen.probes.length - probes).toBeLessThanOrEqual(8 * 60)
    endRunsWith(undefined)
    await clock.pass(2 * minute)
    await finish()
    await finish()
    expect(lane.link().state).toBe('reached')
    expect(seen.most).toBeGreaterThan(1)
  })

  test('that asks for a pause is left alone for that pause after a single busy answer', async () => {
    const { lane, clock, endRunsWith, seen } = openLane({ jobs: 3, concurrency: 2 })
    endRunsWith({ end: 'busy', retryAfterMs: 20 * minute })
    lane.wake()
    await clock.pass(0)
    const before = seen.probes.length
    await clock.pass(19 * minute)
    expect([seen.probes.length, seen.runs.length]).toEqual([before, 2])
    endRunsWith({ end: 'rests' })
    await clock.pass(2 * minute)
    expect(seen.runs.length).toBe(5)
  })

  test('that asks for a pause is left alone even if a job in work gets through meanwhile', async () => {
    const { lane, clock, running, seen } = openLane({ jobs: 6, concurrency: 2 })
    lane.wake()
    await clock.pass(0)
    const [first, second] = Array.from(running.values())
    first?.end({ end: 'busy', retryAfterMs: 20 * minute })
    await clock.pass(0)
    second?.end({ end: 'rests' })
    await clock.pass(19 * minute)
    expect([seen.runs.length, lane.link().state]).toEqual([2, 'unreached'])
    await clock.pass(2 * minute)
    expect(seen.runs.length).toBeGreaterThan(2)
  })

  test('that asks for a pause makes the jobs in work stop at their next safe point', async () => {
    const { lane, clock, running, seen } = openLane({ jobs: 6, concurrency: 2 })
    lane.wake()
    await clock.pass(0)
    const [first, second] = Array.from(running.values())
    first?.end({ end: 'busy', retryAfterMs: 20 * minute })
    await clock.pass(0)
    expect(seen.signals.map(({ aborted }) => aborted)).toEqual([true, true])
    second?.end({ end: 'stopped' })
    await clock.pass(21 * minute)
    expect(seen.signals.at(-1)?.aborted).toBe(false)
  })

  test('that asks for a pause of a year is asked again within two hours', async () => {
    const { lane, clock, endRunsWith, seen } = openLane({ jobs: 1 })
    endRunsWith({ end: 'busy', retryAfterMs: 365 * 24 * 60 * minute })
    lane.wake()
    await clock.pass(0)
    const before = seen.probes.length
    await clock.pass(120 * minute)
    expect(seen.probes.length).toBeGreaterThan(before)
  })
})

describe('the refusal of a token', () => {
  test('stops the connection at once, until there is a new token', async () => {
    const { lane, clock, seen, answer, finish, running } = openLane({ jobs: 5, concurrency: 2 })
    lane.wake()
    await clock.pass(0)
    await finish({ end: 'token-refused' })
    const { length } = seen.probes
    await clock.pass(24 * 60 * minute)
    expect([running.size, seen.probes.length, lane.link().state]).toEqual([0, length, 'token-refused'])
    answer(up)
    lane.tryNow()
    await clock.pass(0)
    expect(running.size).toBe(2)
  })

  test('still stops the connection if a job in work succeeds afterwards', async () => {
    const { lane, clock, running } = openLane({ jobs: 5, concurrency: 2 })
    lane.wake()
    await clock.pass(0)
    running.get(1)?.end({ end: 'token-refused' })
    await clock.pass(0)
    running.get(2)?.end({ end: 'rests' })
    await clock.pass(minute)
    expect([lane.link().state, running.size]).toEqual(['token-refused', 0])
  })

  test('makes the jobs that were not yet allowed to send give up', async () => {
    const { lane, clock, running, seen } = openLane({ jobs: 5, concurrency: 5 })
    lane.wake()
    await clock.pass(0)
    running.get(1)?.end({ end: 'waits' })
    await clock.pass(0)
    expect([seen.givenUp, seen.left]).toEqual([0, [1]])
    running.get(2)?.end({ end: 'token-refused' })
    await clock.pass(0)
    expect([seen.givenUp, seen.left]).toEqual([1, [1, 2]])
  })

  test('is ignored if it answers a probe with the old token after a new token was entered', async () => {
    const { lane, clock, seen, answer, speak } = openLane({ jobs: 1 })
    answer('silent')
    lane.wake()
    await clock.pass(0)
    lane.tryNow()
    answer(up)
    speak(refused)
    await clock.pass(0)
    expect(lane.link().state).toBe('reached')
    expect(seen.runs).toEqual([1])
  })

  test('is ignored if it ends a job with the old token after a new token was entered', async () => {
    const { lane, clock, finish } = openLane({ jobs: 1 })
    lane.wake()
    await clock.pass(0)
    lane.tryNow()
    await finish({ end: 'token-refused' })
    expect(lane.link().state).toBe('reached')
  })
})

test('an outage that a job meets counts even if the token was replaced during the job', async () => {
  const { lane, clock, finish, answer } = openLane({ jobs: 1 })
  lane.wake()
  await clock.pass(0)
  lane.tryNow()
  answer(down)
  await finish({ end: 'unreached', failure: 'timed-out' })
  expect(lane.link()).toMatchObject({ state: 'unreached', failure: 'timed-out' })
})

describe('when something breaks on this computer,', () => {
  test('a broken job is set aside, and the others go on', async () => {
    const { lane, clock, seen, running, log } = openLane({ jobs: 3 })
    lane.wake()
    await clock.pass(0)
    running.get(1)?.fail(new TypeError('Okonkwo is not a function'))
    await clock.pass(0)
    expect(seen.broken).toEqual([1])
    expect(seen.runs).toEqual([1, 2, 3])
    expect(log.lines).toEqual([{ level: 'problem', event: 'job-broken', facts: { sequence: 1, kind: 'TypeError' } }])
  })

  test('a ledger that cannot be read at the end of a job is logged, and the lane goes on after a while', async () => {
    const beforeAccepting = vi
      .fn(() => undefined)
      .mockImplementationOnce(() => {
        throw new TypeError('disk I/O error')
      })
    const { lane, clock, seen, log, endRunsWith } = openLane({ jobs: 2, concurrency: 1, beforeAccepting })
    endRunsWith({ end: 'rests', unknownWords: 'odd', said: 'odd!' })
    lane.wake()
    await clock.pass(0)
    expect(seen.runs).toEqual([1])
    expect(log.lines).toEqual([
      { level: 'problem', event: 'job-end-not-read', facts: { sequence: 1, kind: 'TypeError' } },
    ])
    await clock.pass(30_000)
    expect(seen.runs).toEqual([1, 2])
  })

  test('a full disk is reported, and the job is tried again after a while', async () => {
    const { lane, clock, seen, running } = openLane({ jobs: 1 })
    lane.wake()
    await clock.pass(0)
    running.get(1)?.fail(Object.assign(new Error('database or disk is full'), { errcode: 13 }))
    await clock.pass(10_000)
    expect([seen.full, seen.broken, seen.runs]).toEqual([1, [], [1]])
    await clock.pass(10_000)
    expect(seen.runs).toEqual([1, 1])
  })

  test.each([
    ['is locked', 5],
    ['fails to read', 266],
  ])(
    'a ledger that %s for a moment sets no job aside, and the job is tried again after a while',
    async (_, errcode) => {
      const { lane, clock, seen, running, log } = openLane({ jobs: 1 })
      lane.wake()
      await clock.pass(0)
      running.get(1)?.fail(Object.assign(new Error('not now'), { errcode }))
      await clock.pass(10_000)
      expect([seen.broken, seen.runs]).toEqual([[], [1]])
      expect(log.lines).toEqual([{ level: 'problem', event: 'job-not-read', facts: { sequence: 1, kind: 'Error' } }])
      await clock.pass(10_000)
      expect(seen.runs).toEqual([1, 1])
    },
  )

  test('a job that SQLite never reads, while it reads the others, is set aside', async () => {
    const { lane, clock, seen, queue, running } = openLane({ jobs: 1 })
    lane.wake()
    await clock.pass(0)
    for (let other = 2; seen.broken.length === 0 && other < 9; other += 1) {
      running.get(1)?.fail(Object.assign(new Error('disk I/O error'), { errcode: 266 }))
      queue.add(other)
      await clock.pass(20_000)
      running.get(other)?.end({ end: 'rests' })
      await clock.pass(0)
    }
    expect(seen.broken).toEqual([1])
  })

  test('a job whose rows SQLite never reads goes last, so that the others are sent', async () => {
    const { lane, clock, seen, running, finish } = openLane({ jobs: 2, concurrency: 1 })
    lane.wake()
    await clock.pass(0)
    for (let times = 0; times < 3; times += 1) {
      running.get(1)?.fail(Object.assign(new Error('disk I/O error'), { errcode: 266 }))
      await clock.pass(20_000)
    }
    expect(seen.runs).toEqual([1, 1, 1, 2])
    await finish()
  })
})

test('a lane that is stopped starts no more jobs, and waits for those in work', async () => {
  const { lane, clock, seen, running } = openLane({ jobs: 5, concurrency: 2 })
  lane.wake()
  await clock.pass(0)
  let isStopped = false
  const stopped = lane.stop().then(() => (isStopped = true))
  running.get(1)?.end({ end: 'stopped' })
  await clock.pass(0)
  expect(isStopped).toBe(false)
  running.get(2)?.end({ end: 'rests' })
  await stopped
  lane.wake()
  await clock.pass(60 * minute)
  expect(seen.runs).toEqual([1, 2])
  expect(clock.waiting()).toBe(0)
})

describe('an answer that Setdesk does not understand', () => {
  const words = 'zugang nicht erlaubt'
  const puzzled = (unknownWords = words): RunEnd => ({ end: 'rests', unknownWords, said: `${unknownWords}!` })

  test('halts the lane after three jobs in a row got that answer, and its words are reported', async () => {
    const { lane, seen, endRunsWith, clock } = openLane({ jobs: 20, concurrency: 1 })
    endRunsWith(puzzled())
    lane.wake()
    await clock.pass(600_000)
    expect(seen.runs).toEqual([1, 2, 3])
    expect(lane.link()).toMatchObject({ state: 'same-answer', words: `${words}!` })
  })

  test('makes the jobs in work stop at their next safe point once it has halted the lane', async () => {
    const { lane, running, clock, seen } = openLane({ jobs: 8, concurrency: 5 })
    lane.wake()
    for (const job of [1, 2, 3]) {
      await clock.pass(0)
      expect(seen.signals.some(({ aborted }) => aborted)).toBe(false)
      running.get(job)?.end(puzzled())
    }
    await clock.pass(0)
    expect(running.size).toBe(4)
    expect(seen.signals.every(({ aborted }) => aborted)).toBe(true)
  })

  test('halts the lane even if the jobs that got that answer wait to be read back', async () => {
    const { lane, running, clock, seen } = openLane({ jobs: 20, concurrency: 1 })
    lane.wake()
    const waiting = { end: 'waits', unknownWords: words, said: words } as const
    for (const end of [waiting, { end: 'waits' } as const, waiting, waiting]) {
      await clock.pass(0)
      for (const one of running.values()) one.end(end)
    }
    await clock.pass(600_000)
    expect(seen.runs).toEqual([1, 2, 3, 4])
    expect(lane.link()).toMatchObject({ state: 'same-answer', words })
  })

  test('does not halt the lane if a job in between got an understood answer, or if the answers differ', async () => {
    const { lane, running, clock, seen } = openLane({ jobs: 8, concurrency: 1 })
    lane.wake()
    for (const end of [
      puzzled(),
      puzzled(),
      { end: 'rests' } as const,
      puzzled(),
      puzzled('b'),
      puzzled(),
      puzzled(),
    ]) {
      await clock.pass(0)
      for (const one of running.values()) one.end(end)
    }
    await clock.pass(0)
    expect(seen.runs).toHaveLength(8)
    expect(lane.link().state).toBe('reached')
  })

  test('does not halt the lane if a technician has accepted that answer', async () => {
    const { lane, seen, endRunsWith, clock } = openLane({ jobs: 6, concurrency: 1, acceptedAnswer: words })
    endRunsWith(puzzled())
    lane.wake()
    await clock.pass(1000)
    expect(seen.runs).toHaveLength(6)
  })

  test.each<RunEnd>([
    { end: 'unreached', failure: 'connection-refused' },
    { end: 'busy', retryAfterMs: 2000 },
  ])('keeps the lane halted if a job that was still in work ends as %j', async (last) => {
    const { lane, running, clock, seen } = openLane({ jobs: 30, concurrency: 5 })
    lane.wake()
    for (const job of [1, 2, 3]) {
      await clock.pass(0)
      running.get(job)?.end(puzzled())
    }
    await clock.pass(0)
    running.get(4)?.end(last)
    for (const one of running.values()) one.end({ end: 'stopped' })
    const { length } = seen.runs
    await clock.pass(600_000)
    expect(lane.link().state).toBe('same-answer')
    expect(seen.runs).toHaveLength(length)
    lane.tryNow()
    await clock.pass(1000)
    expect(seen.runs.length).toBeGreaterThan(length)
  })

  test('remains the reported answer even if the jobs in work get another one', async () => {
    const { lane, running, clock } = openLane({ jobs: 8, concurrency: 5 })
    lane.wake()
    await clock.pass(0)
    for (let job = 0; job < 6; job += 1) {
      for (const one of [...running.values()].slice(0, 1)) one.end(puzzled(job < 3 ? words : 'other words'))
      await clock.pass(0)
    }
    expect(lane.link()).toMatchObject({ state: 'same-answer', words: `${words}!` })
    expect(lane.repeatedWords()).toBe(words)
  })

  test('does not halt the resumed lane if only the jobs that halted it get that answer again', async () => {
    const { lane, queue, running, clock } = openLane({ jobs: 3, concurrency: 1 })
    lane.wake()
    for (let job = 0; job < 3; job += 1) {
      await clock.pass(0)
      for (const one of running.values()) one.end({ end: 'waits', unknownWords: words })
    }
    await clock.pass(0)
    expect(lane.link().state).toBe('same-answer')
    for (const sequence of [1, 2, 3]) queue.add(sequence)
    lane.tryNow()
    for (const sequence of [1, 2, 3]) {
      await clock.pass(0)
      expect([...running.keys()]).toEqual([sequence])
      running.get(sequence)?.end(puzzled())
    }
    await clock.pass(0)
    expect(lane.link().state).toBe('reached')
  })

  test('halts the lane again, after a technician resumed it, if three more jobs get that answer', async () => {
    const { lane, seen, endRunsWith, clock } = openLane({ jobs: 20, concurrency: 1 })
    endRunsWith(puzzled())
    lane.wake()
    await clock.pass(1000)
    lane.tryNow()
    await clock.pass(1000)
    expect(seen.runs).toEqual([1, 2, 3, 4, 5, 6])
    expect(lane.link().state).toBe('same-answer')
  })
})
