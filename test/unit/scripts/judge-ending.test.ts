import { describe, expect, it } from 'vitest'
import { explainCrash } from '../../../scripts/lib/judge-ending.mjs'

const [SIGHUP, SIGINT, SIGTRAP, SIGKILL, SIGSEGV, SIGTERM] = [1, 2, 5, 9, 11, 15]

describe("the end of the window's program", () => {
  it('is a failed start if a signal ended the program right after its start, or if it could not run at all', () => {
    expect(explainCrash({ code: 128 + SIGTRAP, soon: true })).toBe(
      'its program was ended by SIGTRAP right after its start',
    )
    expect(explainCrash({ code: 128 + SIGSEGV, soon: true })).toContain('SIGSEGV')
    expect(explainCrash({ code: 127, soon: true })).toBe('its program could not be run')
  })

  it('is reported with the exit code on a system without signals', () => {
    expect(explainCrash({ code: 0xc0000005, soon: true })).toContain('exit code 3221225477')
  })

  it('does not count as a failed start if the exit code is an ordinary one', () => {
    for (const code of [0, 1, 2, 3, 126]) expect(explainCrash({ code, soon: true })).toBeUndefined()
  })

  it('does not count as a failed start if a user stopped the program', () => {
    for (const signal of [SIGHUP, SIGINT, SIGKILL, SIGTERM])
      expect(explainCrash({ code: 128 + signal, soon: true })).toBeUndefined()
    // Ctrl+C, and the closing of a console, on Windows.
    expect(explainCrash({ code: 0xc000013a, soon: true })).toBeUndefined()
  })

  it('does not count as a failed start if the program was used before', () => {
    expect(explainCrash({ code: 128 + SIGSEGV, soon: false })).toBeUndefined()
  })
})
