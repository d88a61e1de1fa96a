import { expect, test } from 'vitest'
import { findToday, tellDay } from '../../../../../src/renderer/src/features/home/today-panel.tsx'

const hour = 3_600_000
const now = new Date(2026, 10, 24, 20).getTime()
const saved = (count: number, at: number) => Array.from({ length: count }, () => ({ createdAt: at }))

test('a day with more jobs than were read counts as incomplete', () => {
  expect(findToday(saved(200, now - hour), true, now)).toMatchObject({ today: { length: 200 }, isCut: true })
})

test('a day counts as complete once a job of an earlier day was read', () => {
  const newest = [...saved(150, now - hour), ...saved(50, now - 24 * hour)]
  expect(findToday(newest, true, now)).toMatchObject({ today: { length: 150 }, isCut: false })
})

test('a day counts as complete if there are no more jobs', () => {
  expect(findToday(saved(50, now - hour), false, now)).toMatchObject({ today: { length: 50 }, isCut: false })
})

const whole = { jobs: 294, done: 280, underWay: 10, needsYou: 4, dropped: 0, firstTimeRight: 280 }
const read = Array.from({ length: 200 }, () => ({ state: 'done' as const }))

test("the number of today's jobs comes from the host if there are more than were read", () => {
  expect(tellDay({ today: read, isCut: true }, { total: whole, isCut: false })).toEqual({
    count: 294,
    counts: whole,
    isWhole: true,
  })
})

test.each([
  ['the host has not counted yet', undefined],
  ['the host could not count all', { total: whole, isCut: true }],
])('only the jobs that were read are counted while %s', (_, all) => {
  expect(tellDay({ today: read, isCut: true }, all)).toMatchObject({
    count: 200,
    counts: { done: 200 },
    isWhole: false,
  })
})

test('a dropped job does not count, so that an edited job counts once', () => {
  const today = [...read, { state: 'dropped' as const }]
  expect(tellDay({ today, isCut: false }, undefined)).toMatchObject({ count: 200, isWhole: true })
  const total = { ...whole, jobs: 296, dropped: 2 }
  expect(tellDay({ today, isCut: true }, { total, isCut: false })).toMatchObject({ count: 294 })
})
