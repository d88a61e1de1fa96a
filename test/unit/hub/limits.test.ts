import { describe, expect, it } from 'vitest'
import { createCounter, createRateLimit, createTurns } from '../../../src/hub/door/limits.ts'

/** Two a second, three at once, and a clock that is set by hand. */
function start() {
  let now = 1000
  const limit = createRateLimit({ perSecond: 2, burst: 3 }, () => now)
  return { take: (name: string) => limit.take(name), pass: (ms: number) => (now += ms) }
}

describe('a rate limit', () => {
  it('lets a burst pass, and then as many calls as time allows', () => {
    const { take, pass } = start()
    expect([take('a'), take('a'), take('a')]).toEqual([undefined, undefined, undefined])
    expect(take('a')).toBe(1)
    pass(499)
    expect(take('a')).toBe(1)
    pass(1)
    expect(take('a')).toBeUndefined()
    expect(take('a')).toBe(1)
  })

  it('counts each name separately', () => {
    const { take } = start()
    for (let count = 0; count < 4; count += 1) take('a')
    expect(take('b')).toBeUndefined()
  })

  it('never allows more than one burst at once, even after a long time without calls', () => {
    const { take, pass } = start()
    take('a')
    pass(3_600_000)
    expect([take('a'), take('a'), take('a'), take('a')]).toEqual([undefined, undefined, undefined, 1])
  })
})

describe('a limit of concurrent calls', () => {
  it('admits a fixed number of calls at a time for each name', () => {
    const counter = createCounter(2)
    expect([counter.begin('a'), counter.begin('a'), counter.begin('a'), counter.begin('b')]).toEqual([
      true,
      true,
      false,
      true,
    ])
    counter.end('a')
    expect(counter.begin('a')).toBe(true)
  })
})

describe('turns', () => {
  it('let a station have only some calls in the database, in the order of its calls, and other stations go on', async () => {
    const inTurn = createTurns(2)
    const [begun, ends] = [[] as string[], new Map<string, () => void>()]
    const begin = (station: string, call: string) =>
      inTurn(station, () => {
        begun.push(call)
        return new Promise<string>((resolve) => ends.set(call, () => resolve(call)))
      })
    const calls = ['a1', 'a2', 'a3', 'a4'].map((call) => begin('a', call))
    const other = begin('b', 'b1')
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    ends.get('b1')?.()
    ends.get('a2')?.()
    expect(await Promise.all([other, calls[1]])).toEqual(['b1', 'a2'])
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'a3'])
    ends.get('a1')?.()
    await expect.poll(() => begun).toContain('a4')
    for (const end of ends.values()) end()
    expect(await Promise.all(calls)).toEqual(['a1', 'a2', 'a3', 'a4'])
  })

  it('pass on if a call fails', async () => {
    const inTurn = createTurns(1)
    const failed = inTurn('a', () => Promise.reject(new Error('failed')))
    const next = inTurn('a', () => Promise.resolve('next'))
    await expect(failed).rejects.toThrow('failed')
    expect(await next).toBe('next')
    expect(await inTurn('a', () => Promise.resolve('later'))).toBe('later')
  })
})
