import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SafeStorage } from 'electron'
import { app } from './app.ts'
import { answerCalls } from './line.ts'

/**
 * How the key store behaves in this start. `strong`: it has its own key · `weak`: it is locked or missing, and a publicly known key
 * is used · `absent`: it never answers, like a real one that has failed once in this process · `hanging`: it waits until the test
 * enters the user's password.
 */
const kind = process.env['SETDESK_SHELL_KEY_STORE'] ?? 'strong'
const knownKey = Buffer.alloc(32, 'peanuts')
const knownMark = 'v10'
const ownMark = 'v11'

const { promise: passwordGiven, resolve: givePassword } = Promise.withResolvers<undefined>()
answerCalls({ givePassword: () => givePassword(undefined) })

async function answered(): Promise<void> {
  if (kind === 'absent') throw new Error('The key store does not answer.')
  if (kind === 'hanging') await passwordGiven
}

/** The key that the user's session would hold. Here it is in a file beside the data, so that a restart finds it again. */
function findOwnKey(): Buffer {
  if (kind === 'weak') throw new Error('The keyring is locked.')
  const file = join(app.getPath('userData'), 'session-key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 })
  return readFileSync(file)
}

const keyOf = (mark: string): Buffer => (mark === knownMark ? knownKey : findOwnKey())

export const safeStorage = {
  isAsyncEncryptionAvailable: async () => {
    if (kind === 'absent') return false
    await answered()
    return true
  },
  encryptStringAsync: async (plainText) => {
    await answered()
    const mark = kind === 'weak' ? knownMark : ownMark
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', keyOf(mark), iv)
    const sealed = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.from(mark), iv, cipher.getAuthTag(), sealed])
  },
  decryptStringAsync: async (encrypted) => {
    await answered()
    // The mark tells which key wrapped these bytes, whatever key the store would use now.
    const mark = encrypted.subarray(0, 3).toString()
    const decipher = createDecipheriv('aes-256-gcm', keyOf(mark), encrypted.subarray(3, 15))
    decipher.setAuthTag(encrypted.subarray(15, 31))
    const result = Buffer.concat([decipher.update(encrypted.subarray(31)), decipher.final()]).toString('utf8')
    return { result, shouldReEncrypt: mark === knownMark && kind !== 'weak' }
  },
} satisfies Pick<SafeStorage, 'decryptStringAsync' | 'encryptStringAsync' | 'isAsyncEncryptionAvailable'>
