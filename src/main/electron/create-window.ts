import { writeFile } from 'node:fs/promises'
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Dialog,
  MenuItemConstructorOptions,
  Point,
  Rectangle,
  Size,
} from 'electron'
import { z } from 'zod'
import { hostTexts, sayUnsent } from '../host/say.ts'
import type { Log } from '../ports.ts'
import type { OpenStoredFile, StoredFile } from '../host/settings.ts'

/** The page reaches the system only through the preload. Electron's defaults are repeated here, because they may change. */
export function describeWindow(place: OpeningPlace, preload: string, icon: string): BrowserWindowConstructorOptions {
  const { maximized: _maximized, smallest, ...bounds } = place
  return {
    ...bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: hostTexts().title,
    icon,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
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
      // With spell checking, Chromium would download dictionaries from Google's servers.
      spellcheck: false,
    },
  }
}

/** The menu. On macOS, copy and paste by keyboard need the editing roles. Reload and developer tools are left out. */
export function describeMenu(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions = {
    role: 'viewMenu',
    submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }],
  }
  if (platform === 'darwin') return [{ role: 'appMenu' }, { role: 'editMenu' }, view, { role: 'windowMenu' }]
  return [{ role: 'fileMenu', submenu: [{ role: 'quit' }] }, { role: 'editMenu' }, view]
}

/** A loaded page is shown after this many milliseconds in any case, because some systems (Wayland) never report `ready-to-show`. */
const afterLoadMs = 1000

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

/** If a page is lost after this many reloads within `withinMs` milliseconds, it is reloaded only if the user agrees. */
const mostReloads = 3
const withinMs = 60_000

/** Chromium's error code for a load that another load replaced. */
const aborted = -3

/** Reloads a page that failed to load or whose process ended. If that happens repeatedly, asks the user first. */
export function watchPage(
  window: BrowserWindow,
  host: { readonly dialog: Pick<Dialog, 'showMessageBox'>; readonly log: Log; readonly quit: () => void },
): void {
  let reloadedAt: readonly number[] = []
  let asking = false
  const reload = (): void => {
    reloadedAt = [...reloadedAt, performance.now()]
    // Not within the event of the lost page, where Electron still clears the page's process away.
    setImmediate(() => {
      if (!window.isDestroyed()) window.webContents.reload()
    })
  }
  const ask = async (): Promise<void> => {
    const { message, detail, again, close } = hostTexts().pageGone
    const { response } = await host.dialog.showMessageBox(window, {
      type: 'error',
      title: hostTexts().title,
      message,
      detail,
      buttons: [again, close],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    asking = false
    if (response === 1) return host.quit()
    reloadedAt = []
    reload()
  }
  const bringBack = (): void => {
    if (asking) return
    reloadedAt = reloadedAt.filter((at) => performance.now() - at < withinMs)
    if (reloadedAt.length < mostReloads) return reload()
    asking = true
    void ask()
  }
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    host.log.problem('page.gone', { reason, exitCode })
    bringBack()
  })
  window.webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
    if (!isMainFrame || code === aborted || window.isDestroyed()) return
    host.log.problem('page.not-loaded', { code })
    bringBack()
  })
}

export function bringForward(
  window: Pick<BrowserWindow, 'isDestroyed' | 'isMinimized' | 'restore' | 'show' | 'focus'>,
): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Prints the page to a PDF file that the user chooses. False if the user cancels. Rejects if the file cannot be written. */
export async function savePdf(
  window: BrowserWindow,
  dialog: Pick<Dialog, 'showSaveDialog'>,
  name: string,
): Promise<boolean> {
  const bytes = await window.webContents.printToPDF({ preferCSSPageSize: true, printBackground: true })
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: `${name}.pdf`,
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  if (canceled || filePath === '') return false
  await writeFile(filePath, bytes, { mode: 0o600 })
  return true
}

/** Warns about unsent work before the window closes. The work stays saved in any case. Only one question is shown at a time. */
export function askBeforeClose(
  window: BrowserWindow,
  dialog: Pick<Dialog, 'showMessageBox'>,
  unsent: () => number,
): void {
  let asking = false
  let agreed = false

  const ask = async (count: number) => {
    const { detail, stay, close } = hostTexts().close
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      title: hostTexts().title,
      message: sayUnsent(count),
      detail,
      buttons: [stay, close],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    asking = false
    agreed = response === 1
    // The user's session may have ended meanwhile.
    if (agreed && !window.isDestroyed()) window.close()
  }

  window.on('close', (event) => {
    const count = unsent()
    if (agreed || count === 0) return
    event.preventDefault()
    if (asking) return
    asking = true
    void ask(count)
  })
}

/** The place where the window opens. Without `x` and `y`, the window opens in the middle of the main display. */
interface OpeningPlace extends Size, Partial<Point> {
  readonly maximized: boolean
  /** The minimum size of the window, never larger than the display. */
  readonly smallest: Size
}

const smallestSize = { width: 1024, height: 640 } as const
const firstSize = { width: 1280, height: 800 } as const

const edge = z.int().min(-100_000).max(100_000)
const placeSchema = z.object({
  bounds: z.object({ x: edge, y: edge, width: edge, height: edge }),
  maximized: z.boolean(),
})
export type WindowPlace = z.infer<typeof placeSchema>

/** The remembered place, fitted to the connected displays. The first display is the main one. */
export function chooseOpeningPlace(last: WindowPlace | undefined, displays: readonly Rectangle[]): OpeningPlace {
  const remembered = last && displays.find((display) => holdsTitleBar(display, last.bounds))
  const screen = remembered ?? displays[0]
  const smallest = screen === undefined ? smallestSize : fit(smallestSize, screen)
  if (last === undefined || remembered === undefined || screen === undefined) {
    const size = screen === undefined ? firstSize : fit(firstSize, screen)
    return { ...size, maximized: last?.maximized ?? false, smallest }
  }
  const { bounds, maximized } = last
  const { width, height } = fit(
    { width: Math.max(bounds.width, smallest.width), height: Math.max(bounds.height, smallest.height) },
    screen,
  )
  const x = Math.max(screen.x, Math.min(bounds.x, screen.x + screen.width - width))
  const y = Math.max(screen.y, Math.min(bounds.y, screen.y + screen.height - height))
  return { x, y, width, height, maximized, smallest }
}

const fit = ({ width, height }: Size, screen: Size): Size => ({
  width: Math.min(width, screen.width),
  height: Math.min(height, screen.height),
})

/** Whether the title bar is on the display. Otherwise the user could not move the window back. */
function holdsTitleBar(display: Rectangle, bounds: Rectangle): boolean {
  const middle = bounds.x + bounds.width / 2
  const across = middle >= display.x && middle <= display.x + display.width
  return across && bounds.y >= display.y - 20 && bounds.y < display.y + display.height - 20
}

/** The window's place in `window.json` of the data folder. Errors with this file are ignored. */
export function createPlaceMemory(dataFolder: string, openFile: OpenStoredFile) {
  const tryWith = <T>(action: (file: StoredFile) => T): T | undefined => {
    try {
      return action(openFile(dataFolder, 'window'))
    } catch {
      // A full disk must not stop the window from opening or closing, nor block the question before closing.
      return undefined
    }
  }
  return {
    recall: (): WindowPlace | undefined => placeSchema.safeParse(tryWith(({ store }) => store)).data,
    remember: ({ bounds, maximized }: WindowPlace): void =>
      tryWith((file) => {
        file.store = { bounds: { ...bounds }, maximized }
      }),
  }
}
