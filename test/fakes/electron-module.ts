import { EventEmitter } from 'node:events'

/** Where `electron-store` adds its listener. */
export const ipcOfStores = new EventEmitter()

/** Of Electron's module what `electron-store` takes, for tests of the unit kind: `vi.mock('electron', …)`. */
export const electronForStores = {
  default: {
    app: { getPath: () => '/nowhere', getVersion: () => '0.0.0' },
    ipcMain: ipcOfStores,
    shell: {},
  },
}
