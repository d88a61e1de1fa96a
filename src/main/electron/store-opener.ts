import ElectronStore from 'electron-store'
import { describeStoredFile, type OpenStoredFile } from '../host/stored-file.ts'

/** On this channel `electron-store` tells any page the path of the data folder, even if no page uses a store. */
const unwantedChannel = 'electron-store-get-data'

interface Ipc {
  readonly removeAllListeners: (channel: string) => unknown
}

/** Opens files with `electron-store`. Removes the listener that its constructor adds, before any page can call it. */
export function createStoreOpener(ipc: Ipc): OpenStoredFile {
  return (folder, name) => {
    try {
      return new ElectronStore({ ...describeStoredFile(folder), name })
    } finally {
      // The listener is there even if the file could not be opened.
      ipc.removeAllListeners(unwantedChannel)
    }
  }
}
