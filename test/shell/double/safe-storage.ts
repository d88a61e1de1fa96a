import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SafeStorage } from 'electron'
import { app } from './app.ts'

/** `strong`: a store with a key of its own · `weak`: none, the key everybody knows · `absent`: it does not answer. */
const kind = process.env['SETDESK_SHELL_KEY_STORE'] ?? 'strong'
const knownKey = Buffer.alloc(32, 'peanuts')

/** The key that the person's session would hold; here a file beside the data, so that a restart finds it again. */
function findKey(): Buffer {
  if (kind === 'absent') throw new Error('The key store does not answer.')
  if (kind === 'weak') return knownKey
  const file = join(app.getPath('userData'), 'session-key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 })
  return readFileSync(file)
}

export const safeStorage = {
  isAsyncEncryptionAvailable: async () => kind !== 'absent',
  getSelectedStorageBackend: () => (kind === 'weak' ? 'basic_text' : 'gnome_libsecret'),
  encryptStringAsync: async (plainText) => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', findKey(), iv)
    const sealed = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.from(kind === 'weak' ? 'v10' : 'v11'), iv, cipher.getAuthTag(), sealed])
  },
  decryptStringAsync: async (encrypted) => {
    const decipher = createDecipheriv('aes-256-gcm', findKey(), encrypted.subarray(3, 15))
    decipher.setAuthTag(encrypted.subarray(15, 31))
    const result = Buffer.concat([decipher.update(encrypted.subarray(31)), decipher.final()]).toString('utf8')
    return { result, shouldReEncrypt: false }
  },
} satisfies Pick<
  SafeStorage,
  'decryptStringAsync' | 'encryptStringAsync' | 'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable'
>
