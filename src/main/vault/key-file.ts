import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'
import { renameFile, syncFolder } from '../storage/files.ts'

const base64 = z.base64()

/** scrypt's parameters N and p. They are limited, because a foreign file must not exhaust the memory: N = 2 ** 18 takes 256 MiB. */
export const guessCostFields = {
  cost: z
    .int()
    .min(2)
    .max(2 ** 18)
    .refine((cost) => Number.isInteger(Math.log2(cost))),
  parallel: z.int().min(1).max(8),
}

const history = {
  /**
   * Set if the key was made under this protection, by a release that authenticates whole records. Any other key is replaced: it may once
   * have been stored unencrypted, or may open backups in which the columns around a sealed text are not authenticated.
   */
  bindsRecords: z.literal(true).optional(),
  /** The previous data key, sealed with this key. It stays as long as something is left that only the previous key opens. */
  former: base64.optional(),
}

/** How the data key is stored while the app is closed. Only `training-file` stores it unencrypted. */
export const keyRecordSchema = z.discriminatedUnion('protection', [
  z.object({ protection: z.literal('training-file'), key: base64 }),
  z.object({
    protection: z.literal('passphrase'),
    salt: base64,
    cost: guessCostFields.cost,
    /** Files of earlier versions do not contain it. */
    parallel: guessCostFields.parallel.default(1),
    nonce: base64,
    tag: base64,
    wrapped: base64,
    ...history,
  }),
  z.object({ protection: z.literal('system'), wrapped: base64, ...history }),
])
export type KeyRecord = z.infer<typeof keyRecordSchema>

/** `unreadable`: the file has no key record. Throws if the system does not give the file: its key is not lost, and it must not be replaced. */
export function readKeyFile(path: string): KeyRecord | 'none' | 'unreadable' {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'none'
    throw error
  }
  try {
    return keyRecordSchema.parse(JSON.parse(text), { jitless: true })
  } catch {
    return 'unreadable'
  }
}

/** Replaces the record in one step, or throws and changes nothing. Only this user can read the file. */
export function writeKeyFile(path: string, record: KeyRecord): void {
  const fresh = `${path}.new`
  try {
    const file = openSync(fresh, 'w', 0o600)
    try {
      writeFileSync(file, JSON.stringify(record))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameFile(fresh, path)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
  // Otherwise a power cut could lose the key file's name but keep rows sealed with its key.
  syncFolder(dirname(path))
}

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
    // Without `authTagLength`, Node would accept a shorter tag, which can be guessed.
    const decipher = createDecipheriv('aes-256-gcm', key, from(record.nonce), { authTagLength: 16 })
    decipher.setAuthTag(from(record.tag))
    return Buffer.concat([decipher.update(from(record.wrapped)), decipher.final()])
  } catch {
    return undefined
  }
}

/** Derives a key of 32 bytes with scrypt, in another thread. `cost`: scrypt's parameter N, a power of two. `parallel`: its p. */
export function deriveKey(passphrase: string, salt: Uint8Array, cost: number, parallel = 1): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const limits = { N: cost, r: 8, p: parallel, maxmem: 256 * cost * 8 }
    scrypt(passphrase.normalize('NFC'), salt, 32, limits, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const from = (text: string): Buffer => Buffer.from(text, 'base64')
