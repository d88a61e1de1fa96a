import type { SafeStorage } from 'electron'
import type { KeyStore } from '../ports.ts'
import { awaitSystemKey } from './await-system-key.ts'

type Asynchronous = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>

/** On Linux, what Chromium wraps with a key that everybody knows begins so. Elsewhere the same mark means a real key. */
const knownKeyMark = Buffer.from('v10')

/**
 * The operating system's key store, through `safeStorage`'s asynchronous calls. On Linux its being available says nothing:
 * while the keyring is locked or missing Chromium uses a fixed key, which shows in the bytes that it makes and in nothing
 * else. On Windows the key that unwraps lies in Chromium's own file in `sessionFolder`: what was wrapped is of use only once
 * that file is on disk.
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
