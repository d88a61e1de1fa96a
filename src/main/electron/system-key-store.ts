import type { SafeStorage } from 'electron'
import type { KeyStore } from '../ports.ts'

type Asynchronous = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

/** On Linux, what Chromium wraps with a key that everybody knows begins so. Elsewhere the same mark means a real key. */
const knownKeyMark = Buffer.from('v10')

/**
 * The operating system's key store, through `safeStorage`'s asynchronous calls. On Linux its being available says nothing:
 * where there is no store, Chromium uses a fixed key, which shows by the backend's name and by what it makes.
 */
export function createSystemKeyStore(safeStorage: Asynchronous, platform: NodeJS.Platform): KeyStore {
  return {
    kind: 'system',
    weak: async () => {
      if (platform !== 'linux') return false
      if (safeStorage.getSelectedStorageBackend() === 'basic_text') return true
      const sample = await safeStorage.encryptStringAsync('sample')
      return sample.subarray(0, knownKeyMark.length).equals(knownKeyMark)
    },
    wrap: async (key) => {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) throw new Error('The key store does not answer.')
      return new Uint8Array(await safeStorage.encryptStringAsync(Buffer.from(key).toString('base64')))
    },
    unwrap: async (wrapped) => {
      // A key that the system has changed meanwhile still opens what the old one wrapped.
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(wrapped))
      return new Uint8Array(Buffer.from(result, 'base64'))
    },
  }
}
