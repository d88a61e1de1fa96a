import { expect, test } from 'vitest'
import { planSoak } from '../../faults/soak/plan-soak.ts'

const targets = {
  short: { takes: 5 },
  long: { takes: 400 },
  many: { takes: 900, parts: { count: 3, size: 1000 } },
}
const names = Object.keys(targets)

test('the plan of a soak runs whole targets in the given order, one at a time', () => {
  expect(planSoak(names, { seed: 7, jobs: 1 }, targets)).toEqual([
    { name: 'short', label: 'short', seed: 7 },
    { name: 'long', label: 'long', seed: 7 },
    { name: 'many', label: 'many', seed: 7 },
  ])
})

test('the plan of a soak begins with the longest target if several run at once, and divides targets that have parts', () => {
  const pieces = planSoak(names, { seed: 7, jobs: 2 }, targets)
  expect(pieces.map(({ label }) => label)).toEqual(['long', 'many 1 of 3', 'many 2 of 3', 'many 3 of 3', 'short'])
})

test('the plan of a soak gives each part its own seed and its share of the size', () => {
  const parts = planSoak(['many'], { seed: 7, jobs: 2 }, targets)
  expect(new Set(parts.map(({ seed }) => seed)).size).toBe(3)
  expect(parts.map(({ size }) => size)).toEqual([333, 333, 334])
})

test('the plan of a soak divides a requested size, and leaves out parts with nothing to do', () => {
  const parts = planSoak(['many', 'short'], { seed: 7, jobs: 2, size: 2 }, targets)
  expect(parts.map(({ label, size }) => [label, size])).toEqual([
    ['many 2 of 3', 1],
    ['many 3 of 3', 1],
    ['short', 2],
  ])
})
