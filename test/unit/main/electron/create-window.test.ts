import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  bringForward,
  describeWindow,
  setUpWindow,
  type WindowPlace,
} from '../../../../src/main/electron/create-window.ts'

const place = { x: 1, y: 2, width: 1200, height: 700, maximized: true, smallest: { width: 1000, height: 640 } }

function createWindow() {
  const actions: string[] = []
  const state = { isDestroyed: false }
  const note = (action: string) => () => void actions.push(action)
  const window = Object.assign(new EventEmitter(), {
    actions,
    webContents: new EventEmitter(),
    isDestroyed: () => state.isDestroyed,
    show: note('show'),
    maximize: note('maximize'),
    restore: note('restore'),
    focus: note('focus'),
    isMinimized: () => true,
    isMaximized: () => false,
    getNormalBounds: () => ({ x: 5, y: 6, width: 7, height: 8 }),
  })
  return { window: window as unknown as BrowserWindow, actions, state }
}

test('the window opens at its remembered place, hidden until its page is ready', () => {
  const options = describeWindow(place, '/preload.cjs', '/icon.png')
  expect(options).toMatchObject({
    x: 1,
    y: 2,
    width: 1200,
    height: 700,
    minWidth: 1000,
    minHeight: 640,
    show: false,
    title: 'Setdesk',
    icon: '/icon.png',
  })
  expect(options).not.toHaveProperty('maximized')
  expect(options).not.toHaveProperty('smallest')
})

test('the page has access to the system only through the preload script', () => {
  expect(describeWindow(place, '/preload.cjs', '/icon.png').webPreferences).toEqual({
    preload: '/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  })
})

describe('a window that was maximized before is maximized and shown once', () => {
  test.each([
    ['when the window is ready', (window: BrowserWindow) => window.emit('ready-to-show')],
    ['when its page failed to load', (window: BrowserWindow) => window.webContents.emit('did-fail-load')],
    [
      'one second after its page has loaded',
      (window: BrowserWindow) => {
        window.webContents.emit('did-finish-load')
        vi.advanceTimersByTime(1000)
      },
    ],
  ])('%s', (_, happen) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { window, actions } = createWindow()
    setUpWindow(window, place, () => undefined)
    expect(actions).toEqual([])
    happen(window)
    window.emit('ready-to-show')
    window.webContents.emit('did-finish-load')
    vi.advanceTimersByTime(5000)
    expect(actions).toEqual(['maximize', 'show'])
  })

  test('unless the window is gone before its page is ready', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { window, actions, state } = createWindow()
    setUpWindow(window, place, () => undefined)
    window.webContents.emit('did-finish-load')
    state.isDestroyed = true
    vi.advanceTimersByTime(5000)
    expect(actions).toEqual([])
  })
})

test('the window ignores the title of the page, and remembers its place when it closes', () => {
  const { window } = createWindow()
  const remembered: WindowPlace[] = []
  setUpWindow(window, place, (last) => remembered.push(last))
  let prevented = 0
  window.emit('page-title-updated', { preventDefault: () => (prevented += 1) })
  window.emit('close')
  expect(prevented).toBe(1)
  expect(remembered).toEqual([{ bounds: { x: 5, y: 6, width: 7, height: 8 }, maximized: false }])
})

test('a minimized window is restored when it is brought to the front', () => {
  const { window, actions } = createWindow()
  bringForward(window)
  expect(actions).toEqual(['restore', 'show', 'focus'])
})

test('a closed window is not brought to the front', () => {
  const { window, actions, state } = createWindow()
  state.isDestroyed = true
  bringForward(window)
  expect(actions).toEqual([])
})
