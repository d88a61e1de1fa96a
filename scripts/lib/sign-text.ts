import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { bytesToSign, keyFingerprint } from '../../src/main/vault/signed-text.ts'

/** A new Ed25519 key (PKCS #8, PEM). */
export const makeSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

/** The key in a file. `write` creates the file if there was none: a new key is on disk before anything that it signed. */
export function openSigningKey(path: string): { readonly key: KeyObject; readonly write: () => boolean } {
  const isNew = !existsSync(path)
  const pem = isNew ? makeSigningKey() : readFileSync(path, 'utf8')
  const write = (): boolean => {
    // An existing key is never overwritten.
    if (isNew) writeFileSync(path, pem, { mode: 0o600, flag: 'wx' })
    return isNew
  }
  return { key: createPrivateKey(pem), write }
}

/** Signs a text as it stands. `key`: the public key (SPKI, DER); base64 like the signature. */
export function signText(purpose: Parameters<typeof bytesToSign>[0], text: string, key: KeyObject) {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an Ed25519 key')
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    key: publicKey.toString('base64'),
    signature: sign(undefined, bytesToSign(purpose, text), key).toString('base64'),
    fingerprint: keyFingerprint(publicKey),
  }
}

/** A text file without the mark that some editors put in front. */
export const readText = (path: string): string => readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
