import { describe, expect, it } from 'vitest'
import { sayFinding } from '../../../../../src/renderer/src/features/queue/known-facts.tsx'
import { readingViewSchema } from '../../../../../src/shared/domain/job.ts'
import { stepKinds } from '../../../../../src/shared/domain/job-kinds.ts'

describe('the text about the result of a read', () => {
  it.each(stepKinds)('exists for every finding of %s', (kind) => {
    for (const finding of readingViewSchema.shape.finding.options) expect(sayFinding(kind, finding)).toMatch(/^[a-z]/)
  })

  it('says after a creation what is there, and after a change whether it took effect', () => {
    expect(sayFinding('create-customer', 'absent')).toBe('it is not there')
    expect(sayFinding('renew', 'absent')).toBe('it has not taken effect')
    expect(sayFinding('change-product', 'somebody-else')).not.toContain('somebody')
  })
})
