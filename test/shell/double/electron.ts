import { app, told } from './app.ts'
import { WindowDouble } from './browser-window.ts'
import { ipcMain, listOpenChannels } from './ipc-main.ts'
import { answerCalls } from './line.ts'
import { safeStorage } from './safe-storage.ts'
import { protocol, registeredSchemes, session } from './session.ts'
import { answers, utilityProcess } from './utility-process.ts'
import { clipboard, dialog, Menu, menuRoles, powerMonitor, screen, shell } from './surroundings.ts'

answerCalls({
  throwUncaught: ({ message }: { message: string }) => {
    setImmediate(() => {
      throw new Error(message)
    })
  },
  rejectUnheard: ({ message }: { message: string }) => void Promise.reject(new Error(message)),
  facts: () => ({
    sandboxEnabled: told.sandboxEnabled,
    schemes: registeredSchemes,
    links: told.schemes,
    menu: menuRoles,
    paths: told.paths,
    openChannels: listOpenChannels(),
    answers,
  }),
})

const BrowserWindow = WindowDouble

/** Every name here is also in Electron's module. */
const parts = {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
}
parts satisfies Partial<Record<keyof typeof Electron.CrossProcessExports, unknown>>

// `electron-store` imports the whole module.
// oxlint-disable-next-line import/no-default-export -- Electron's module has one.
export default parts
export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
}
