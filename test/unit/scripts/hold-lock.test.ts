import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdLock, isAbandoned } from '../../../scripts/lib/hold-lock.mjs'

const NO_PROCESS = 2 ** 30
let lock = ''

beforeEach(() => {
  lock = path.join(mkdtempSync(path.join(tmpdir(), 'setdesk-lock-')), 'cache', 'set-up.lock')
})
afterEach(() => rmSync(path.dirname(path.dirname(lock)), { recursive: true, force: true }))

function leaveBehind(pid: number) {
  mkdirSync(lock, { recursive: true })
  writeFileSync(path.join(lock, 'owner'), String(pid))
}

describe('the lock of a script', () => {
  it('exists during the work and is removed afterwards, even if the work throws', async () => {
    const held = await holdLock(lock, 'test', async () => existsSync(lock))
    expect([held, existsSync(lock)]).toEqual([true, false])
    await expect(holdLock(lock, 'test', () => Promise.reject(new Error('broke')))).rejects.toThrow('broke')
    expect(existsSync(lock)).toBe(false)
  })

  it('lets only one script work at a time', async () => {
    const events: string[] = []
    const work = (name: string) => async () => {
      events.push(`${name} begins`)
      await new Promise(setImmediate)
      events.push(`${name} ends`)
    }
    await Promise.all([holdLock(lock, 'test', work('a')), holdLock(lock, 'test', work('b'))])
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('is left, and the work with it, if this user cannot write into its folder', async () => {
    const file = path.join(path.dirname(path.dirname(lock)), 'file')
    writeFileSync(file, '')
    expect(await holdLock(path.join(file, 'test.lock'), 'test', async () => 'done')).toBeUndefined()
  })

  it('is taken over from a process that has ended', async () => {
    leaveBehind(NO_PROCESS)
    expect(await holdLock(lock, 'test', async () => 'done')).toBe('done')
  })

  it('is taken over if a former takeover was interrupted', async () => {
    leaveBehind(NO_PROCESS)
    mkdirSync(`${lock}.takeover`)
    utimesSync(`${lock}.takeover`, 1, 1)
    expect(await holdLock(lock, 'test', async () => 'done')).toBe('done')
  })

  it('is not removed if another process has taken it over meanwhile', async () => {
    await holdLock(lock, 'test', async () => leaveBehind(NO_PROCESS))
    expect(existsSync(lock)).toBe(true)
  })
})

describe('a lock', () => {
  it('counts as held while its owner runs and was active recently', () => {
    expect(isAbandoned({ pid: 5, silentMs: 1_000 }, 500_000, () => true)).toBe(false)
  })

  it('counts as abandoned if its owner has ended, or has been silent for too long', () => {
    expect(isAbandoned({ pid: 5, silentMs: 0 }, 0, () => false)).toBe(true)
    expect(isAbandoned({ pid: 5, silentMs: 120_000 }, 120_000, () => true)).toBe(true)
  })

  it('counts as held for a short time while it names no owner', () => {
    expect(isAbandoned(undefined, 100)).toBe(false)
    expect(isAbandoned(undefined, 60_000)).toBe(true)
  })
})
