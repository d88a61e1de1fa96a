import { describe, expect, it } from 'vitest'
import { sayFinding } from '../../../../../src/renderer/src/features/queue/say-finding.ts'
import { createLocale } from '../../../../../src/renderer/src/locale.ts'
import { stepKinds } from '../../../../../src/shared/domain/job.ts'

const { t } = createLocale({ strict: true })

describe('what the platform showed', () => {
  it.each(stepKinds)('is said of %s for every finding', (kind) => {
    for (const finding of ['present', 'absent', 'somebody-else', 'unclear', 'unreached'] as const)
      expect(sayFinding(t, kind, finding)).toMatch(/^[a-z]/)
  })

  it('is a thing for what is made, and an effect for what is changed', () => {
    expect(sayFinding(t, 'create-customer', 'absent')).toBe('it is not there')
    expect(sayFinding(t, 'renew', 'absent')).toBe('it has not taken effect')
    expect(sayFinding(t, 'change-product', 'somebody-else')).not.toContain('somebody')
  })
})
