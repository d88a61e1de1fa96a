import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import type { KeyRecord } from './key-file.ts'

type PassphraseRecord = Extract<KeyRecord, { protection: 'passphrase' }>

/** The cost of one guess: scrypt's parameters N (a power of two) and p. r is 8. */
export type GuessCost = Pick<PassphraseRecord, 'cost' | 'parallel'>

/** The cost that OWASP recommends, in its variant with little memory: about 0.3 seconds and 32 MiB on a cheap laptop. */
export const guessCost: GuessCost = { cost: 2 ** 15, parallel: 3 }

/** Whether a guess at the record costs less than today's minimum. */
export const isCheap = ({ cost, parallel }: GuessCost): boolean => cost * parallel < guessCost.cost * guessCost.parallel

export async function wrapByPassphrase(
  key: Uint8Array,
  passphrase: string,
  { cost, parallel }: GuessCost = guessCost,
): Promise<PassphraseRecord> {
  const salt = randomBytes(16)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt, cost, parallel), nonce)
  const wrapped = Buffer.concat([cipher.update(key), cipher.final()])
  return {
    protection: 'passphrase',
    salt: salt.toString('base64'),
    cost,
    parallel,
    nonce: nonce.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    wrapped: wrapped.toString('base64'),
  }
}

/** The data key. Undefined if the passphrase is wrong. */
export async function unwrapByPassphrase(
  record: PassphraseRecord,
  passphrase: string,
): Promise<Uint8Array | undefined> {
  const key = await deriveKey(passphrase, from(record.salt), record.cost, record.parallel)
  try {
    // Node would accept a shorter tag, which can be guessed.
    const decipher = createDecipheriv('aes-256-gcm', key, from(record.nonce), { authTagLength: 16 })
    decipher.setAuthTag(from(record.tag))
    return Buffer.concat([decipher.update(from(record.wrapped)), decipher.final()])
  } catch {
    return undefined
  }
}

/**
 * Derives a key of 32 bytes from a passphrase, by scrypt in another thread. `cost`: scrypt's parameter N, a power of two; `parallel`: its
 * parameter p.
 */
export function deriveKey(passphrase: string, salt: Uint8Array, cost: number, parallel = 1): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const limits = { N: cost, r: 8, p: parallel, maxmem: 256 * cost * 8 }
    scrypt(passphrase.normalize('NFC'), salt, 32, limits, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const from = (text: string): Buffer => Buffer.from(text, 'base64')
