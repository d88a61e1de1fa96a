import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { policyTextSchema, type SignedPolicy } from '../../src/shared/domain/policy.ts'
import { bytesOfPolicy, keyFingerprint } from '../../src/main/vault/stored-policy.ts'

/** A new key of an operator (PKCS #8, PEM). */
export const makeOperatorKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

/** Signs the text of a policy as it stands. Throws if Setdesk would not take it: `field: reason`, or no JSON. */
export function signPolicy(text: string, key: KeyObject): SignedPolicy & { readonly fingerprint: string } {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an Ed25519 key')
  const checked = policyTextSchema.safeParse(JSON.parse(text))
  if (!checked.success)
    throw new Error(checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    text,
    key: publicKey.toString('base64'),
    signature: sign(undefined, bytesOfPolicy(text), key).toString('base64'),
    fingerprint: keyFingerprint(publicKey),
  }
}
