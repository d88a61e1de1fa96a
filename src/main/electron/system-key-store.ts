import type { SafeStorage } from 'electron'
import type { KeyStore } from '../ports.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/** Chromium's file on Windows with the key that unwraps everything Chromium wrapped. The user's Windows login protects that key. */
export const systemKeyFile = 'Local State'

const schema = z.object({ os_crypt: z.object({ encrypted_key: z.string().min(1) }) })

/** The longest wait for Chromium's file, in milliseconds. Chromium writes the file within about ten seconds of a change. */
const longestWaitMs = 30_000

const pauseMs = 250
type Asynchronous = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>

/** The first bytes of data that Chromium on Linux wrapped with its publicly known key. On other systems the same mark means a real key. */
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
