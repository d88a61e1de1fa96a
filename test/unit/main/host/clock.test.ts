import { expect, test, vi } from 'vitest'
import { createSystemClock } from '../../../../src/main/host/host-ports.ts'
test('the clock runs a timer, but not a cancelled one', async () => {
  const clock = createSystemClock()
  const order: string[] = []
  const callOff = clock.after(0, () => order.push('called off'))
  callOff()
  await new Promise<void>((resolve) => clock.after(1, resolve))
  expect(order).toEqual([])
})

test('the clock does not end a wait early if the wait is longer than a timer allows', async () => {
  const clock = createSystemClock()
  let ended = false
  const callOff = clock.after(2 ** 40, () => (ended = true))
  await new Promise<void>((resolve) => clock.after(5, resolve))
  callOff()
  expect(ended).toBe(false)
})

test('the clock measures elapsed time independently of the time of day', () => {
  const clock = createSystemClock()
  const before = clock.elapsed()
  vi.spyOn(Date, 'now').mockReturnValue(0)
  expect(clock.now()).toBe(0)
  expect(clock.elapsed()).toBeGreaterThanOrEqual(before)
})

test('the clock goes on while the computer sleeps, and is not moved by small differences of the system uptime', () => {
  vi.spyOn(performance, 'now').mockReturnValue(5000)
  let systemUptime = 100
  const clock = createSystemClock(() => systemUptime)
  systemUptime += 0.5
  expect(clock.elapsed()).toBe(5000)
  systemUptime += 3600
  expect(clock.elapsed()).toBe(5000 + 3_600_500)
  systemUptime = 0
  expect(clock.elapsed()).toBe(5000 + 3_600_500)
})
