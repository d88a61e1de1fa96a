import { EventEmitter } from 'node:events'
import type { Clipboard, Dialog, Display, MenuItemConstructorOptions, Screen, Shell } from 'electron'
import type { PowerEvent } from '../calls.ts'
import { app } from './app.ts'
import { answerCalls, screenSide } from './line.ts'
import { createPreventable } from './preventable.ts'

export const clipboard = {
  writeText: (text) => screenSide.ask('writeClipboard', { text }),
} satisfies Pick<Clipboard, 'writeText'>

export const shell = {
  openExternal: (url) => screenSide.ask('openExternal', { url }),
  // A failure is the text of the answer, not a rejection.
  openPath: (path) => screenSide.ask('openPath', { path }),
} satisfies Pick<Shell, 'openExternal' | 'openPath'>

const display = { workArea: { x: 0, y: 0, width: 1920, height: 1040 } } as Display

export const screen = { getAllDisplays: () => [display], getPrimaryDisplay: () => display } satisfies Pick<
  Screen,
  'getAllDisplays' | 'getPrimaryDisplay'
>

/** Reports the lock of the screen, the sleep and the shutdown of the computer when a test says so. A test also says how long nobody works. */
export const powerMonitor = Object.assign(new EventEmitter(), {
  getSystemIdleTime: () => Number(process.env['SETDESK_SHELL_IDLE'] ?? 0),
})
answerCalls({
  reportPower: ({ event }: { event: PowerEvent }) => {
    const [given, prevented] = createPreventable()
    powerMonitor.emit(event, given)
    return prevented()
  },
})

type ShowMessageBox = Dialog['showMessageBox']

const showMessageBox = async (...args: readonly unknown[]) => {
  // The window argument is optional.
  const { message, detail, buttons = [] } = args.at(-1) as Electron.MessageBoxOptions
  return { response: await screenSide.ask('showMessageBox', { message, detail, buttons }), checkboxChecked: false }
}

type ShowSaveDialog = Dialog['showSaveDialog']

const showSaveDialog = async (...args: readonly unknown[]) => {
  const { defaultPath = '' } = args.at(-1) as Electron.SaveDialogOptions
  const filePath = await screenSide.ask('showSaveDialog', { defaultPath })
  return { canceled: filePath === undefined, filePath: filePath ?? '' }
}

export const dialog = {
  showSaveDialog: showSaveDialog as ShowSaveDialog,
  showMessageBox: showMessageBox as ShowMessageBox,
  showErrorBox: (title, content) => {
    // As declared: before `ready` on Linux, the text goes to stderr, and nothing is shown.
    if (process.platform === 'linux' && !app.isReady()) process.stderr.write(`${title}: ${content}\n`)
    else void screenSide.ask('showErrorBox', { title, content })
  },
} satisfies Pick<Dialog, 'showErrorBox' | 'showMessageBox' | 'showSaveDialog'>

/** The roles of the current menu. */
export const menuRoles: (string | undefined)[] = []

interface MenuDouble {
  readonly template: readonly MenuItemConstructorOptions[]
}

export const Menu = {
  buildFromTemplate: (template: MenuItemConstructorOptions[]): MenuDouble => ({ template }),
  setApplicationMenu: (menu: MenuDouble | null): void => {
    const flat = (items: readonly MenuItemConstructorOptions[]): (string | undefined)[] =>
      items.flatMap(({ role, submenu }) => [role, ...(Array.isArray(submenu) ? flat(submenu) : [])])
    menuRoles.splice(0, menuRoles.length, ...flat(menu?.template ?? []))
  },
} satisfies Record<keyof Pick<typeof Electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'>, unknown>
