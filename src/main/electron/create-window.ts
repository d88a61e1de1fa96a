import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'
import { hostTexts } from '../host/say.ts'
import type { OpeningPlace, WindowPlace } from './window-place.ts'

/**
 * How the window is made: its page is a stranger to the system, and reaches it by the preload's bridge alone. The defaults
 * are written out, so that a change of theirs changes nothing here.
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
      // Its dictionaries come from a server of somebody else's.
      spellcheck: false,
    },
  }
}

/** Some systems (Wayland) never say that a window is ready to be shown: a page that was loaded is shown soon after. */
const afterLoadMs = 1000

/** Shows the window once it has something to show, keeps its title free of what a page says, and remembers its place. */
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

/** Brings the window forward, as the second start of an app that runs already should. */
export function bringForward(
  window: Pick<BrowserWindow, 'isDestroyed' | 'isMinimized' | 'restore' | 'show' | 'focus'>,
): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
