import { expect, test } from 'vitest'
import { sayTimeLeft } from '../../../../../src/renderer/src/features/queue/sending-progress.tsx'
import type { Drain } from '../../../../../src/renderer/src/state/snapshot-store.ts'

const minute = 60_000
const drain: Drain = {
  connectionId: 'north',
  since: 0,
  at: 2 * minute,
  sent: 99,
  needsYou: 1,
  open: 200,
  status: 'going',
  idleSince: undefined,
  before: { sent: 0, needsYou: 0 },
}

test('the remaining time is estimated from the pace so far, of sent and refused jobs alike', () => {
  expect(sayTimeLeft(drain)).toBe('about 4 minutes')
  expect(sayTimeLeft({ ...drain, at: 4 * minute })).toBe('about 8 minutes')
  expect(sayTimeLeft({ ...drain, open: 10 })).toBe('less than a minute')
})

test('the remaining time is not estimated from a few jobs, or while nothing is sent', () => {
  expect(sayTimeLeft({ ...drain, sent: 3 })).toBe('')
  expect(sayTimeLeft({ ...drain, status: 'held' })).toBe('')
  expect(sayTimeLeft({ ...drain, status: 'waiting' })).toBe('')
})
