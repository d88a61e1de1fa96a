import { expect, test } from 'vitest'
import { createFleetWorker } from '../../../../src/main/fleet/fleet-worker.ts'
import { createFakeClock } from '../../../fakes/clock.ts'
import { createFakeLog } from '../../../fakes/log.ts'
import { trulyRandom } from '../../../fakes/random.ts'

test('a computer that woke up asks the hub at once, although the timer of its next round did not run while it slept', async () => {
  const fake = createFakeClock()
  let [slept, rounds] = [0, 0]
  const worker = createFleetWorker({
    clock: { ...fake, elapsed: () => fake.elapsed() + slept },
    random: { ...trulyRandom, below: () => 0 },
    log: createFakeLog(),
    client: { mayAsk: () => true, restsUntil: () => 0, link: () => ({ state: 'reached' }) },
    parts: [
      () => {
        rounds += 1
        return Promise.resolve(true)
      },
    ],
  })
  worker.wake()
  await fake.pass(1000)
  expect(rounds).toBe(1)
  slept = 3_600_000

  worker.wake()
  await fake.pass(500)

  expect(rounds).toBe(2)
  await worker.stop()
})
