import { createCipheriv, createDecipheriv, createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { entryPayloadSchema, payloadSchema, stepPayloadSchema } from '../jobs/ledger/rows.ts'
import { jobStateSchema, stepKindSchema, stepStateSchema, whyCodes } from '../../shared/domain/job.ts'
import { fail, type Result, succeed } from '../../shared/result.ts'
import { readJson } from '../storage/files.ts'
import type { Sealing } from '../vault/sealing.ts'
import { deriveKey } from '../vault/key-file.ts'
import { readFact, setFact } from '../storage/database.ts'

/** Ids become parts of file names. */
const fileName = /^[\w -]{1,64}$/

/**
 * A list of at most `most` items in a file of a stranger. The check ends at the first wrong item. An ordinary list notes an issue for each
 * wrong item, and millions of issues would exhaust the memory.
 */
export const listOf = <S extends z.ZodType>(item: S, most: number) =>
  z
    .array(z.unknown())
    .max(most)
    .transform((found, context): z.output<S>[] => {
      const items: z.output<S>[] = []
      for (const one of found) {
        const read = item.safeParse(one)
        if (!read.success) {
          context.addIssue({ code: 'custom' })
          return z.NEVER
        }
        items.push(read.data)
      }
      return items
    })

const mostJobs = 100_000

/** Milliseconds since 1970, before the year 10000. A later time could not be shown as a date. */
const momentSchema = z.int().min(0).max(253_402_300_799_999)

/** The readable part of a transfer file. This part is not encrypted, but the cipher's tag authenticates it. */
const transferHeaderSchema = z.object({
  /** The file's own id. Each file can be imported only once. */
  id: z.string().regex(fileName),
  source: z.string().regex(fileName),
  target: z.string().regex(fileName),
  /** Milliseconds since 1970. */
  madeAt: z.number(),
  jobs: listOf(z.string().max(64), mostJobs),
  salt: z.base64(),
  /** scrypt's parameter N. It is limited, because a forged file must not exhaust the memory. */
  cost: z.literal([2 ** 14, 2 ** 15, 2 ** 16, 2 ** 17, 2 ** 18]),
  nonce: z.base64(),
})
export type TransferHeader = z.infer<typeof transferHeaderSchema>

const entrySchema = z.object({
  type: z.enum(['attempt', 'verdict', 'reading', 'choice']),
  at: momentSchema,
  operation: z.string(),
  result: z.string().optional(),
  status: z.int().optional(),
})

/** The longest payload, as JSON. Real payloads have a few thousand characters. */
const longestPayload = 200_000

/** A payload of limited size. For each wrong value in it zod makes an issue, and millions of issues would exhaust the memory. */
const limited = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (JSON.stringify(value ?? null).length > longestPayload ? undefined : value), schema)

/** A job in a transfer file: everything that the job will ever send except the token, and how each attempt ended. */
export const transferredJobSchema = z.object({
  id: z.string().min(1).max(64),
  connectionId: z.string(),
  state: jobStateSchema,
  why: z.enum(whyCodes).optional(),
  /** It is limited, because each correction counts it up. */
  revision: z.int().min(1).max(1_000_000),
  createdAt: momentSchema,
  payload: limited(payloadSchema),
  steps: listOf(
    z.object({
      kind: stepKindSchema,
      operation: z.string(),
      state: stepStateSchema,
      payload: limited(stepPayloadSchema),
      /** The entries of the present revision, oldest first. */
      entries: listOf(entrySchema, 100_000),
      /** The customer's subscription before the last attempt. */
      before: entryPayloadSchema.optional(),
    }),
    20,
  ),
})
export type TransferredJob = z.infer<typeof transferredJobSchema>

export const transferContentSchema = z.object({
  connection: z.object({ name: z.string(), baseUrl: z.string(), crmService: z.string() }),
  jobs: listOf(transferredJobSchema, mostJobs),
})
export type TransferContent = z.infer<typeof transferContentSchema>

/** The signer of the file: the installation's public key, and its signature over header and content. */
const signatureSchema = z.object({ publicKey: z.string().max(100), signature: z.string().max(200) })

/** `signedBy`: the public key of the installation that wrote the file. Absent from files of an earlier version. */
export interface OpenedTransfer extends TransferContent {
  readonly signedBy?: string
}

const bytesToSign = (open: Uint8Array, content: unknown): Buffer =>
  Buffer.concat([open, Buffer.from(JSON.stringify(content))])

/** `bytes`: what the sender signed. They are made while the file is read, because JSON nested too deeply cannot be written again. */
const signedSchema = (open: Uint8Array) =>
  z
    .looseObject({ sender: signatureSchema.optional() })
    .transform(({ sender, ...signed }) => ({ sender, bytes: bytesToSign(open, signed) }))

const firstLine = 'SETDESK HAND-OVER 1\n'
const tagBytes = 16
/** scrypt's N as OWASP recommends it for p = 1. The file leaves this computer, so each guess must also cost 128 MiB of memory. */
const defaultCost = 2 ** 17

export interface FileKey {
  readonly salt: string
  readonly cost: number
  readonly key: Buffer
}

/** Derives the key of a transfer file from a passphrase. This is slow, so an export derives the key before its synchronous part begins. */
export async function deriveFileKey(
  passphrase: string,
  salt = randomBytes(16).toString('base64'),
  cost = defaultCost,
): Promise<FileKey> {
  return { salt, cost, key: await deriveKey(passphrase, Buffer.from(salt, 'base64'), cost) }
}

/** The whole file: a line with its type, a readable line of JSON, and the sealed rest (AES-256-GCM). */
export function writeTransfer(
  about: Omit<TransferHeader, 'salt' | 'cost' | 'nonce'>,
  content: TransferContent,
  { salt, cost, key }: FileKey,
  signer?: Pick<Sealing, 'sign' | 'publicKey'>,
): Buffer {
  const nonce = randomBytes(12)
  const header: TransferHeader = { ...about, salt, cost, nonce: nonce.toString('base64') }
  const open = Buffer.from(`${firstLine}${JSON.stringify(header)}\n`)
  const signed = signer && {
    sender: { publicKey: signer.publicKey(), signature: signer.sign(bytesToSign(open, content)) },
  }
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(open)
  const sealed = Buffer.concat([cipher.update(JSON.stringify({ ...content, ...signed }), 'utf8'), cipher.final()])
  return Buffer.concat([open, cipher.getAuthTag(), sealed])
}

export const isTransfer = (file: Uint8Array): boolean =>
  Buffer.from(file.subarray(0, firstLine.length)).toString('latin1') === firstLine

export const readTransferHeader = (file: Uint8Array): TransferHeader | undefined => split(file)?.header

/** Opens a transfer file. A changed file also gives `wrong-passphrase`, because the two cases cannot be distinguished. */
export async function openTransfer(
  file: Uint8Array,
  passphrase: string,
): Promise<Result<OpenedTransfer, 'not-readable' | 'wrong-passphrase'>> {
  const parts = split(file)
  if (parts === undefined) return fail('not-readable')
  const { header, open, sealed } = parts
  const { key } = await deriveFileKey(passphrase, header.salt, header.cost)
  const text = decrypt(key, header.nonce, open, sealed)
  if (text === undefined) return fail('wrong-passphrase')
  const content = readJson(text, transferContentSchema)
  const signed = readJson(text, signedSchema(open))
  if (content === undefined || signed === undefined) return fail('not-readable')
  // The stored header shows where these jobs are, so it must not name any other job.
  if (header.jobs.join('\n') !== content.jobs.map(({ id }) => id).join('\n')) return fail('not-readable')
  const { sender, bytes } = signed
  if (sender === undefined) return succeed(content)
  return isSignedBy(sender.publicKey, bytes, sender.signature)
    ? succeed({ ...content, signedBy: sender.publicKey })
    : fail('not-readable')
}

function decrypt(key: Buffer, nonce: string, open: Buffer, sealed: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), { authTagLength: tagBytes })
      .setAAD(open)
      .setAuthTag(sealed.subarray(0, tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function split(file: Uint8Array): { header: TransferHeader; open: Buffer; sealed: Buffer } | undefined {
  const bytes = Buffer.from(file)
  if (!isTransfer(bytes)) return undefined
  const end = bytes.indexOf(0x0a, firstLine.length) + 1
  if (end === 0 || bytes.length - end < tagBytes) return undefined
  const header = readJson(bytes.toString('utf8', firstLine.length, end), transferHeaderSchema)
  return header && { header, open: bytes.subarray(0, end), sealed: bytes.subarray(end) }
}

const sendersFact = 'known-senders'
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
  readJson(readFact(database, sendersFact), knownSendersSchema) ?? {}

/**
 * Compares the key in a file with the key that a technician accepted for its installation. `new`: no key was accepted. `other`: the file
 * has a different key or no key.
 */
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
  setFact(database, sendersFact, JSON.stringify({ ...readKnownSenders(database), [installation]: publicKey }))

export function forgetSender(database: DatabaseSync, installation: string): void {
  const { [installation]: _, ...rest } = readKnownSenders(database)
  setFact(database, sendersFact, JSON.stringify(rest))
}
