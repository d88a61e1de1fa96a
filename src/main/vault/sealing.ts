import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  randomFillSync,
  sign,
  type KeyObject,
} from 'node:crypto'
import type { z } from 'zod'
import { readJson } from '../storage/files.ts'

/** Seals and opens rows with keys derived from one data key of 32 bytes. */
export interface Sealing {
  /** Seals with AES-256-GCM. `identity` names the row and is authenticated too, so a sealed text does not open in another row. */
  readonly seal: (identity: string, plain: string) => Uint8Array
  /** Opens a sealed text. Throws if the text was changed, or was sealed for another row or with another key. */
  readonly open: (identity: string, sealed: Uint8Array) => string
  /** A keyed hash that finds equal values without opening a row. */
  readonly keyedHash: (text: string) => Uint8Array
  /** Authenticates a file by its hash: 32 bytes that only the data key can make. */
  readonly fileTag: (hash: Uint8Array) => Uint8Array
  /** Authenticates the record of a job: 32 bytes that only the data key can make. */
  readonly recordTag: (record: string) => Uint8Array
  /** The keys of `seal` and `recordTag`, for a thread or a process that this process starts. */
  readonly rowKeys: () => RowKeys
  /** Signs with an Ed25519 key that is derived from the data key. Returns base64url. */
  readonly sign: (bytes: Uint8Array) => string
  /** The public part of the key that `sign` uses, in base64url. Other computers recognise this computer by it. */
  readonly publicKey: () => string
  /** Identifies the data key without revealing it: 32 hexadecimal digits. */
  readonly keyId: string
  /** The key of `keyedHash`, 32 bytes. Its only use is to be sealed with a later data key. */
  readonly indexKey: () => Uint8Array
}

export interface RowKeys {
  readonly seal: KeyObject
  readonly record: KeyObject
}

const formatByte = 1
const format = Buffer.of(formatByte)
const nonceBytes = 12
const tagBytes = 16
/** The bytes before the 32 bytes of an Ed25519 private key (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derives the keys. The data key itself encrypts nothing. */
export function createSealing(dataKey: Uint8Array): Sealing {
  // Creates the key objects once. With plain bytes, each seal and each hash would create a key object again.
  const deriveBytes = (use: string, bytes = 32) => Buffer.from(hkdfSync('sha256', dataKey, '', use, bytes))
  const derive = (use: string) => createSecretKey(deriveBytes(use))
  const keys: RowKeys = { seal: derive('setdesk seal'), record: derive('setdesk record') }
  const hashKey = derive('setdesk index')
  const fileKey = derive('setdesk file')
  const signingKey = (): KeyObject =>
    createPrivateKey({ key: Buffer.concat([pkcs8, deriveBytes('setdesk sign')]), format: 'der', type: 'pkcs8' })
  return {
    ...sealRows(keys),
    open(identity, sealed) {
      const bytes = Buffer.from(sealed)
      if (bytes[0] !== formatByte) throw new Error('A sealed row of an unknown format')
      const nonce = bytes.subarray(1, 1 + nonceBytes)
      const tag = bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', keys.seal, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(identity))
        .setAuthTag(tag)
      const text = decipher.update(bytes.subarray(1 + nonceBytes + tagBytes))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
    keyedHash: (text) => createHmac('sha256', hashKey).update(text).digest(),
    fileTag: (hash) => createHmac('sha256', fileKey).update(hash).digest(),
    rowKeys: () => keys,
    sign: (bytes) => sign(null, bytes, signingKey()).toString('base64url'),
    publicKey: () => createPublicKey(signingKey()).export({ format: 'jwk' }).x ?? '',
    keyId: deriveBytes('setdesk key id', 16).toString('hex'),
    indexKey: () => hashKey.export(),
  }
}

/** Seals and authenticates new rows. Nonces are random, so several threads may seal with the same key. */
export function sealRows(keys: RowKeys): Pick<Sealing, 'seal' | 'recordTag'> {
  const drawNonce = createNonces()
  return {
    seal(identity, plain) {
      const nonce = drawNonce()
      const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce).setAAD(Buffer.from(identity))
      const text = cipher.update(plain, 'utf8')
      const rest = cipher.final()
      return Buffer.concat([format, nonce, cipher.getAuthTag(), text, rest])
    },
    recordTag: (record) => createHmac('sha256', keys.record).update(record).digest(),
  }
}

/** Draws random nonces, many per call to the system. One call per nonce would cost more than the sealing itself. */
function createNonces(): () => Buffer {
  const pool = Buffer.alloc(nonceBytes * 256)
  let used = pool.length
  return () => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    used += nonceBytes
    return pool.subarray(used - nonceBytes, used)
  }
}

/** The text in a sealed column. Undefined if the column is empty, or if the text was changed, is of another row or has another key. */
export function openColumn(sealing: Sealing, identity: string, sealed: unknown): string | undefined {
  if (!(sealed instanceof Uint8Array)) return undefined
  try {
    return sealing.open(identity, sealed)
  } catch {
    return undefined
  }
}

/** Opens a column and parses its JSON. Undefined also if the value does not fit the schema, such as one of another release. */
export const openColumnAs = <T>(
  sealing: Sealing,
  identity: string,
  sealed: unknown,
  schema: z.ZodType<T>,
): T | undefined => readJson(openColumn(sealing, identity, sealed), schema)
