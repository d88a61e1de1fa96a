import { EventEmitter } from 'node:events'
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  WebContents,
  WindowOpenHandlerResponse,
  HandlerDetails,
} from 'electron'
import type { WindowOptions } from '../calls.ts'
import { app } from './app.ts'
import { answerCalls, screenSide } from './line.ts'
import { openWindows } from './open-windows.ts'
import { createPreventable } from './preventable.ts'

type OpenHandler = (details: HandlerDetails) => WindowOpenHandlerResponse
type UsedContents = Pick<WebContents, 'id' | 'isDestroyed' | 'printToPDF' | 'reload' | 'send' | 'setWindowOpenHandler'>
type UsedWindow = Pick<
  BrowserWindow,
  | 'close'
  | 'focus'
  | 'getNormalBounds'
  | 'id'
  | 'isDestroyed'
  | 'isMaximized'
  | 'isMinimized'
  | 'loadURL'
  | 'maximize'
  | 'restore'
  | 'show'
>

const windows = new Map<number, WindowDouble>()

/** Events that this start leaves out. Wayland, for example, often does not report that a window is ready to show. */
const withheld = new Set(process.env['SETDESK_SHELL_WITHHOLDS']?.split(',') ?? [])

/** Electron throws this error for any call to a destroyed object. */
function throwIfGone(isGone: boolean): void {
  if (isGone) throw new TypeError('Object has been destroyed')
}

/** The contents of a window; the page itself is in the test's browser. */
export class ContentsDouble extends EventEmitter implements UsedContents {
  readonly id: number
  openHandler: OpenHandler | undefined
  gone = false

  constructor(id: number) {
    super()
    this.id = id
  }

  setWindowOpenHandler(handler: OpenHandler) {
    this.openHandler = handler
  }

  async printToPDF() {
    throwIfGone(this.gone)
    return Buffer.from(await screenSide.ask('printPage', { id: this.id }))
  }

  reload() {
    throwIfGone(this.gone)
    void screenSide.ask('reloadPage', { id: this.id })
  }

  send(channel: string, ...given: unknown[]) {
    throwIfGone(this.gone)
    // Only values that can be cloned can be sent.
    const args = structuredClone(given)
    void screenSide.ask('send', { id: this.id, channel, args })
  }

  isDestroyed() {
    return this.gone
  }
}

/** A window. Its events and options are here; its page is in the test's browser. */
export class WindowDouble extends EventEmitter implements UsedWindow {
  readonly id = windows.size + 1
  readonly webContents = new ContentsDouble(this.id)
  readonly #opened: Promise<void>
  readonly #bounds: Electron.Rectangle
  #maximized = false

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    if (!app.isReady()) throw new Error('No window can be made before the app is ready.')
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
    windows.set(this.id, this)
    openWindows.add(this)
    app.emit('web-contents-created', {}, this.webContents)
    this.#opened = screenSide.ask('openWindow', { id: this.id, options: readOptions(options) })
  }

  async loadURL(url: string) {
    throwIfGone(this.webContents.gone)
    await this.#opened
    await screenSide.ask('loadUrl', { id: this.id, url })
  }

  show() {
    throwIfGone(this.webContents.gone)
    this.#note('show')
  }

  focus() {
    throwIfGone(this.webContents.gone)
    this.#note('focus')
  }

  restore() {
    throwIfGone(this.webContents.gone)
    this.#note('restore')
  }

  maximize() {
    throwIfGone(this.webContents.gone)
    this.#maximized = true
    this.#note('maximize')
  }

  isMaximized() {
    throwIfGone(this.webContents.gone)
    return this.#maximized
  }

  isMinimized() {
    throwIfGone(this.webContents.gone)
    return false
  }

  isDestroyed() {
    return this.webContents.gone
  }

  getNormalBounds() {
    throwIfGone(this.webContents.gone)
    return this.#bounds
  }

  close() {
    throwIfGone(this.webContents.gone)
    const [event, prevented] = createPreventable()
    this.emit('close', event)
    if (prevented() || this.webContents.gone) return
    this.webContents.gone = true
    openWindows.delete(this)
    this.webContents.emit('destroyed')
    this.emit('closed')
    void screenSide.ask('closeWindow', { id: this.id }).catch(() => undefined)
    if (openWindows.size === 0) app.emit('window-all-closed')
  }

  #note(action: 'show' | 'focus' | 'maximize' | 'restore') {
    void screenSide.ask('noteWindow', { id: this.id, action })
  }
}

function readOptions({
  width = 800,
  height = 600,
  webPreferences = {},
}: BrowserWindowConstructorOptions): WindowOptions {
  if (webPreferences.preload === undefined) throw new Error('The window has no preload.')
  return { width, height, webPreferences: { ...webPreferences, preload: webPreferences.preload } }
}

/** The window with this id; throws if there is none. */
export function findWindow(id: number): WindowDouble {
  const window = windows.get(id)
  if (window === undefined) throw new Error(`There is no window ${String(id)}.`)
  return window
}

answerCalls({
  navigate: ({ id, url, isMainFrame }: { id: number; url: string; isMainFrame: boolean }) => {
    const [event, prevented] = createPreventable({ url, isMainFrame, isSameDocument: false })
    if (isMainFrame) findWindow(id).webContents.emit('will-navigate', event, url)
    findWindow(id).webContents.emit('will-frame-navigate', event)
    return prevented()
  },
  openNewWindow: ({ id, url }: { id: number; url: string }) => {
    const details = {
      url,
      frameName: '',
      features: '',
      disposition: 'new-window',
      referrer: { url: '', policy: 'default' },
    }
    return findWindow(id).webContents.openHandler?.(details as HandlerDetails).action ?? 'allow'
  },
  attachWebview: ({ id }: { id: number }) => {
    const [event, prevented] = createPreventable()
    findWindow(id).webContents.emit('will-attach-webview', event, {}, {})
    return prevented()
  },
  pageLoaded: ({ id }: { id: number }) => {
    const window = findWindow(id)
    // Electron's order: `ready-to-show` comes before the end of the load.
    if (!withheld.has('ready-to-show')) window.emit('ready-to-show')
    if (!withheld.has('did-finish-load')) window.webContents.emit('did-finish-load')
  },
  failLoad: ({ id }: { id: number }) =>
    findWindow(id).webContents.emit('did-fail-load', {}, -2, 'ERR_FAILED', '', true),
  loseRenderer: ({ id, reason }: { id: number; reason: string }) =>
    findWindow(id).webContents.emit('render-process-gone', {}, { reason, exitCode: 139 }),
  pressClose: ({ id }: { id: number }) => findWindow(id).close(),
  startWhileClosing: ({ id, args }: { id: number; args: readonly string[] }) => {
    findWindow(id).close()
    app.emit('second-instance', {}, [process.execPath, ...args], process.cwd(), undefined)
  },
  endWindowsSession: ({ id }: { id: number }) => {
    const [event, prevented] = createPreventable({ reasons: ['logoff'] })
    findWindow(id).emit('query-session-end', event)
    if (!prevented()) findWindow(id).emit('session-end', event)
    return prevented()
  },
})
