import { describe, expect, test } from 'vitest'
import { makeJob } from '../../../../fakes/world.ts'
import { hasComeToRest, restsOf } from '../../../../../src/renderer/src/features/customers/say-customer.tsx'

const job = (state: 'sending' | 'done' | 'needs-you', id: string, updatedAt: number) => ({
  ...makeJob(state, 1, 0).summary,
  id,
  updatedAt,
})
const before = restsOf([job('done', 'a', 1), job('sending', 'b', 2)])

describe('a job counts as just ended', () => {
  test('if it was running before and is not running now', () => {
    expect(hasComeToRest(before, restsOf([job('done', 'a', 1), job('sending', 'b', 3)]))).toBe(false)
    expect(hasComeToRest(before, restsOf([job('done', 'a', 1), job('needs-you', 'b', 4)]))).toBe(true)
  })
  test('if it ended before it was seen running', () => {
    expect(hasComeToRest(before, restsOf([job('done', 'a', 1), job('done', 'c', 5)]))).toBe(true)
  })
  test('if it has ended again after another run', () => {
    expect(hasComeToRest(before, restsOf([job('done', 'a', 6)]))).toBe(true)
  })
})
