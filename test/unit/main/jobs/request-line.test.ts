import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createLine, type Turn } from '../../../../src/main/jobs/request-line.ts'
import { createFakeClock } from '../../../fakes/clock.ts'

const read = (stopping = new AbortController().signal): Turn => ({ stopping })
const change = (stopping = new AbortController().signal): Turn => ({ stopping, changesWithin: 1000 })

/** A line in which requests are made by name and answered by name. `asleep`: how long the computer slept, while timers stood still. */
function openLine(requestsAtOnce: number, asleep = { ms: 0 }) {
  const clock = createFakeClock()
  const awake = { ...clock, elapsed: () => clock.elapsed() + asleep.ms }
  const line = createLine(requestsAtOnce, awake, () => void (seen.room += 1))
  const seen = { room: 0 }
  const under = new Map<string, { answer: (text: string) => void; fail: (error: Error) => void }>()
  const asked: string[] = []
  return {
    clock,
    line,
    seen,
    under,
    asked,
    /** Asks, and gives the text of the answer; undefined if there was no turn. */
    ask: async (name: string, turn = read()): Promise<string | undefined> => {
      const turns = line.takeTurns(turn)
      const exchange = await turns.inTurn(() => {
        asked.push(name)
        const { promise, resolve, reject } = Promise.withResolvers<string>()
        under.set(name, { answer: resolve, fail: reject })
        return promise
          .finally(() => under.delete(name))
          .then((text) => ({ reach: 'answered', status: 200, headers: {}, text }))
      })
      if (turns.isMissed()) expect(exchange).toEqual({ reach: 'not-sent', failure: 'cancelled' })
      return exchange.reach === 'answered' ? exchange.text : undefined
    },
    /** Answers a request, and lets the next one begin. */
    answer: async (name: string): Promise<void> => {
      await clock.pass(0)
      under.get(name)?.answer(`answer to ${name}`)
      await clock.pass(0)
    },
  }
}

describe('the line of requests', () => {
  test('sends as many at once as allowed, and the others in their order', async () => {
    const { ask, answer, under, asked, clock } = openLine(2)
    for (const name of ['first', 'second', 'third', 'fourth']) void ask(name)
    await clock.pass(0)
    expect([...under.keys()]).toEqual(['first', 'second'])
    await answer('second')
    expect([...under.keys()]).toEqual(['first', 'third'])
    await answer('first')
    expect(asked).toEqual(['first', 'second', 'third', 'fourth'])
  })

  test('gives each request its own answer', async () => {
    const { ask, answer } = openLine(1)
    const both = Promise.all([ask('first'), ask('second')])
    await answer('first')
    await answer('second')
    expect(await both).toEqual(['answer to first', 'answer to second'])
  })

  test('sends a change before the waiting reads', async () => {
    const { ask, answer, asked } = openLine(1)
    void ask('first')
    void ask('read')
    void ask('change', change())
    await answer('first')
    expect(asked).toEqual(['first', 'change'])
  })

  test('goes on after a request that failed', async () => {
    const { ask, under, clock, asked } = openLine(1)
    const first = ask('first')
    void ask('second')
    await clock.pass(0)
    under.get('first')?.fail(new Error('broken'))
    await expect(first).rejects.toThrow('broken')
    await clock.pass(0)
    expect(asked).toEqual(['first', 'second'])
  })

  test('does not send a change that has waited too long, and gives its place to the next request', async () => {
    const { ask, answer, asked, clock } = openLine(1)
    void ask('first')
    const late = ask('late', change())
    void ask('read')
    await clock.pass(999)
    await clock.pass(1)
    expect(await late).toBeUndefined()
    await answer('first')
    expect(asked).toEqual(['first', 'read'])
  })

  test('does not send a change after a sleep during which its timer stood still, and sends the next request', async () => {
    const asleep = { ms: 0 }
    const { ask, answer, asked } = openLine(1, asleep)
    void ask('first')
    const late = ask('late', change())
    void ask('read')
    asleep.ms = 8 * 3_600_000
    await answer('first')
    expect(await late).toBeUndefined()
    expect(asked).toEqual(['first', 'read'])
  })

  test('does not send a request of a job that is being stopped', async () => {
    const { ask, answer, asked, line } = openLine(1)
    const stopping = new AbortController()
    void ask('first')
    const waiting = [ask('read', read(stopping.signal)), ask('change', change(stopping.signal))]
    stopping.abort()
    expect(await Promise.all([...waiting, ask('later', read(stopping.signal))])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    await line.waitForRoom(stopping.signal)
    await answer('first')
    expect(asked).toEqual(['first'])
  })

  test('gives no turn to a job that is being stopped, even if a turn is free', async () => {
    const { ask, asked } = openLine(1)
    expect(await ask('change', change(AbortSignal.abort()))).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('sends nothing after an answer that asks for a pause until the job has received that answer', async () => {
    const { ask, under, asked, clock, line } = openLine(1)
    const stopping = new AbortController()
    const first = ask('first').then(() => stopping.abort())
    const second = ask('second', read(stopping.signal))
    await clock.pass(0)
    const release = line.hold()
    under.get('first')?.answer('Later.')
    await first
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    expect(asked).toEqual(['first'])
    void release()
    expect(await second).toBeUndefined()
    expect(asked).toEqual(['first'])
  })

  test('goes on after answers that ask for a pause once all of them are interpreted, if they stop no job', async () => {
    const { ask, under, asked, clock, line } = openLine(2)
    for (const name of ['first', 'other', 'second', 'third']) void ask(name)
    await clock.pass(0)
    const releases = [line.hold(), line.hold()]
    under.get('first')?.answer('Later.')
    under.get('other')?.answer('')
    void releases[0]?.()
    await nextTurn()
    await clock.pass(0)
    expect(asked).toEqual(['first', 'other'])
    void releases[1]?.()
    await nextTurn()
    await clock.pass(0)
    expect(asked).toEqual(['first', 'other', 'second', 'third'])
  })

  test('lets each request of a question wait for a turn of its own', async () => {
    const { ask, answer, asked, clock, line, under } = openLine(1)
    const { inTurn, isMissed } = line.takeTurns(read())
    const exchange = (name: string) => () => {
      asked.push(name)
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      under.set(name, { answer: resolve, fail: reject })
      return promise.then((text) => ({ reach: 'answered', status: 200, headers: {}, text }) as const)
    }
    const question = inTurn(exchange('question')).then(() => inTurn(exchange('second question')))
    void ask('other')
    await clock.pass(0)
    await answer('question')
    await nextTurn()
    await nextTurn()
    expect(asked).toEqual(['question', 'other'])
    await answer('other')
    await nextTurn()
    await clock.pass(0)
    await answer('second question')
    expect(await question).toMatchObject({ text: 'answer to second question' })
    expect(isMissed()).toBe(false)
  })

  test('announces a free place without reserving it', async () => {
    const { ask, answer, asked, line } = openLine(1)
    void ask('first')
    const room = line.waitForRoom(read().stopping)
    void ask('second')
    await answer('first')
    await room
    expect(asked).toEqual(['first', 'second'])
  })

  test('hands answers that arrive together to their jobs one after the other', async () => {
    const { ask, under, clock } = openLine(3)
    const worked: string[] = []
    const work = async (name: string): Promise<void> => {
      await ask(name)
      worked.push(name)
    }
    for (const name of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) void work(name)
    await clock.pass(0)
    for (const name of ['first', 'second', 'third']) under.get(name)?.answer('')
    const seen: number[] = []
    while (worked.length < 3) {
      await nextTurn()
      seen.push(worked.length)
    }
    expect(seen.filter((count) => count > 0)).toEqual([1, 2, 3])
    expect(worked).toEqual(['first', 'second', 'third'])
  })

  test('leaves no timer behind for a change that was sent', async () => {
    const { ask, answer, clock } = openLine(1)
    void ask('first')
    void ask('change', change())
    expect(clock.waiting()).toBe(1)
    await answer('first')
    expect(clock.waiting()).toBe(0)
  })
})

/** How many jobs may be in work after answers that took this long each, milliseconds. */
const inWorkAfter = async (requestsAtOnce: number, took: readonly number[]): Promise<number> => {
  const { line, clock, ask, under } = openLine(requestsAtOnce)
  for (const ms of took) {
    const asked = ask('one')
    await clock.pass(ms)
    under.get('one')?.answer('')
    await asked
  }
  return line.jobsInWork()
}

describe('the number of jobs in work', () => {
  test.each([
    [1, 1],
    [3, 3],
    [4, 8],
    [8, 16],
  ])('with a quick platform and %i requests at once is %i', async (requests, jobs) => {
    expect(await inWorkAfter(requests, [80])).toBe(jobs)
  })

  test.each([
    [100, 16],
    [200, 12],
    [800, 9],
    [900, 8],
    [30_000, 8],
  ])('with a platform that takes %i ms to answer and 8 requests at once is %i', async (ms, jobs) => {
    expect(await inWorkAfter(8, [ms, ms])).toBe(jobs)
  })

  test('equals the allowed number of requests until the platform has answered for the first time', () => {
    expect(openLine(8).line.jobsInWork()).toBe(8)
  })

  test('is reported only when it rises', async () => {
    const { ask, answer, clock, seen } = openLine(8)
    const told: number[] = []
    for (const ms of [80, 80, 5000, ...Array<number>(9).fill(80)]) {
      void ask('read')
      await clock.pass(ms)
      await answer('read')
      await nextTurn()
      await clock.pass(0)
      told.push(seen.room)
    }
    expect(told.slice(0, 3)).toEqual([1, 1, 1])
    expect(told.at(-1)).toBeGreaterThan(1)
  })

  test('falls when the platform becomes slower, and rises when it becomes quicker', async () => {
    const quick = Array<number>(30).fill(50)
    const slow = Array<number>(30).fill(2000)
    expect(await inWorkAfter(8, [...quick, ...slow])).toBe(8)
    expect(await inWorkAfter(8, [...slow, ...quick])).toBe(16)
  })
})
