import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { hostMemory } from '../../../scripts/lib/host-memory.mjs'
import { loopbackCommand } from '../../../scripts/lib/serve-loopback.mjs'

/** Makes more objects that live for a while than any space for short-lived ones can hold; prints that space's megabytes. */
const makeObjects = `
  const kept = []
  for (let turn = 0; turn < 400; turn += 1) kept[turn % 40] = Array.from({ length: 10_000 }, (_, index) => ({ index }))
  const spaces = require('node:v8').getHeapSpaceStatistics()
  console.log(spaces.find(({ space_name: name }) => name === 'new_space').space_size / 2 ** 20)
`

describe('the process of the browser host', () => {
  it('has at most 16 MB for short-lived objects', () => {
    const args = [...hostMemory.flags, '--eval', makeObjects]
    expect(Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))).toBeLessThanOrEqual(16)
  })

  it('can call the garbage collector', () => {
    const args = [...hostMemory.flags, '--print', 'typeof gc']
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()).toBe('function')
  })

  it('is started with the options for little memory, and with few memory pools for its threads', () => {
    const { args, env } = loopbackCommand(['--json'], { HOME: '/home/anna' })
    expect(args.slice(0, hostMemory.flags.length)).toEqual(hostMemory.flags)
    expect(args.at(-1)).toBe('--json')
    expect(env).toEqual({ HOME: '/home/anna', MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' })
  })
})
