import { describe, expect, it } from 'vitest'
import { PHASES, readPhases } from '../../../scripts/lib/test-phases.mjs'

describe('the phases of npm test', () => {
  it('are all run unless some are requested', () => {
    expect(readPhases([])).toEqual({ ok: true, phases: new Set(PHASES) })
  })

  it('are chosen by --only, in either notation', () => {
    expect(readPhases(['--only', 'unit,types'])).toEqual({ ok: true, phases: new Set(['unit', 'types']) })
    expect(readPhases(['--only=e2e'])).toEqual({ ok: true, phases: new Set(['e2e']) })
  })

  it('are listed in the error if the request is not understood', () => {
    for (const args of [['--only'], ['--only', 'units'], ['unit'], ['--only', 'unit', 'types'], ['--watch']]) {
      expect(readPhases(args)).toEqual({ ok: false, error: expect.stringContaining('contract') })
    }
  })
})
