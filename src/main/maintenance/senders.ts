import { createHash, createPublicKey, verify } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { readJson } from '../storage/files.ts'
import { readFact, setFact } from '../storage/database.ts'

const fact = 'known-senders'
/** For each installation, the public key that a technician accepted. */
const knownSendersSchema = z.record(z.string(), z.string())

/** The text that two technicians compare: five groups of four hexadecimal digits, 80 bits of the key's hash. */
export function keyFingerprintOf(publicKey: string): string {
  const digits = createHash('sha256').update(publicKey).digest('hex').slice(0, 20).toUpperCase()
  return digits.match(/.{4}/g)?.join('-') ?? digits
}

/** Whether the owner of a public key (Ed25519, base64url) signed these bytes. */
export function isSignedBy(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
    return verify(null, bytes, key, Buffer.from(signature, 'base64url'))
  } catch {
    // The text is not a key.
    return false
  }
}

const readKnownSenders = (database: DatabaseSync): Readonly<Record<string, string>> =>
  readJson(readFact(database, fact), knownSendersSchema) ?? {}

/** `other`: a technician accepted another key for this installation, and the file has a different key or no key. */
export function judgeSender(
  database: DatabaseSync,
  installation: string,
  publicKey: string | undefined,
): 'known' | 'new' | 'other' {
  const known = new Map(Object.entries(readKnownSenders(database))).get(installation)
  if (known === undefined) return 'new'
  return known === publicKey ? 'known' : 'other'
}

export const acceptSender = (database: DatabaseSync, installation: string, publicKey: string): void =>
  setFact(database, fact, JSON.stringify({ ...readKnownSenders(database), [installation]: publicKey }))

export function forgetSender(database: DatabaseSync, installation: string): void {
  const { [installation]: _, ...rest } = readKnownSenders(database)
  setFact(database, fact, JSON.stringify(rest))
}
