import { EventEmitter } from 'node:events'
import type { App, BrowserWindow, PowerMonitor } from 'electron'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hearSessionEnd, setUpEnding } from '../../../../src/main/electron/end-app.ts'

type Installed = 'done' | 'ends' | false

function setUp(
  stop: () => Promise<void>,
  install: (release: () => void) => Promise<Installed> = () => Promise.resolve(false),
) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const said: string[] = []
  const app = Object.assign(new EventEmitter(), {
    exit: (code: number) => void said.push(`exit ${code}`),
  })
  const ending = setUpEnding(app as unknown as App, {
    stop,
    release: () => void said.push('release'),
    install: async (restarts, release) => {
      said.push('install')
      const installed = await install(release)
      if (restarts()) said.push('and start')
      return installed
    },
    relaunch: () => void said.push('relaunch'),
  })
  const quit = () => {
    let prevented = false
    app.emit('will-quit', { preventDefault: () => (prevented = true) })
    return prevented
  }
  return { said, ending, quit }
}

test('the app ends once sending has stopped', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { said, ending, quit } = setUp(() => promise)
  expect([ending.isEnding(), quit(), ending.isEnding()]).toEqual([false, true, true])
  await vi.advanceTimersByTimeAsync(1000)
  expect(said).toEqual([])
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual(['install', 'release', 'exit 0'])
})

test.each([
  ['does not stop', () => new Promise<void>(() => undefined)],
  ['fails to stop', () => Promise.reject(new Error('closed'))],
])('the app ends after a few seconds if sending %s, and installs nothing', async (_, stop) => {
  const { said, quit } = setUp(stop)
  quit()
  quit()
  await vi.advanceTimersByTimeAsync(5000)
  expect(said).toEqual(['release', 'exit 0'])
})

test('the app starts again if it is started while it is ending', async () => {
  const { said, ending, quit } = setUp(() => Promise.resolve())
  quit()
  ending.startAgain()
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual(['install', 'and start', 'release', 'relaunch', 'exit 0'])
})

test('the new version is started if Setdesk is started while the installation is being prepared', async () => {
  const prepared = Promise.withResolvers<Installed>()
  const { said, ending, quit } = setUp(
    () => Promise.resolve(),
    () => prepared.promise,
  )
  quit()
  await vi.advanceTimersByTimeAsync(0)
  // The folder still belongs to this process, so the second process tells this one, and opens nothing.
  expect(said).toEqual(['install'])
  ending.startAgain()
  prepared.resolve('done')
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual(['install', 'and start', 'release', 'exit 0'])
})

test('the installation releases the data folder once the new version is in its place', async () => {
  const { said, ending, quit } = setUp(
    () => Promise.resolve(),
    async (release) => {
      said.push('replace')
      release()
      return 'done'
    },
  )
  ending.startAgain()
  expect(ending.mayAsk()).toBe(false)
  quit()
  await vi.advanceTimersByTimeAsync(0)
  // The installer starts Setdesk, so Setdesk does not start itself as well.
  expect(said).toEqual(['install', 'replace', 'release', 'and start', 'release', 'exit 0'])
})

test('the app ends even if the installation fails', async () => {
  const { said, ending, quit } = setUp(
    () => Promise.resolve(),
    () => Promise.reject(new Error('spoilt')),
  )
  ending.startAgain()
  quit()
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual(['install', 'release', 'relaunch', 'exit 0'])
})

test('the app ends by itself if the installation of an update does not end the app in time', async () => {
  const { said, quit } = setUp(
    () => Promise.resolve(),
    () => Promise.resolve('ends'),
  )
  expect(quit()).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(said).toEqual(['install', 'release'])
  expect(quit()).toBe(false)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(said).toEqual(['install', 'release', 'exit 0'])
})

test('at the end of the user’s session nothing is asked, installed or started again', async () => {
  const { said, ending, quit } = setUp(
    () => Promise.resolve(),
    () => Promise.resolve('done'),
  )
  expect(ending.mayAsk()).toBe(true)
  ending.startAgain()
  ending.endSession()
  expect(ending.mayAsk()).toBe(false)
  quit()
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual(['release', 'exit 0'])
})

/** The system around an app that another listener hears the signal of. */
function setUpSystem() {
  const said: string[] = []
  const [powerMonitor, window, signals] = [new EventEmitter(), new EventEmitter(), new EventEmitter()]
  signals.on('SIGTERM', () => void said.push('a listener from before'))
  hearSessionEnd(
    {
      powerMonitor: powerMonitor as unknown as PowerMonitor,
      window: window as unknown as BrowserWindow,
      process: signals as unknown as NodeJS.Process,
    },
    () => void said.push('end'),
  )
  return { said, powerMonitor, window, signals }
}

test('Linux waits for the app at a shutdown', () => {
  const { said, powerMonitor } = setUpSystem()
  powerMonitor.emit('shutdown', { preventDefault: () => void said.push('wait') })
  expect(said).toEqual(['wait', 'end'])
})

test('Windows is not held up at the end of a session, and the app ends', () => {
  const { said, window } = setUpSystem()
  const event = { reasons: ['shutdown'], preventDefault: () => void said.push('wait') }
  window.emit('query-session-end', event)
  expect(said).toEqual([])
  window.emit('session-end', event)
  expect(said).toEqual(['end'])
})

test('only the app hears the signal that asks it to end', () => {
  const { said, signals } = setUpSystem()
  signals.emit('SIGTERM', 'SIGTERM')
  expect(said).toEqual(['end'])
})
