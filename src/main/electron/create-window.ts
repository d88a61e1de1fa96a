import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'
import { hostTexts } from '../host/say.ts'
import type { OpeningPlace, WindowPlace } from './window-place.ts'

/**
 * The options of the window. The page is untrusted: it reaches the system only through the preload's bridge. The defaults are
 * written out, so that a changed default in Electron changes nothing here.
 */
export function describeWindow(place: OpeningPlace, preload: string): BrowserWindowConstructorOptions {
  const { maximized: _maximized, smallest, ...bounds } = place
  return {
    ...bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: hostTexts.title,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // Chromium downloads spelling dictionaries from Google's servers.
      spellcheck: false,
    },
  }
}

/** Some systems (Wayland) never report `ready-to-show`, so the window is shown this long after the page has loaded. */
const afterLoadMs = 1000

/** Shows the window once the page is ready, ignores the title that the page sets, and remembers the window's place. */
export function setUpWindow(window: BrowserWindow, place: OpeningPlace, remember: (place: WindowPlace) => void): void {
  let isShown = false
  const show = (): void => {
    if (isShown || window.isDestroyed()) return
    isShown = true
    if (place.maximized) window.maximize()
    window.show()
  }
  window.once('ready-to-show', show)
  window.webContents.once('did-finish-load', () => setTimeout(show, afterLoadMs))
  window.webContents.once('did-fail-load', show)
  window.on('page-title-updated', (event) => event.preventDefault())
  window.on('close', () => remember({ bounds: window.getNormalBounds(), maximized: window.isMaximized() }))
}

/** Brings the window to the front when the app is started a second time. */
export function bringForward(
  window: Pick<BrowserWindow, 'isDestroyed' | 'isMinimized' | 'restore' | 'show' | 'focus'>,
): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
