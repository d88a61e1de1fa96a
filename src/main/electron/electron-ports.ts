import ElectronStore from 'electron-store'
import { describeStoredFile, type OpenStoredFile } from '../host/settings.ts'
import type { utilityProcess } from 'electron'
import { environmentApart, type ProcessApart } from '../host/run-apart.ts'

/** `electron-store` listens on this channel and tells any page the path of the data folder. */
const unwantedChannel = 'electron-store-get-data'

interface Ipc {
  readonly removeAllListeners: (channel: string) => unknown
}

/** Opens files with `electron-store`. Removes the listener that its constructor adds, before any page can use the listener. */
export function createStoreOpener(ipc: Ipc): OpenStoredFile {
  return (folder, name) => {
    try {
      return new ElectronStore({ ...describeStoredFile(folder), name })
    } finally {
      // The listener exists even if the file could not be opened.
      ipc.removeAllListeners(unwantedChannel)
    }
  }
}

/** Starts a separate process as an Electron utility process, because Electron's fuses allow no other way to run a file with Node. */
export const createApartStarter =
  (electron: Pick<typeof utilityProcess, 'fork'>) =>
  (path: string): ProcessApart => {
    const child = electron.fork(path, [], {
      execArgv: [],
      env: environmentApart(process.env),
      stdio: 'ignore',
      serviceName: 'Setdesk check',
    })
    return {
      give: (task) => child.postMessage(task),
      onAnswer: (hear) => void child.once('message', hear),
      onEnd: (hear) => void child.once('exit', hear),
      kill: () => void child.kill(),
    }
  }
