import { describe, expect, it } from 'vitest'
import { sayWhy } from '../../../../../src/renderer/src/features/queue/say-why.ts'
import { createLocale } from '../../../../../src/renderer/src/locale.ts'

const { t } = createLocale({ strict: true })

describe('why a job is where it is', () => {
  it('is nothing where nothing is known', () => {
    expect(sayWhy(t, {})).toBeUndefined()
  })

  it('brings the platform’s own words along', () => {
    expect(sayWhy(t, { why: { code: 'platform-refused', detail: 'Limit <b>reached</b>' } })).toBe(
      'The platform refused: “Limit <b>reached</b>”',
    )
  })

  it('calls a person’s words a reason', () => {
    expect(sayWhy(t, { why: { code: 'person-dropped', detail: 'moved out' } })).toBe(
      'Dropped by a technician. Reason: moved out',
    )
  })

  it('says until when it waits', () => {
    const at = new Date(2026, 0, 15, 14, 5).getTime()
    // Another sentence may follow, and an answer of 500 asks for nothing.
    expect(sayWhy(t, { why: { code: 'platform-busy' }, waitsUntil: at })).toBe(
      'The platform is busy, or asked for a pause. Not before 14:05.',
    )
  })
})
