import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { bytesToSign, keyFingerprint } from '../../src/main/vault/signed-text.ts'

/** A new Ed25519 key (PKCS #8, PEM). */
export const makeSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

/**
 * Reads the private key in a file, or makes a new key if there is no file. `write` saves a new key and says so. Call `write` once the signed
 * text is known to be good, but before any signed file is written, so that no signature exists without its key.
 */
export function openSigningKey(path: string): { readonly key: KeyObject; readonly write: () => void } {
  const isNew = !existsSync(path)
  const pem = isNew ? makeSigningKey() : readFileSync(path, 'utf8')
  const write = (): void => {
    if (!isNew) return
    // An existing key is never overwritten.
    writeFileSync(path, pem, { mode: 0o600, flag: 'wx' })
    process.stdout.write(`Made a new key: ${path}. Keep it secret, and keep a copy.\n`)
  }
  return { key: createPrivateKey(pem), write }
}

/** Signs a text unchanged. Returns the public key (SPKI, DER) and the signature, both in base64, and the key's fingerprint. */
export function signText(purpose: Parameters<typeof bytesToSign>[0], text: string, key: KeyObject) {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an Ed25519 key')
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    key: publicKey.toString('base64'),
    signature: sign(undefined, bytesToSign(purpose, text), key).toString('base64'),
    fingerprint: keyFingerprint(publicKey),
  }
}

/** Reads a text file, without the byte order mark that some editors put at the beginning. */
export const readText = (path: string): string => readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
