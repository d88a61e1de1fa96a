import type { SafeStorage } from 'electron'
import type { KeyStore } from '../ports.ts'
import { awaitSystemKey } from './await-system-key.ts'

type Asynchronous = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>

/** On Linux, Chromium marks bytes wrapped with its publicly known key like this. Elsewhere the same mark means a real key. */
const knownKeyMark = Buffer.from('v10')

/**
 * The operating system's key store, through the asynchronous calls of `safeStorage`. On Linux `isAsyncEncryptionAvailable`
 * is not enough: while the keyring is locked or missing, Chromium wraps with a fixed key, and only the wrapped bytes show it.
 * On Windows the unwrapping key is in Chromium's own file in `sessionFolder`, so `wrap` waits until that file is on disk.
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
