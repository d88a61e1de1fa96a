import ElectronStore from 'electron-store'
import { describeKeptFile, type OpenKeptFile } from '../host/kept-file.ts'

/** On this channel `electron-store` tells any page the path of the data folder, even if no page uses a store. */
const unwantedChannel = 'electron-store-get-data'

/** The part of Electron's `ipcMain` that is used here. */
interface Ipc {
  readonly removeAllListeners: (channel: string) => unknown
}

/** Opens files with `electron-store`. Removes the listener that its constructor adds, before any page can call it. */
export function createStoreOpener(ipc: Ipc): OpenKeptFile {
  return (folder, name) => {
    try {
      return new ElectronStore({ ...describeKeptFile(folder), name })
    } finally {
      // The listener is there even if the file could not be opened.
      ipc.removeAllListeners(unwantedChannel)
    }
  }
}
