import { EventEmitter } from 'node:events'

/** The emitter to which `electron-store` adds its listener. */
export const ipcOfStores = new EventEmitter()

/** The part of Electron's module that `electron-store` uses, for unit tests: `vi.mock('electron', …)`. */
export const electronForStores = {
  default: {
    app: { getPath: () => '/nowhere', getVersion: () => '0.0.0' },
    ipcMain: ipcOfStores,
    shell: {},
  },
}
