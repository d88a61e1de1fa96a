import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'
import { hostTexts } from '../host/say.ts'
import { smallestSize, type OpeningPlace, type WindowPlace } from './window-place.ts'

/**
 * How the window is made: its page is a stranger to the system, and reaches it by the preload's bridge alone. The defaults
 * are written out, so that a change of theirs changes nothing here.
 */
export function describeWindow(place: OpeningPlace, preload: string): BrowserWindowConstructorOptions {
  const { maximized: _maximized, ...bounds } = place
  return {
    ...bounds,
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
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

/** Shows the window once it has something to show, keeps its title free of what a page says, and remembers its place. */
export function setUpWindow(window: BrowserWindow, place: OpeningPlace, remember: (place: WindowPlace) => void): void {
  window.once('ready-to-show', () => {
    if (place.maximized) window.maximize()
    window.show()
  })
  window.on('page-title-updated', (event) => event.preventDefault())
  window.on('close', () => remember({ bounds: window.getNormalBounds(), maximized: window.isMaximized() }))
}

/** Brings the window forward, as the second start of an app that runs already should. */
export function bringForward(window: Pick<BrowserWindow, 'isMinimized' | 'restore' | 'show' | 'focus'>): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
