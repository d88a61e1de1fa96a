import { expect, test } from 'vitest'
import { findToday } from '../../../../../src/renderer/src/features/home/today-panel.tsx'

const hour = 3_600_000
const now = new Date(2026, 10, 24, 20).getTime()
const saved = (count: number, at: number) => Array.from({ length: count }, () => ({ createdAt: at }))

test('a day with more jobs than were read is never told as just these', () => {
  expect(findToday(saved(200, now - hour), true, now)).toMatchObject({ today: { length: 200 }, isCut: true })
})

test('a day is told whole once a job of an earlier day was read', () => {
  const newest = [...saved(150, now - hour), ...saved(50, now - 24 * hour)]
  expect(findToday(newest, true, now)).toMatchObject({ today: { length: 150 }, isCut: false })
})

test('a day is told whole if there are no more jobs', () => {
  expect(findToday(saved(50, now - hour), false, now)).toMatchObject({ today: { length: 50 }, isCut: false })
})
