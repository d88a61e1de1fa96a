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

/** Reads 50 MB in blocks with something small that stays after each, lets the blocks go, and prints the megabytes that it still has. */
const readBlocks = `
  const [kept, { rss }] = [[], process.memoryUsage]
  let blocks = []
  gc()
  const before = rss()
  for (let turn = 0; turn < 800; turn += 1) {
    blocks.push(Buffer.allocUnsafeSlow(65_536).fill(1))
    kept.push(Buffer.allocUnsafeSlow(4000).fill(1))
  }
  blocks = undefined
  gc({ type: 'major', flavor: 'last-resort' })
  console.log((rss() - before) / 2 ** 20, kept.length)
`

describe('the process of the browser host', () => {
  it('has at most 16 MB for short-lived objects', () => {
    const args = [...hostMemory.flags, '--eval', makeObjects]
    // While it collects, V8 may have a page more.
    expect(Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))).toBeLessThan(17)
  })

  it.runIf(process.platform === 'linux')('gives back what it has read, whatever stays between', () => {
    const args = [...hostMemory.flags, '--eval', readBlocks]
    const printed = execFileSync(process.execPath, args, {
      encoding: 'utf8',
      env: { ...process.env, ...hostMemory.env },
    })
    expect(Number.parseFloat(printed)).toBeLessThan(25)
  })

  it('has the collector at hand that gives memory back', () => {
    const args = [...hostMemory.flags, '--print', 'typeof gc']
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()).toBe('function')
  })

  it('is started like that, with few pools of memory for its threads', () => {
    const { args, env } = loopbackCommand(['--json'], { HOME: '/home/anna' })
    expect(args.slice(0, hostMemory.flags.length)).toEqual(hostMemory.flags)
    expect(args.at(-1)).toBe('--json')
    expect(env).toEqual({
      HOME: '/home/anna',
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '131072',
      MALLOC_MMAP_THRESHOLD_: '32768',
    })
  })
})
