import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BrowserWindow, Dialog } from 'electron'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchPage } from '../../../../src/main/electron/create-window.ts'

/** A watched page. `answer` presses a button of the question, by its place. */
function setUp() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const said: string[] = []
  const answers: ((response: number) => void)[] = []
  const webContents = Object.assign(new EventEmitter(), { reload: () => void said.push('reload') })
  const window = Object.assign(new EventEmitter(), { webContents, isDestroyed: () => false })
  const showMessageBox = async (_window: unknown, { buttons = [] }: { readonly buttons?: readonly string[] }) => {
    said.push(...buttons)
    const response = await new Promise<number>((resolve) => answers.push(resolve))
    return { response, checkboxChecked: false }
  }
  watchPage(window as unknown as BrowserWindow, {
    dialog: { showMessageBox: showMessageBox as Dialog['showMessageBox'] },
    log: { info: () => undefined, problem: (event) => void said.push(event) },
    quit: () => void said.push('quit'),
  })
  const lose = (reason = 'crashed') => webContents.emit('render-process-gone', {}, { reason, exitCode: 139 })
  const fail = (code: number, isMainFrame = true) => webContents.emit('did-fail-load', {}, code, '', '', isMainFrame)
  const loseTimes = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      lose()
      await nextTurn()
    }
  }
  return { said, lose, loseTimes, fail, answer: (response: number) => answers.shift()?.(response) }
}

const lost = ['page.gone', 'reload']
const question = ['Open the page again', 'Close Setdesk']

test('a page that could not be loaded is reloaded after the event', async () => {
  const { said, fail } = setUp()
  fail(-2)
  expect(said).toEqual(['page.not-loaded'])
  await nextTurn()
  expect(said).toEqual(['page.not-loaded', 'reload'])
})

test.each([
  ['was replaced by another load', -3, true],
  ['was for a frame', -2, false],
])('a failed load that %s is ignored', async (_, code, isMainFrame) => {
  const { said, fail } = setUp()
  fail(code, isMainFrame)
  await nextTurn()
  expect(said).toEqual([])
})

test('a page that crashes is reloaded three times in a minute, and then the user is asked once', async () => {
  const { said, lose, loseTimes } = setUp()
  await loseTimes(3)
  expect(said).toEqual([...lost, ...lost, ...lost])
  lose('oom')
  expect(said.slice(6)).toEqual(['page.gone', ...question])
  lose()
  expect(said.slice(9)).toEqual(['page.gone'])
})

test('a page that crashes rarely is always reloaded without a question', async () => {
  const { said, loseTimes } = setUp()
  await loseTimes(3)
  vi.advanceTimersByTime(60_000)
  await loseTimes(1)
  expect(said.slice(6)).toEqual(lost)
})

test('a page that the user opened again may crash twice more before the user is asked again', async () => {
  const { said, lose, loseTimes, answer } = setUp()
  await loseTimes(4)
  answer(0)
  await expect.poll(() => said.slice(9)).toEqual(['reload'])
  await loseTimes(2)
  lose()
  expect(said.slice(10)).toEqual([...lost, ...lost, 'page.gone', ...question])
})

test('Setdesk is closed after repeated crashes of the page if the user chooses that', async () => {
  const { said, loseTimes, answer } = setUp()
  await loseTimes(4)
  answer(1)
  await expect.poll(() => said.slice(9)).toEqual(['quit'])
})

test('a page that ends normally is not reloaded', async () => {
  const { said, lose } = setUp()
  lose('clean-exit')
  await nextTurn()
  expect(said).toEqual([])
})
