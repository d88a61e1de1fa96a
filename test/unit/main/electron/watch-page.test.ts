import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchPage } from '../../../../src/main/electron/create-window.ts'

function setUp() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const said: string[] = []
  const webContents = Object.assign(new EventEmitter(), { reload: () => void said.push('reload') })
  const window = Object.assign(new EventEmitter(), { webContents, isDestroyed: () => false })
  watchPage(window as unknown as BrowserWindow, {
    dialog: { showErrorBox: (_title, content) => void said.push(content) },
    log: { info: () => undefined, problem: (event) => void said.push(event) },
    quit: () => void said.push('quit'),
  })
  const lose = (reason = 'crashed') => webContents.emit('render-process-gone', {}, { reason, exitCode: 139 })
  const fail = (code: number, isMainFrame = true) => webContents.emit('did-fail-load', {}, code, '', '', isMainFrame)
  return { said, lose, fail }
}

test('reloads once a page that could not be loaded', () => {
  const { said, fail } = setUp()
  fail(-2)
  expect(said).toEqual(['page.not-loaded', 'reload'])
  fail(-2)
  expect(said.slice(2)).toEqual(['page.not-loaded', expect.stringContaining('twice in a minute'), 'quit'])
})

test.each([
  ['was replaced by another load', -3, true],
  ['was for a frame', -2, false],
])('ignores a failed load that %s', (_, code, isMainFrame) => {
  const { said, fail } = setUp()
  fail(code, isMainFrame)
  expect(said).toEqual([])
})

test('reloads a page whose process is gone', () => {
  const { said, lose } = setUp()
  lose()
  expect(said).toEqual(['page.gone', 'reload'])
  vi.advanceTimersByTime(61_000)
  lose('oom')
  expect(said).toEqual(['page.gone', 'reload', 'page.gone', 'reload'])
})

test('shows an error and ends the app if the page is lost twice in a minute', () => {
  const { said, lose } = setUp()
  lose()
  lose()
  expect(said.slice(2)).toEqual(['page.gone', expect.stringContaining('twice in a minute'), 'quit'])
})

test('ignores a page that ends normally', () => {
  const { said, lose } = setUp()
  lose('clean-exit')
  expect(said).toEqual([])
})
