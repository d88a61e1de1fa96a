import { app, told } from './app.ts'
import { WindowDouble } from './browser-window.ts'
import { ipcMain } from './ipc-main.ts'
import { answerCalls } from './line.ts'
import { safeStorage } from './safe-storage.ts'
import { protocol, registeredSchemes, session } from './session.ts'
import { clipboard, dialog, Menu, menuRoles, screen, shell } from './surroundings.ts'

answerCalls({
  throwUncaught: ({ message }: { message: string }) => {
    setImmediate(() => {
      throw new Error(message)
    })
  },
  facts: () => ({
    sandboxEnabled: told.sandboxEnabled,
    schemes: registeredSchemes,
    menu: menuRoles,
    paths: told.paths,
  }),
})

const BrowserWindow = WindowDouble

/** Nothing stands here under a name that Electron does not have. */
const parts = { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, protocol, safeStorage, screen, session, shell }
parts satisfies Partial<Record<keyof typeof Electron.CrossProcessExports, unknown>>

export { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, protocol, safeStorage, screen, session, shell }
