import { expect, test, vi } from 'vitest'
import { createSystemClock } from '../../../../src/main/host/ports.ts'
test('a wait ends, and one that was called off does not', async () => {
  const clock = createSystemClock()
  const order: string[] = []
  const callOff = clock.after(0, () => order.push('called off'))
  callOff()
  await new Promise<void>((resolve) => clock.after(1, resolve))
  expect(order).toEqual([])
})

test('a wait longer than a timer can hold does not end at once', async () => {
  const clock = createSystemClock()
  let ended = false
  const callOff = clock.after(2 ** 40, () => (ended = true))
  await new Promise<void>((resolve) => clock.after(5, resolve))
  callOff()
  expect(ended).toBe(false)
})

test('the time that was lived through takes no part in a clock that is set', () => {
  const clock = createSystemClock()
  const before = clock.elapsed()
  vi.spyOn(Date, 'now').mockReturnValue(0)
  expect(clock.now()).toBe(0)
  expect(clock.elapsed()).toBeGreaterThanOrEqual(before)
})
