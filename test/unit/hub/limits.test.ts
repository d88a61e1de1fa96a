import { describe, expect, it } from 'vitest'
import { createCounter, createRateLimit } from '../../../src/hub/door/limits.ts'

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
