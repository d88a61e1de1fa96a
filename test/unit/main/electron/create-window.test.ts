import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { expect, test } from 'vitest'
import { bringForward, describeWindow, setUpWindow } from '../../../../src/main/electron/create-window.ts'
import type { WindowPlace } from '../../../../src/main/electron/window-place.ts'

const place = { x: 1, y: 2, width: 1200, height: 700, maximized: true }

function createWindow() {
  const acts: string[] = []
  const note = (act: string) => () => void acts.push(act)
  const window = Object.assign(new EventEmitter(), {
    acts,
    show: note('show'),
    maximize: note('maximize'),
    restore: note('restore'),
    focus: note('focus'),
    isMinimized: () => true,
    isMaximized: () => false,
    getNormalBounds: () => ({ x: 5, y: 6, width: 7, height: 8 }),
  })
  return { window: window as unknown as BrowserWindow, acts }
}

test('a window opens at its place, hidden until there is something to show', () => {
  const options = describeWindow(place, '/preload.cjs')
  expect(options).toMatchObject({
    x: 1,
    y: 2,
    width: 1200,
    height: 700,
    minWidth: 1024,
    minHeight: 640,
    show: false,
    title: 'Setdesk',
  })
  expect(options).not.toHaveProperty('maximized')
})

test('its page is a stranger to the system', () => {
  expect(describeWindow(place, '/preload.cjs').webPreferences).toEqual({
    preload: '/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  })
})

test('it is shown once, maximized where it was', () => {
  const { window, acts } = createWindow()
  setUpWindow(window, place, () => undefined)
  window.emit('ready-to-show')
  window.emit('ready-to-show')
  expect(acts).toEqual(['maximize', 'show'])
})

test("its title is not the page's, and its place is remembered when it closes", () => {
  const { window } = createWindow()
  const remembered: WindowPlace[] = []
  setUpWindow(window, place, (last) => remembered.push(last))
  let prevented = 0
  window.emit('page-title-updated', { preventDefault: () => (prevented += 1) })
  window.emit('close')
  expect(prevented).toBe(1)
  expect(remembered).toEqual([{ bounds: { x: 5, y: 6, width: 7, height: 8 }, maximized: false }])
})

test('a minimized window comes back when it is brought forward', () => {
  const { window, acts } = createWindow()
  bringForward(window)
  expect(acts).toEqual(['restore', 'show', 'focus'])
})
