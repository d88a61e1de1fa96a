import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  sign,
  type KeyObject,
  hkdfSync,
} from 'node:crypto'
import { deriveEnvelopeKey, deriveLookup } from '../../shared/fleet/one-time-code.ts'
import type { Random } from '../ports.ts'
import { readJson } from '../storage/files.ts'
import { fleetSecretsSchema, type FleetIdentity, type FleetSecrets } from '../vault/fleet-membership.ts'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** The bytes before the 32 bytes of a private key in PKCS 8 (RFC 8410). */
const pkcs8 = {
  ed25519: Buffer.from('302e020100300506032b657004220420', 'hex'),
  x25519: Buffer.from('302e020100300506032b656e04220420', 'hex'),
}
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

const drawKey = (random: Random): string => Buffer.from(random.bytes(keyBytes)).toString('base64')

export const makeIdentity = (random: Random): FleetIdentity => ({
  signingKey: drawKey(random),
  openingKey: drawKey(random),
})

/** New secrets for a new fleet. The computer of the first supervisor makes them. */
export function makeFleetSecrets(random: Random): FleetSecrets {
  const fleetPrivateKey = drawKey(random)
  return { claimKey: drawKey(random), fleetPrivateKey, fleetKey: publicSealKey(fleetPrivateKey) }
}

const privateKey = (prefix: Buffer, key: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([prefix, Buffer.from(key, 'base64')]), format: 'der', type: 'pkcs8' })

const rawPublicKey = (key: KeyObject): string =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')

/** The public part of a signing key, 32 bytes in base64. The hub knows the station by this key. */
export const publicSigningKey = (key: string): string => rawPublicKey(privateKey(pkcs8.ed25519, key))

/** The public part of an opening key, 32 bytes in base64. Other stations seal texts to this key. */
export const publicSealKey = (key: string): string => rawPublicKey(privateKey(pkcs8.x25519, key))

/** An Ed25519 signature over lines joined by line feeds; base64. */
export const signLines = (key: string, ...lines: readonly string[]): string =>
  sign(null, Buffer.from(lines.join('\n')), privateKey(pkcs8.ed25519, key)).toString('base64')

/** HMAC-SHA-256 under the fleet's claim key, in hexadecimal. Because of `kind`, equal texts of two kinds get different keys. */
export const claimKeyOf = (claimKey: string, kind: string, text: string): string =>
  createHmac('sha256', Buffer.from(claimKey, 'base64')).update(`${kind}\n${text}`).digest('hex')

/** Seals the fleet's secrets for a new station so that only the one-time code can open them. Returns base64. */
export async function sealEnvelope(code: string, secrets: FleetSecrets, random: Random): Promise<string> {
  const nonce = random.bytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', await deriveEnvelopeKey(code), nonce).setAAD(
    Buffer.from(await deriveLookup(code)),
  )
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64')
}

/** Opens an envelope with its code. Undefined if the envelope was made for another code or was changed. */
export async function openEnvelope(code: string, envelope: string): Promise<FleetSecrets | undefined> {
  const bytes = Buffer.from(envelope, 'base64')
  const [key, lookup] = [await deriveEnvelopeKey(code), await deriveLookup(code)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(lookup))
      .setAuthTag(bytes.subarray(-tagBytes))
    const plain = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
    return readJson(Buffer.concat([plain, decipher.final()]).toString('utf8'), fleetSecretsSchema)
  } catch {
    return undefined
  }
}

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
const encapsulatedBytes = 32
const psk = new TextEncoder().encode('setdesk fleet')

/** The longest text that is opened, bytes, of each kind. A forged text must not exhaust the memory. */
export const longestOpened = { work: 1024 * 1024, audit: 128 * 1024 } as const

/** Copies bytes to their own buffer, because the library does not accept a view of a larger buffer. */
const copyOf = (bytes: Uint8Array | string): ArrayBuffer =>
  new Uint8Array(typeof bytes === 'string' ? Buffer.from(bytes) : bytes).buffer

/** The pre-shared key that proves that a member of the fleet sealed a text. Without this key, the hub could invent work. */
const membersKey = ({ claimKey }: Pick<FleetSecrets, 'claimKey'>) => ({
  id: psk.buffer,
  key: hkdfSync('sha256', Buffer.from(claimKey, 'base64'), '', 'setdesk fleet member', 32),
})

/**
 * Seals a text for the holder of a private key (HPKE, RFC 9180: X25519, HKDF-SHA256, AES-256-GCM, with the fleet's claim key as
 * pre-shared key). `about` is bound to the text, so that the sealed text cannot replace another one. `publicKey` and the result are base64.
 */
export async function sealFor(
  publicKey: string,
  secrets: Pick<FleetSecrets, 'claimKey'>,
  about: string,
  text: string,
): Promise<string> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(copyOf(Buffer.from(publicKey, 'base64')))
  const context = await suite.createSenderContext({ recipientPublicKey, psk: membersKey(secrets) })
  const sealed = await context.seal(copyOf(deflateRawSync(text)), copyOf(about))
  return Buffer.concat([Buffer.from(context.enc), Buffer.from(sealed)]).toString('base64')
}

/**
 * Opens a sealed text. Undefined if it was changed, or sealed for another key, with another `about`, or by someone who is not in the fleet.
 */
export async function openSealed(
  privateKey: string,
  secrets: Pick<FleetSecrets, 'claimKey'>,
  about: string,
  sealed: string,
  maxOutputLength: number = longestOpened.work,
): Promise<string | undefined> {
  try {
    const bytes = Buffer.from(sealed, 'base64')
    const recipientKey = await suite.kem.deserializePrivateKey(copyOf(Buffer.from(privateKey, 'base64')))
    const enc = copyOf(bytes.subarray(0, encapsulatedBytes))
    const context = await suite.createRecipientContext({ recipientKey, enc, psk: membersKey(secrets) })
    const plain = await context.open(copyOf(bytes.subarray(encapsulatedBytes)), copyOf(about))
    return inflateRawSync(Buffer.from(plain), { maxOutputLength }).toString('utf8')
  } catch {
    return undefined
  }
}

export const sealedAbout = {
  work: (job: string): string => `setdesk work ${job}`,
  audit: (station: string, sequence: number): string => `setdesk audit ${station} ${sequence}`,
} as const
