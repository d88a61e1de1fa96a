import ElectronStore from 'electron-store'
import { describeStoredFile, type OpenStoredFile } from '../host/settings.ts'
import type { utilityProcess, SafeStorage } from 'electron'
import { environmentApart, type ProcessApart } from '../host/run-apart.ts'
import type { KeyStore } from '../ports.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

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

/** Chromium's file on Windows with the key that unwraps everything Chromium wrapped. The user's Windows login protects that key. */
export const systemKeyFile = 'Local State'

const schema = z.object({ os_crypt: z.object({ encrypted_key: z.string().min(1) }) })

/** The longest wait for Chromium's file, in milliseconds. Chromium writes the file within about ten seconds of a change. */
const longestWaitMs = 30_000

const pauseMs = 250
type Asynchronous = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>

/** The mark of bytes that Chromium on Linux wrapped with its publicly known key. On other systems the same mark means a real key. */
const knownKeyMark = Buffer.from('v10')

/**
 * The operating system's key store, through the asynchronous calls of `safeStorage`. On Linux `isAsyncEncryptionAvailable` is not
 * enough: while the keyring is locked or missing, Chromium wraps with a fixed key, and only the wrapped bytes show this. On Windows
 * the unwrapping key is in Chromium's own file in `sessionFolder`, so `wrap` waits until that file is on disk.
 */
export function createSystemKeyStore(
  safeStorage: Asynchronous,
  { platform, sessionFolder }: { readonly platform: NodeJS.Platform; readonly sessionFolder: string },
): KeyStore {
  return {
    kind: 'system',
    isWeak: (wrapped) => platform === 'linux' && knownKeyMark.equals(wrapped.subarray(0, knownKeyMark.length)),
    wrap: async (key) => {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) throw new Error('The key store does not answer.')
      const wrapped = await safeStorage.encryptStringAsync(Buffer.from(key).toString('base64'))
      if (platform === 'win32') await awaitSystemKey(sessionFolder)
      return new Uint8Array(wrapped)
    },
    unwrap: async (wrapped) => {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(wrapped))
      return { key: new Uint8Array(Buffer.from(result, 'base64')), isStale: shouldReEncrypt }
    },
  }
}

/**
 * Resolves once the file with the system's key is on disk. A power cut before that would leave a data key that cannot be unwrapped.
 * Rejects if the file does not appear in time.
 */
export async function awaitSystemKey(folder: string, waitMs = longestWaitMs): Promise<void> {
  const until = performance.now() + waitMs
  while (!(await holdsKey(join(folder, systemKeyFile)))) {
    if (performance.now() > until) throw new Error('The system has not written its key yet.')
    await sleep(pauseMs)
  }
}

async function holdsKey(path: string): Promise<boolean> {
  try {
    return schema.safeParse(JSON.parse(await readFile(path, 'utf8'))).success
  } catch {
    return false
  }
}
