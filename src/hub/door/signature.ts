import { createPublicKey, verify } from 'node:crypto'

/** Whether an Ed25519 signature (64 bytes, base64) by a raw public key (32 bytes, base64) fits these lines, joined by line feeds. */
export function isSignedBy(identityKey: string, lines: readonly string[], signature: string): boolean {
  const x = Buffer.from(identityKey, 'base64')
  const bytes = Buffer.from(signature, 'base64')
  if (x.length !== 32 || bytes.length !== 64) return false
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' })
    return verify(undefined, Buffer.from(lines.join('\n')), key, bytes)
  } catch {
    // Not every 32 bytes are a point of the curve.
    return false
  }
}

/** The first line of what a station signs to sign in. */
export const signInPurpose = 'setdesk-hub-sign-in'
