import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { hkdfSync } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { FleetSecrets } from '../vault/fleet-membership.ts'

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

/** Opens a sealed text. Undefined if it was changed, or sealed for another key, with another `about`, or by no fleet member. */
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
