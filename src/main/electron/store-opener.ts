import ElectronStore from 'electron-store'
import { describeKeptFile, type OpenKeptFile } from '../host/kept-file.ts'

/** On this channel `electron-store` tells any page that asks where the data folder is, whether a page keeps a store or not. */
const unwantedChannel = 'electron-store-get-data'

/** Of Electron's `ipcMain`. */
interface Ipc {
  readonly removeAllListeners: (channel: string) => unknown
}

/** Files kept by `electron-store`. The listener that its constructor adds is taken away again before any page can call it. */
export function createStoreOpener(ipc: Ipc): OpenKeptFile {
  return (folder, name) => {
    try {
      return new ElectronStore({ ...describeKeptFile(folder), name })
    } finally {
      // It is there also where the file then could not be opened.
      ipc.removeAllListeners(unwantedChannel)
    }
  }
}
