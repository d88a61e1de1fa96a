import { describe, expect, it } from 'vitest'
import { explainAttempt, judgePlace, judgeTrial, shouldFetch } from '../../../scripts/lib/judge-electron.mjs'

const HOUR = 3_600_000
const attempt = { version: '45.4.1', at: 1_000 * HOUR, outcome: 'failed' } as const

describe('a window of Electron', () => {
  it('can be shown on Linux with a screen of X11 or Wayland', () => {
    expect(judgePlace({ platform: 'linux', userId: 1000, env: { DISPLAY: ':0' } })).toBeUndefined()
    expect(judgePlace({ platform: 'linux', userId: 1000, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBeUndefined()
  })

  it('cannot be shown without a screen, or if the name of the screen is empty', () => {
    expect(judgePlace({ platform: 'linux', userId: 1000, env: {} })).toMatch(/no screen/)
    expect(judgePlace({ platform: 'linux', userId: 1000, env: { DISPLAY: '' } })).toMatch(/no screen/)
  })

  it('cannot be shown for root even with a screen, because the sandbox is never switched off', () => {
    expect(judgePlace({ platform: 'linux', userId: 0, env: { DISPLAY: ':0' } })).toMatch(/root/)
  })

  it('can be shown on macOS and Windows without DISPLAY', () => {
    expect(judgePlace({ platform: 'darwin', userId: 501, env: {} })).toBeUndefined()
    expect(judgePlace({ platform: 'win32', userId: undefined, env: {} })).toBeUndefined()
  })
})

describe("the download of Electron's program", () => {
  const facts = { attempt, version: '45.4.1', now: attempt.at + HOUR, insisted: false }

  it('is not tried a second time on the same day', () => {
    expect(shouldFetch(facts)).toBe(false)
  })

  it('is tried the first time, on request, for another version, and after a day', () => {
    expect(shouldFetch({ ...facts, attempt: undefined })).toBe(true)
    expect(shouldFetch({ ...facts, insisted: true })).toBe(true)
    expect(shouldFetch({ ...facts, version: '45.5.0' })).toBe(true)
    expect(shouldFetch({ ...facts, now: attempt.at + 24 * HOUR })).toBe(true)
  })

  it('is tried if the clock was set back', () => {
    expect(shouldFetch({ ...facts, now: attempt.at - HOUR })).toBe(true)
  })
})

describe("the message about Electron's program", () => {
  it('says where the program comes from if the download has just failed', () => {
    expect(explainAttempt({ attempt, now: attempt.at, limitSeconds: 20 })).toBe(
      'its program could not be fetched (it comes from GitHub, not from the npm registry)',
    )
  })

  it('says how long nothing arrived, when that was, and how to try again', () => {
    const silent = { ...attempt, outcome: 'silent' } as const
    expect(explainAttempt({ attempt: silent, now: attempt.at + 5 * HOUR, limitSeconds: 20 })).toBe(
      'fetching its program brought nothing for 20 seconds; that was 5 h ago, and `npm start -- --electron` tries again now',
    )
    expect(explainAttempt({ attempt, now: attempt.at + HOUR, limitSeconds: 20 })).toContain('60 min ago')
  })
})

describe("the trial start of Electron's program", () => {
  const trial = { code: 127, timedOut: false, output: '' }

  it('finds no fault if the program ended normally', () => {
    expect(judgeTrial({ ...trial, code: 0, output: 'v24.21.0' })).toBeUndefined()
  })

  it('names the library that the system lacks', () => {
    const output = 'electron: error while loading shared libraries: libgtk-3.so.0: cannot open shared object file'
    expect(judgeTrial({ ...trial, output })).toBe('the system lacks a library it needs, libgtk-3.so.0')
  })

  it('says that the program hung, or quotes its last line', () => {
    expect(judgeTrial({ code: null, timedOut: true, output: 'x' })).toMatch(/hung/)
    expect(judgeTrial({ ...trial, output: 'a\nExec format error\n' })).toBe(
      'its program does not run here (Exec format error)',
    )
    expect(judgeTrial(trial)).toBe('its program does not run here')
  })
})
