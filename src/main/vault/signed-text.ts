import { createHash, createPublicKey, verify } from 'node:crypto'

/** The bytes that are signed. The first line prevents a signature for one purpose from counting for another purpose. */
export const bytesToSign = (purpose: 'policy' | 'updates' | 'document', text: string): Buffer =>
  Buffer.from(`setdesk ${purpose}\n${text}`)

/** SHA-256 of a public key (SPKI, DER), in pairs of hexadecimal digits. */
export const keyFingerprint = (key: Uint8Array): string =>
  createHash('sha256').update(key).digest('hex').toUpperCase().match(/../g)?.join(':') ?? ''

/** Whether `signature` was made by an Ed25519 key (SPKI, DER) over these bytes. */
export function hasSignatureOf(der: Buffer, bytes: Uint8Array, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    // Only one encoding of a key is accepted, because the fingerprint is a hash of the bytes.
    const isPlain = key.export({ format: 'der', type: 'spki' }).equals(der)
    return key.asymmetricKeyType === 'ed25519' && isPlain && verify(undefined, bytes, key, signature)
  } catch {
    return false
  }
}
