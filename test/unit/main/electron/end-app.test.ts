import { EventEmitter } from 'node:events'
import type { App } from 'electron'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setUpEnding } from '../../../../src/main/electron/end-app.ts'

function setUp(stop: () => Promise<void>) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const said: string[] = []
  const app = Object.assign(new EventEmitter(), {
    exit: (code: number) => void said.push(`exit ${code}`),
    relaunch: () => void said.push('relaunch'),
  })
  const ending = setUpEnding(app as unknown as App, { stop, release: () => void said.push('release') })
  const quit = () => {
    let prevented = false
    app.emit('will-quit', { preventDefault: () => (prevented = true) })
    return prevented
  }
  return { said, ending, quit }
}

test('ends the app once sending has stopped', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { said, ending, quit } = setUp(() => promise)
  expect([ending.isEnding(), quit(), ending.isEnding()]).toEqual([false, true, true])
  await vi.advanceTimersByTimeAsync(1000)
  expect(said).toEqual([])
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual(['release', 'exit 0'])
})

test.each([
  ['does not stop', () => new Promise<void>(() => undefined)],
  ['fails to stop', () => Promise.reject(new Error('closed'))],
])('ends the app after a few seconds if sending %s', async (_, stop) => {
  const { said, quit } = setUp(stop)
  quit()
  quit()
  await vi.advanceTimersByTimeAsync(5000)
  expect(said).toEqual(['release', 'exit 0'])
})

test('starts the app again afterwards if it is started while it ends', async () => {
  const { said, ending, quit } = setUp(() => Promise.resolve())
  quit()
  ending.startAgain()
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual(['release', 'relaunch', 'exit 0'])
})
