import { describe, expect, it } from 'vitest'
import { sayFinding } from '../../../../../src/renderer/src/features/queue/known-facts.tsx'
import { createLocale } from '../../../../../src/renderer/src/locale.ts'
import { readingViewSchema, stepKinds } from '../../../../../src/shared/domain/job.ts'

const { t } = createLocale({ strict: true })

describe('the result of a read', () => {
  it.each(stepKinds)('has words for every finding of %s', (kind) => {
    for (const finding of readingViewSchema.shape.finding.options)
      expect(sayFinding(t, kind, finding)).toMatch(/^[a-z]/)
  })

  it('speaks of a thing after a creation, and of an effect after a change', () => {
    expect(sayFinding(t, 'create-customer', 'absent')).toBe('it is not there')
    expect(sayFinding(t, 'renew', 'absent')).toBe('it has not taken effect')
    expect(sayFinding(t, 'change-product', 'somebody-else')).not.toContain('somebody')
  })
})
