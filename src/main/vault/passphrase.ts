import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import type { KeyRecord } from './key-file.ts'

type PassphraseRecord = Extract<KeyRecord, { protection: 'passphrase' }>

/** Cost parameter N of scrypt (a power of two): about 0.1 seconds and 32 MiB on a cheap laptop. */
export const defaultCost = 2 ** 15

export async function wrapByPassphrase(
  key: Uint8Array,
  passphrase: string,
  cost = defaultCost,
): Promise<PassphraseRecord> {
  const salt = randomBytes(16)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt, cost), nonce)
  const wrapped = Buffer.concat([cipher.update(key), cipher.final()])
  return {
    protection: 'passphrase',
    salt: salt.toString('base64'),
    cost,
    nonce: nonce.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    wrapped: wrapped.toString('base64'),
  }
}

/** The data key; undefined if the passphrase is wrong. */
export async function unwrapByPassphrase(
  record: PassphraseRecord,
  passphrase: string,
): Promise<Uint8Array | undefined> {
  const key = await deriveKey(passphrase, from(record.salt), record.cost)
  try {
    // Node would accept a shorter tag, which can be guessed.
    const decipher = createDecipheriv('aes-256-gcm', key, from(record.nonce), { authTagLength: 16 })
    decipher.setAuthTag(from(record.tag))
    return Buffer.concat([decipher.update(from(record.wrapped)), decipher.final()])
  } catch {
    return undefined
  }
}

/** A key of 32 bytes from a passphrase, by scrypt in another thread. `cost`: its parameter N, a power of two. */
export function deriveKey(passphrase: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const limits = { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 }
    scrypt(passphrase.normalize('NFC'), salt, 32, limits, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const from = (text: string): Buffer => Buffer.from(text, 'base64')
