import { expect, it } from 'vitest'
import { createCommitWatch } from '../../../src/hub/hub.ts'
import { fail, succeed } from '../../../src/shared/result.ts'

function openWatch() {
  let [time, waiting, isAway] = [0, { count: 0, seconds: 0 }, false]
  let tried = 0
  let finish: (() => void) | undefined
  const logged: string[] = []
  const watch = createCommitWatch({
    database: {
      ask: async () => (isAway ? fail({ code: 'unavailable', message: 'away' }) : succeed(waiting)),
      call: () => {
        tried += 1
        return new Promise((resolve) => (finish = () => resolve(succeed({}))))
      },
    },
    log: { info: (event) => logged.push(event), warn: (event) => logged.push(event) },
    now: () => time,
    onWaiting: () => undefined,
  })
  return {
    watch,
    logged,
    countTried: () => tried,
    finish: () => finish?.(),
    lookAt: async (at: number, seconds = 0, away = false): Promise<boolean> => {
      ;[time, waiting, isAway] = [at, { count: seconds > 0 ? 1 : 0, seconds }, away]
      await watch.look()
      return watch.isWaiting()
    },
  }
}

it('the commit monitor reports once that commits wait for more than three seconds, and once that they go on', async () => {
  const { lookAt, logged } = openWatch()
  expect(await lookAt(0)).toBe(false)
  expect(await lookAt(1000, 3)).toBe(false)
  expect(await lookAt(2000, 4)).toBe(true)
  expect(await lookAt(3000, 5)).toBe(true)
  expect(await lookAt(4000)).toBe(false)
  expect(logged).toEqual(['commits-wait', 'commits-go-on'])
})

it('the commit monitor tries a commit every ten seconds, one at a time, unless another commit waits', async () => {
  const { lookAt, countTried, finish } = openWatch()
  await lookAt(0)
  await lookAt(9999)
  expect(countTried()).toBe(1)
  // No second commit is tried, because the first one has not ended.
  await lookAt(10_000)
  expect(countTried()).toBe(1)
  finish()
  await lookAt(11_000, 2)
  expect(countTried()).toBe(1)
  await lookAt(12_000)
  expect(countTried()).toBe(2)
})

it('the commit monitor reports nothing about a database that does not answer', async () => {
  const { lookAt } = openWatch()
  await lookAt(0, 5)
  expect(await lookAt(1000, 5, true)).toBe(false)
})
