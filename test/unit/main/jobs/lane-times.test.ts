import { describe, expect, test } from 'vitest'
import type { CredentialsCheck } from '../../../../src/main/jobs/access.ts'
import type { Random } from '../../../../src/main/ports.ts'
import { openLane } from './open-lane.ts'

const minute = 60_000
const second = 1000
const up: CredentialsCheck = { result: 'reached' }
const down: CredentialsCheck = { result: 'unreached', failure: 'connection-refused' }
const bytes = (count: number): Uint8Array => new Uint8Array(count)
/** Two random sources: one always draws the lowest number, the other one the highest. */
const least: Random = { bytes, below: () => 0 }
const most: Random = { bytes, below: (bound) => bound - 1 }

const cannot = (): never => {
  throw new TypeError('no')
}

const gapsOf = (times: readonly number[]): readonly number[] =>
  times.slice(1).map((at, index) => at - (times[index] ?? 0))

describe('the pauses between probes in an outage', () => {
  test.each<[string, Random, readonly number[]]>([
    ['shortest', least, [500, 1000, 2000, 4000, 8000, 16_000, 60_000, 60_000]],
    ['longest', most, [1000, 2000, 4000, 8000, 16_000, 32_000, 75_000, 75_000]],
  ])('double until they are about a minute long (the %s possible pauses)', async (_, random, pauses) => {
    const { lane, clock, seen, answer } = openLane({ random })
    answer(down)
    lane.wake()
    await clock.pass(5 * minute)
    expect(gapsOf(seen.probes).slice(0, pauses.length)).toEqual(pauses)
  })

  test('start short again after the platform was reached', async () => {
    const { lane, clock, seen, answer } = openLane({ random: least })
    answer(down)
    lane.wake()
    await clock.pass(10 * minute)
    answer(up)
    await clock.pass(2 * minute)
    expect(lane.link().state).toBe('reached')
    answer(down)
    const before = seen.probes.length
    await clock.pass(2 * minute)
    expect(gapsOf(seen.probes.slice(before)).slice(0, 3)).toEqual([500, 1000, 2000])
  })

  test('are as long as the platform asks for in its answer to a probe', async () => {
    const { lane, clock, seen, answer } = openLane({ random: least })
    answer({ result: 'reached', isBusy: true, retryAfterMs: 10 * minute })
    lane.wake()
    await clock.pass(10 * minute - second)
    expect([seen.probes.length, lane.link().state]).toEqual([1, 'unreached'])
    answer(up)
    await clock.pass(2 * second)
    expect([seen.probes.length, lane.link().state]).toEqual([2, 'reached'])
  })

  test('are cut short by "Try now", which probes at once', async () => {
    const { lane, clock, seen, answer } = openLane({ random: most })
    answer(down)
    lane.wake()
    await clock.pass(30 * minute)
    const before = seen.probes.length
    lane.tryNow()
    await clock.pass(0)
    expect(seen.probes.length).toBe(before + 1)
    // The pauses are short again.
    await clock.pass(second)
    expect(seen.probes.length).toBe(before + 2)
  })

  test('also follow a probe that throws an error, and only the name of the error is logged', async () => {
    const { lane, clock, seen, answer, log } = openLane({ random: least })
    answer(new RangeError('Okonkwo'))
    lane.wake()
    await clock.pass(0)
    expect(lane.link()).toMatchObject({ state: 'unreached', failure: 'not-http' })
    expect(log.lines).toEqual([{ level: 'problem', event: 'probe-broken', facts: { kind: 'RangeError' } }])
    answer(up)
    await clock.pass(500)
    expect([seen.probes.length, lane.link().state]).toEqual([2, 'reached'])
  })
})

describe('the status of the link', () => {
  test('is announced once for each change, with its time and reason', async () => {
    const { lane, clock, seen, answer } = openLane({ random: least })
    const begun = clock.now()
    expect(lane.link()).toEqual({ state: 'unknown', since: begun })
    answer(down)
    lane.wake()
    await clock.pass(400)
    expect(lane.link()).toEqual({ state: 'unreached', since: begun, failure: 'connection-refused' })
    await clock.pass(2000)
    expect(seen.links).toBe(1)
    answer({ result: 'unreached', failure: 'timed-out' })
    await clock.pass(2000)
    expect([seen.links, lane.link().failure]).toEqual([2, 'timed-out'])
    answer(up)
    await clock.pass(10 * second)
    expect(seen.links).toBe(3)
    expect(lane.link()).toStrictEqual({ state: 'reached', since: expect.any(Number) as number })
    await clock.pass(5 * minute)
    expect(seen.links).toBe(3)
  })

  test('does not change when a technician presses "Try now" while the platform is reached', async () => {
    const { lane, clock, seen } = openLane()
    lane.wake()
    await clock.pass(0)
    const { links, probes } = { links: seen.links, probes: seen.probes.length }
    lane.tryNow()
    await clock.pass(0)
    expect([seen.links, seen.probes.length, lane.link().state]).toEqual([links, probes, 'reached'])
  })

  test('is "unknown" after "Try now" in an outage, until the platform has answered', async () => {
    const { lane, clock, answer, speak } = openLane()
    answer(down)
    lane.wake()
    await clock.pass(0)
    answer('silent')
    lane.tryNow()
    await clock.pass(0)
    expect(lane.link().state).toBe('unknown')
    speak(up)
    await clock.pass(0)
    expect(lane.link().state).toBe('reached')
  })
})

describe('a platform that is busy and asks for a pause', () => {
  test.each([
    [20 * minute, 20 * minute],
    [60 * minute, 60 * minute],
    [61 * minute, 60 * minute],
  ])('of %d ms is asked again after %d ms', async (named, asked) => {
    const { lane, clock, endRunsWith, seen } = openLane({ jobs: 1, random: least })
    endRunsWith({ end: 'busy', retryAfterMs: named })
    lane.wake()
    await clock.pass(0)
    expect(lane.link()).toMatchObject({ state: 'unreached', failure: 'platform-busy' })
    endRunsWith(undefined)
    await clock.pass(asked - 1)
    expect(seen.probes).toHaveLength(1)
    await clock.pass(1)
    expect(seen.probes).toEqual([0, asked])
  })

  test('of 0 ms is treated like one that asks for no pause', async () => {
    const { lane, clock, endRunsWith, seen } = openLane({ jobs: 1 })
    endRunsWith({ end: 'busy', retryAfterMs: 0 })
    lane.wake()
    await clock.pass(0)
    expect(seen.runs).toHaveLength(5)
  })

  test('is not asked earlier when a job gets through, but is asked at once after "Try now"', async () => {
    const { lane, clock, running, seen } = openLane({ jobs: 3, concurrency: 2, random: least })
    lane.wake()
    await clock.pass(0)
    running.get(1)?.end({ end: 'busy', retryAfterMs: 10 * minute })
    running.get(2)?.end({ end: 'waits' })
    await clock.pass(5 * minute)
    expect([seen.probes.length, seen.runs.length]).toEqual([1, 2])
    lane.tryNow()
    await clock.pass(0)
    expect(seen.probes).toHaveLength(2)
    expect(lane.link().state).toBe('reached')
    expect(seen.runs.length).toBeGreaterThan(2)
  })
})

describe('a busy platform', () => {
  test('still counts as reached after four busy answers and a success, however often that repeats', async () => {
    const { lane, clock, running, seen, finish } = openLane({ jobs: 20, concurrency: 1 })
    lane.wake()
    await clock.pass(0)
    for (let round = 0; round < 3; round += 1) {
      for (let answer = 0; answer < 4; answer += 1) await finish({ end: 'busy', retryAfterMs: undefined })
      await finish({ end: 'rests' })
      expect(lane.link().state).toBe('reached')
    }
    expect(seen.probes).toHaveLength(1)
    expect(running.size).toBe(1)
  })

  test('gets one job after its pause, and is left alone again after one more busy answer', async () => {
    const { lane, clock, running, finish } = openLane({ jobs: 20, concurrency: 2, random: least })
    lane.wake()
    await clock.pass(0)
    for (let answer = 0; answer < 3; answer += 1) await finish({ end: 'busy', retryAfterMs: undefined })
    await clock.pass(second)
    expect([lane.link().state, running.size]).toEqual(['reached', 1])
    await finish({ end: 'busy', retryAfterMs: undefined })
    expect(lane.link()).toMatchObject({ state: 'unreached', failure: 'platform-busy' })
    await clock.pass(minute)
    await finish({ end: 'rests' })
    expect(running.size).toBe(2)
  })
})

/** A lane of 50 jobs that finds the platform again after an outage of an hour. */
async function afterOutage(concurrency: number) {
  const open = openLane({ jobs: 50, concurrency })
  open.answer(down)
  open.lane.wake()
  await open.clock.pass(60 * minute)
  open.answer(up)
  await open.clock.pass(2 * minute)
  return open
}

describe('the number of jobs in work', () => {
  test('is at the allowed maximum from the start', async () => {
    const { lane, clock, running } = openLane({ jobs: 50, concurrency: 8 })
    lane.wake()
    await clock.pass(0)
    expect(running.size).toBe(8)
  })

  test('is two after an outage, and doubles with each job that gets through, up to the limit', async () => {
    const { running, clock, finish } = await afterOutage(16)
    expect(running.size).toBe(2)
    const [one] = running.values()
    one?.end({ end: 'rests' })
    await clock.pass(0)
    for (const all of [4, 16, 16]) {
      expect(running.size).toBe(all)
      await finish()
    }
  })

  test('grows after an outage when a job ends its run to wait, but not when a job was only stopped', async () => {
    const { running, finish } = await afterOutage(8)
    await finish({ end: 'stopped' })
    expect(running.size).toBe(2)
    await finish({ end: 'waits' })
    expect(running.size).toBe(8)
  })

  test('does not grow after an outage when a job got an answer that Setdesk does not understand', async () => {
    const { running, finish } = await afterOutage(8)
    await finish({ end: 'waits', unknownWords: 'SUSPENDED' })
    expect(running.size).toBe(2)
  })

  test('is two again after another outage', async () => {
    const { clock, running, finish, answer } = await afterOutage(8)
    await finish()
    expect(running.size).toBe(8)
    answer(down)
    await finish({ end: 'unreached', failure: 'connection-refused' })
    answer(up)
    await clock.pass(2 * minute)
    expect(running.size).toBe(2)
  })
})

describe('while a technician has paused sending,', () => {
  test('the platform is still probed once a minute, and no waiting job wakes the lane', async () => {
    const { lane, clock, seen, wakeAt } = openLane({ jobs: 3 })
    wakeAt(5 * second)
    lane.setPaused(true)
    await clock.pass(10 * second)
    expect(seen.probes).toHaveLength(1)
    await clock.pass(5 * minute)
    expect(seen.probes).toHaveLength(6)
    expect(seen.runs).toEqual([])
  })

  test('jobs in work go on to their end', async () => {
    const { lane, clock, seen, running, finish } = openLane({ jobs: 3, concurrency: 2 })
    lane.wake()
    await clock.pass(0)
    lane.setPaused(true)
    expect(running.size).toBe(2)
    expect(seen.signals.every(({ aborted }) => !aborted)).toBe(true)
    await finish()
    expect([running.size, seen.runs.length]).toEqual([0, 2])
  })
})

describe('the limit of jobs per minute', () => {
  test('counts the last sixty seconds, not the minute of the clock', async () => {
    const { lane, clock, seen, queue, endRunsWith } = openLane({ jobs: 1, jobsPerMinute: 2 })
    endRunsWith({ end: 'rests' })
    lane.wake()
    await clock.pass(40 * second)
    queue.add(2).add(3).add(4)
    lane.wake()
    await clock.pass(0)
    expect(seen.runs).toEqual([1, 2])
    await clock.pass(20 * second)
    expect(seen.runs).toEqual([1, 2, 3])
    await clock.pass(40 * second)
    expect(seen.runs).toEqual([1, 2, 3, 4])
  })

  test('does not let a job start before the time that the job waits for', async () => {
    const { lane, clock, seen, queue, endRunsWith, wakeAt } = openLane({ jobs: 1, jobsPerMinute: 10 })
    endRunsWith({ end: 'rests' })
    wakeAt(5 * second)
    lane.wake()
    await clock.pass(5 * second - 1)
    queue.add(2)
    expect(seen.runs).toEqual([1])
    await clock.pass(1)
    expect(seen.runs).toEqual([1, 2])
  })

  test('does not exist unless the operator sets it', async () => {
    const { lane, clock, seen, endRunsWith } = openLane({ jobs: 200 })
    endRunsWith({ end: 'rests' })
    lane.wake()
    for (let turn = 0; turn < 20; turn += 1) await clock.pass(1)
    expect(seen.runs).toHaveLength(200)
  })
})

describe('a broken job that cannot even be set aside', () => {
  test('is logged, and no job is started for twenty seconds', async () => {
    const { lane, clock, seen, running, log } = openLane({ jobs: 5, concurrency: 1, setAside: cannot })
    lane.wake()
    await clock.pass(0)
    running.get(1)?.fail(new Error('a bug'))
    await clock.pass(0)
    expect(log.lines.map(({ event, facts }) => [event, facts])).toEqual([
      ['job-broken', { sequence: 1, kind: 'Error' }],
      ['job-not-set-aside', { sequence: 1, kind: 'TypeError' }],
    ])
    await clock.pass(20 * second - 1)
    expect(seen.runs).toEqual([1])
    await clock.pass(1)
    expect(seen.runs).toEqual([1, 1])
  })
})

describe('a ledger that cannot be read', () => {
  test('is logged and read again after twenty seconds, and waking the lane throws no error', async () => {
    let isReadable = true
    const beforeReading = () => (isReadable ? undefined : cannot())
    const { lane, clock, seen, log, queue } = openLane({ beforeReading })
    lane.wake()
    await clock.pass(0)
    isReadable = false
    queue.add(1)
    lane.wake()
    expect(log.lines).toEqual([{ level: 'problem', event: 'ledger-not-read', facts: { kind: 'TypeError' } }])
    isReadable = true
    lane.wake()
    await clock.pass(20 * second - 1)
    expect(seen.runs).toEqual([])
    await clock.pass(1)
    expect(seen.runs).toEqual([1])
    expect(seen.unreadable).toBe(0)
  })

  test('ends the program when it cannot be read the third time in a row, because the next start checks the file', async () => {
    const { lane, clock, seen } = openLane({ jobs: 1, beforeReading: cannot })
    lane.wake()
    await clock.pass(0)
    await clock.pass(20 * second)
    expect(seen.unreadable).toBe(0)
    await clock.pass(20 * second)
    expect(seen.unreadable).toBe(1)
  })
})
